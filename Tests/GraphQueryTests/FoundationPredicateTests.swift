import Foundation
import GraphQuery
import GraphValues
import Testing

/// What generated structs are like: a handle on a class, not Sendable.
struct Gadget: KeyPathResolving {
  final class Storage {
    var values: [String: AttributeValue] = [:]
  }

  enum State: String, Codable {
    case draft, live
  }

  let object = Storage()

  var id: ObjectID { Things.id(1) }
  var number: Int64 {
    get { 0 }
    nonmutating set { object.values["number"] = .int(newValue) }
  }
  var small: Int16? { nil }
  var name: String { "" }
  var text: String? { nil }
  var flag: Bool { false }
  var maybe: Bool? { nil }
  var size: Double { 0 }
  var price: Decimal? { nil }
  var made: Date? { nil }
  var state: State { .draft }
  var mood: State? { nil }
  var owner: Holder? { nil }
  var parent: Gadget { self }
  var computed: Int { 3 }

  static func propertyName(for keyPath: AnyKeyPath) -> String? {
    switch keyPath {
    case \Gadget.id: "SELF"
    case \Gadget.number: "number"
    case \Gadget.small: "small"
    case \Gadget.name, \Gadget.state: "name"
    case \Gadget.text, \Gadget.mood: "text"
    case \Gadget.flag: "flag"
    case \Gadget.maybe: "maybe"
    case \Gadget.size: "size"
    case \Gadget.price: "price"
    case \Gadget.made: "made"
    case \Gadget.owner: "owner"
    case \Gadget.parent: "parent"
    default: nil
    }
  }
}

extension Gadget: Equatable {
  static func == (left: Gadget, right: Gadget) -> Bool { left.object === right.object }
}

struct Holder: KeyPathResolving, Equatable {
  var id: ObjectID { Things.id(1, "Owner") }
  var name: String { "" }
  var things: Members<Gadget> { Members(elements: []) }

  static func propertyName(for keyPath: AnyKeyPath) -> String? {
    switch keyPath {
    case \Holder.id: "SELF"
    case \Holder.name: "name"
    case \Holder.things: "things"
    default: nil
    }
  }
}

/// What the collections of generated structs are like.
struct Members<Element>: RandomAccessCollection, ToManyPropertyValue {
  let elements: [Element]
  var startIndex: Int { 0 }
  var endIndex: Int { elements.count }
  var count: Int { elements.count }
  var isEmpty: Bool { elements.isEmpty }
  subscript(position: Int) -> Element { elements[position] }

  static func collectionProperty(for keyPath: AnyKeyPath) -> CollectionProperty? {
    switch keyPath {
    case \Members<Element>.count: .count
    case \Members<Element>.isEmpty: .isEmpty
    default: nil
    }
  }
}

@Suite("Foundation's #Predicate")
struct FoundationPredicateTests {
  private func text(_ predicate: Foundation.Predicate<Gadget>) throws -> String {
    try QueryPredicate(predicate).description
  }

  @Test func comparisonsAndLogic() throws {
    #expect(try text(#Predicate { $0.number > 10 && $0.flag }) == "number > 10 AND flag == TRUE")
    #expect(
      try text(#Predicate { $0.number == 1 || !($0.name == "a") }) == "number == 1 OR NOT (name == \"a\")")
    #expect(try text(#Predicate { !$0.flag }) == "NOT (flag == TRUE)")
    #expect(try text(#Predicate { $0.number <= 1 && $0.size >= 2.5 }) == "number <= 1 AND size >= 2.5")
    #expect(try text(#Predicate { 5 < $0.number }) == "5 < number")
    #expect(try text(#Predicate { $0.number != -5 }) == "number != -5")
    #expect(try text(#Predicate { _ in true }) == "TRUEPREDICATE")
    #expect(try text(#Predicate { $0.flag == false }) == "flag == FALSE")
    #expect(try text(#Predicate { ($0.number > 1) == true }) == "number > 1")
  }

  @Test func capturedValues() throws {
    let limit: Int64 = 10
    let word = "cat"
    let ids = [Things.id(1), Things.id(2)]
    let id = Things.id(3)
    let moment = Date(timeIntervalSinceReferenceDate: 5)
    let state = Gadget.State.live
    let nothing: String? = nil
    struct Limits: Codable {
      var upper: Int64 = 99
      var states: [Gadget.State] = [.draft, .live]
    }
    let limits = Limits()
    #expect(try text(#Predicate { $0.number < limit }) == "number < 10")
    #expect(try text(#Predicate { $0.number < limit * 2 + 1 }) == "number < 21")
    #expect(try text(#Predicate { $0.name == word }) == "name == \"cat\"")
    #expect(try text(#Predicate { $0.text == word }) == "text == \"cat\"")
    #expect(try text(#Predicate { $0.text == nothing }) == "text == nil")
    #expect(try text(#Predicate { $0.id == id }).hasPrefix("SELF == CAST(\"graphstore://"))
    #expect(try text(#Predicate { ids.contains($0.id) }).hasPrefix("SELF IN {CAST(\"graphstore://"))
    #expect(try text(#Predicate { $0.state == state }) == "name == \"live\"")
    #expect(try text(#Predicate { $0.mood == state }) == "text == \"live\"")
    #expect(try text(#Predicate { $0.number < limits.upper }) == "number < 99")
    #expect(try text(#Predicate { limits.states.contains($0.state) }) == "name IN {\"draft\", \"live\"}")
    #expect(try text(#Predicate { $0.made == moment }) == "made == CAST(\"5.0\", \"NSDate\")")
  }

  @Test func overflowOfCapturedValuesIsAnError() {
    let large = Int64.max
    let predicate = #Predicate<Gadget> { $0.number < large + 1 }
    #expect(queryError { _ = try QueryPredicate(predicate) }?.code == .arguments)
  }

  @Test func optionals() throws {
    #expect(try text(#Predicate { $0.text == nil }) == "text == nil")
    #expect(try text(#Predicate { $0.text != nil }) == "text != nil")
    #expect(try text(#Predicate { $0.text?.contains("x") ?? false }) == "text CONTAINS \"x\"")
    #expect(try text(#Predicate { $0.text?.contains("x") == true }) == "text != nil AND text CONTAINS \"x\"")
    #expect(try text(#Predicate { $0.text?.contains("x") ?? true }) == "text == nil OR text CONTAINS \"x\"")
    #expect(try text(#Predicate { ($0.text ?? "") == "x" }) == "text == \"x\"")
    #expect(try text(#Predicate { ($0.text ?? "x") == "x" }) == "text == nil OR text == \"x\"")
    #expect(try text(#Predicate { ($0.text ?? "").contains("x") }) == "text CONTAINS \"x\"")
    #expect(try text(#Predicate { ($0.small ?? 7) > 5 }) == "small == nil OR small > 5")
    #expect(try text(#Predicate { ($0.text ?? "") != "x" }) == "text == nil OR text != \"x\"")
    #expect(try text(#Predicate { ($0.text ?? "x") != "x" }) == "NOT (text == nil) AND text != \"x\"")
    #expect(try text(#Predicate { $0.small! > 5 }) == "small > 5")
    #expect(try text(#Predicate { $0.maybe ?? false }) == "maybe == TRUE")
    #expect(try text(#Predicate { $0.maybe == true }) == "maybe == TRUE")
    #expect(try text(#Predicate { $0.owner == nil }) == "owner == nil")
    #expect(try text(#Predicate { $0.owner?.name == "x" }) == "owner.name == \"x\"")
    let id = Things.id(1, "Owner")
    #expect(try text(#Predicate { $0.owner?.id == id }).hasPrefix("owner == CAST("))
    #expect(try text(#Predicate { $0.text.flatMap { $0.contains("x") } ?? false }) == "text CONTAINS \"x\"")
  }

  @Test func collectionsRangesAndStrings() throws {
    let same = ComparisonResult.orderedSame
    let ascending = ComparisonResult.orderedAscending
    #expect(try text(#Predicate { [1, 2].contains($0.number) }) == "number IN {1, 2}")
    #expect(try text(#Predicate { (1...5).contains($0.number) }) == "number BETWEEN {1, 5}")
    #expect(try text(#Predicate { (1..<5).contains($0.number) }) == "number >= 1 AND number < 5")
    let range: ClosedRange<Int64> = 3...4
    #expect(try text(#Predicate { range.contains($0.number) }) == "number BETWEEN {3, 4}")
    let from: PartialRangeFrom<Int64> = 5...
    #expect(try text(#Predicate { from.contains($0.number) }) == "number >= 5")
    #expect(try text(#Predicate { $0.name.contains("x") }) == "name CONTAINS \"x\"")
    #expect(try text(#Predicate { $0.name.starts(with: "x") }) == "name BEGINSWITH \"x\"")
    #expect(try text(#Predicate { $0.name < "x" }) == "name < \"x\"")
    #expect(try text(#Predicate { $0.name.localizedStandardContains("x") }) == "name CONTAINS[cd] \"x\"")
    #expect(
      try text(#Predicate { $0.name.caseInsensitiveCompare("x") == same })
        == "name ==[c] \"x\"")
    #expect(
      try text(#Predicate { $0.name.caseInsensitiveCompare("x") == ascending })
        == "name <[c] \"x\"")
  }

  @Test func whatIsNotSupportedIsNamed() throws {
    let computed = queryError { _ = try QueryPredicate(#Predicate<Gadget> { $0.computed == 3 }) }
    #expect(computed?.code == .unknownKey)
    #expect(computed?.message.contains("computed") == true)
    let arithmetic = queryError { _ = try QueryPredicate(#Predicate<Gadget> { $0.number + 1 == 3 }) }
    #expect(arithmetic?.code == .unsupported)
    let conditional = queryError { _ = try QueryPredicate(#Predicate<Gadget> { $0.flag ? true : false }) }
    #expect(conditional?.message == "\"Conditional\" in a #Predicate is not supported yet")
    let count = queryError { _ = try QueryPredicate(#Predicate<Gadget> { $0.name.count == 3 }) }
    #expect(count?.code == .unsupported)
    let all = queryError {
      _ = try QueryPredicate(#Predicate<Gadget> { gadget in [1, 2].allSatisfy { $0 == gadget.number } })
    }
    #expect(all?.message.contains("a relationship to many") == true)
  }

  @Test func sortDescriptorsAreTakenOver() throws {
    #expect(
      try SortKey(SortDescriptor(\Gadget.number, order: .reverse)) == SortKey("number", ascending: false))
    #expect(try SortKey(SortDescriptor(\Gadget.text)) == SortKey("text"))
    #expect(queryError { _ = try SortKey(SortDescriptor(\Gadget.computed)) }?.code == .unknownKey)
  }
}
