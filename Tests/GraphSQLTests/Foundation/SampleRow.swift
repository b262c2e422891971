import Foundation
import QueryDifferential
import GraphModel
import GraphQuery
import GraphValues
import GraphstoreTestSupport
import QueryDifferential

/// A row of ``Sample`` as a plain Swift value, which Foundation evaluates predicates over.
struct SampleRow: KeyPathResolving, Sendable {
  enum Mood: String, Codable, CaseIterable, Sendable, PredicateArgument {
    case calm = "a"
    case angry = "b"
    case other = ""

    var isLoud: Bool { self == .angry }
    var level: Int64 { self == .calm ? 1 : self == .angry ? 9 : 4 }
  }

  var i: Int64
  var io: Int64?
  var s: Int16?
  var m: Int32
  var b: Bool
  var bo: Bool?
  var d: Double
  var dn: Double?
  var n: Decimal
  var no: Decimal?
  var t: String
  var tn: String?
  var tm: String?
  var w: Date
  var wo: Date?
  var u: UUID?
  /// The attribute `tm` as an enum.
  var mood: Mood? { tm.flatMap { Mood(rawValue: $0) } }

  static func propertyName(for keyPath: AnyKeyPath) -> String? {
    switch keyPath {
    case \SampleRow.i: "i"
    case \SampleRow.io: "io"
    case \SampleRow.s: "s"
    case \SampleRow.m: "m"
    case \SampleRow.b: "b"
    case \SampleRow.bo: "bo"
    case \SampleRow.d: "d"
    case \SampleRow.dn: "dn"
    case \SampleRow.n: "n"
    case \SampleRow.no: "no"
    case \SampleRow.t: "t"
    case \SampleRow.tn: "tn"
    case \SampleRow.tm, \SampleRow.mood: "tm"
    case \SampleRow.w: "w"
    case \SampleRow.wo: "wo"
    case \SampleRow.u: "u"
    default: nil
    }
  }
}

extension SampleRow {
  /// Texts of which no two are canonically equivalent: Swift compares by equivalence, predicates by bytes.
  static let texts = ["", "a", "b", "Ab", "abc", "x", "é", "ß", "😀", "z y", "12", "aXbX"]

  init(random: inout SeededGenerator) {
    func maybe<Value>(_ value: Value, _ random: inout SeededGenerator) -> Value? {
      random.chance(30) ? nil : value
    }
    func integer<Number: FixedWidthInteger>(_ type: Number.Type, _ random: inout SeededGenerator) -> Number {
      Number.random(in: -9...9, using: &random)
    }
    func real(_ random: inout SeededGenerator) -> Double { random.pick([0, 1, -2.5, 3, 0.25, 7, -8]) }
    func date(_ random: inout SeededGenerator) -> Date {
      Date(timeIntervalSinceReferenceDate: random.pick([0, 5, -1e6, 86_400, 0.5]))
    }
    i = integer(Int64.self, &random)
    io = maybe(integer(Int64.self, &random), &random)
    s = maybe(integer(Int16.self, &random), &random)
    m = integer(Int32.self, &random)
    b = random.chance(50)
    bo = maybe(random.chance(50), &random)
    d = real(&random)
    dn = maybe(real(&random), &random)
    n = Decimal(integer(Int64.self, &random)) / 4
    no = maybe(Decimal(integer(Int64.self, &random)) / 4, &random)
    t = random.pick(Self.texts)
    tn = maybe(random.pick(Self.texts), &random)
    tm = maybe(random.pick(Mood.allCases).rawValue, &random)
    w = date(&random)
    wo = maybe(date(&random), &random)
    let byte = random.pick([0, 1, 2] as [UInt8])
    u = maybe(UUID(uuid: (byte, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, byte)), &random)
  }

  /// The values as a store has them.
  func values(of entity: ResolvedEntity) -> [AttributeValue] {
    let named: [String: AttributeValue] = [
      "i": .int(i), "io": io.map { .int($0) } ?? .null, "s": s.map { .int(Int64($0)) } ?? .null,
      "m": .int(Int64(m)), "b": .bool(b), "bo": bo.map { .bool($0) } ?? .null, "d": .double(d),
      "dn": dn.map { .double($0) } ?? .null, "n": .decimal(n), "no": no.map { .decimal($0) } ?? .null,
      "t": .string(t), "tn": tn.map { .string($0) } ?? .null, "tm": tm.map { .string($0) } ?? .null,
      "w": .date(w), "wo": wo.map { .date($0) } ?? .null, "u": u.map { .uuid($0) } ?? .null,
      "xr": .data(Data()), "q": .reference(Sample.id(1)),
    ]
    var values = [AttributeValue](repeating: .null, count: entity.layout.kinds.count)
    for property in entity.properties { values[property.slot] = named[property.name] ?? .null }
    return values
  }
}
