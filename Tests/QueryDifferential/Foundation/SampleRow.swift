package import Foundation
package import GraphModel
import GraphQuery
package import GraphValues
package import GraphstoreTestSupport

/// A row of ``Sample`` as a plain Swift value, which Foundation evaluates predicates over.
package struct SampleRow: KeyPathResolving, Sendable {
  package enum Mood: String, Codable, CaseIterable, Sendable, PredicateArgument {
    case calm = "a"
    case angry = "b"
    case other = ""

    package var isLoud: Bool { self == .angry }
    package var level: Int64 { self == .calm ? 1 : self == .angry ? 9 : 4 }
  }

  package var i: Int64
  package var io: Int64?
  package var s: Int16?
  package var m: Int32
  package var b: Bool
  package var bo: Bool?
  package var d: Double
  package var dn: Double?
  package var n: Decimal
  package var no: Decimal?
  package var t: String
  package var tn: String?
  package var tm: String?
  package var w: Date
  package var wo: Date?
  package var u: UUID?
  /// The attribute `tm` as an enum.
  package var mood: Mood? { tm.flatMap { Mood(rawValue: $0) } }

  package static func propertyName(for keyPath: AnyKeyPath) -> String? {
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
  package static let texts = ["", "a", "b", "Ab", "abc", "x", "é", "ß", "😀", "z y", "12", "aXbX"]

  package init(random: inout SeededGenerator) {
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
  package func values(of entity: ResolvedEntity) -> [AttributeValue] {
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
