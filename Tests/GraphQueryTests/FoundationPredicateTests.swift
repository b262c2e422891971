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
    default: propertyName(through: keyPath)
    }
  }

  static var keyPathSteps: [KeyPathStep] {
    [
      KeyPathStep("number", \Gadget.number, \Gadget?.?.number),
      KeyPathStep("text", \Gadget.text, \Gadget?.?.text),
      KeyPathStep("owner", \Gadget.owner, \Gadget?.?.owner),
      KeyPathStep("parent", \Gadget.parent, \Gadget?.?.parent),
      KeyPathStep("SELF", \Gadget.id, \Gadget?.?.id),
    ]
  }

  static var kindNames: [String] { ["Gadget", "SpecialGadget"] }
}

extension Gadget: Equatable {
  static func == (left: Gadget, right: Gadget) -> Bool { left.object === right.object }
}

struct Holder: KeyPathResolving, Equatable {
  var id: ObjectID { Things.id(1, "Owner") }
  var name: String { "" }
  var things: Members<Gadget> { Members(elements: []) }
  var favourite: Gadget? { nil }

  static func propertyName(for keyPath: AnyKeyPath) -> String? {
    switch keyPath {
    case \Holder.id: "SELF"
    case \Holder.name: "name"
    case \Holder.things: "things"
    default: nil
    }
  }

  static var keyPathSteps: [KeyPathStep] {
    [
      KeyPathStep("name", \Holder.name, \Holder?.?.name),
      KeyPathStep("favourite", \Holder.favourite, \Holder?.?.favourite),
      KeyPathStep("SELF", \Holder.id, \Holder?.?.id),
    ]
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
    #expect(try text(#Predicate { $0.text?.contains("x") == true }) == "text CONTAINS \"x\"")
    #expect(try text(#Predicate { $0.text?.contains("x") ?? true }) == "text == nil OR text CONTAINS \"x\"")
    #expect(try text(#Predicate { ($0.text ?? "") == "x" }) == "text == \"x\"")
    #expect(try text(#Predicate { ($0.text ?? "x") == "x" }) == "text == nil OR text == \"x\"")
    #expect(try text(#Predicate { ($0.text ?? "").contains("x") }) == "text CONTAINS \"x\"")
    #expect(try text(#Predicate { ($0.small ?? 7) > 5 }) == "small == nil OR small > 5")
    #expect(try text(#Predicate { ($0.text ?? "") != "x" }) == "text != \"x\"")
    #expect(try text(#Predicate { ($0.text ?? "x") != "x" }) == "text != nil AND text != \"x\"")
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
    #expect(
      try text(#Predicate { $0.name.contains(#/x+|y/#) })
        == "name MATCHES \"(?s:.*?)(?:x+|y)(?s:.*)\"")
  }

  @Test func castsAskForTheEntity() throws {
    typealias Build = PredicateExpressions
    let kind = "entity IN {\"SpecialGadget\"}"
    #expect(
      try text(
        Predicate {
          Build.build_Equal(
            lhs: Build.build_flatMap(Build.ConditionalCast<_, SpecialGadget>($0)) {
              Build.build_KeyPath(root: $0, keyPath: \.power)
            }, rhs: Build.build_Arg(3 as Int64?))
        }) == "\(kind) AND power == 3")
    #expect(try text(Predicate { Build.TypeCheck<_, SpecialGadget>($0) }) == kind)
    #expect(
      try text(
        Predicate {
          Build.build_Equal(
            lhs: Build.ConditionalCast<_, SpecialGadget>(Build.build_KeyPath(root: $0, keyPath: \.parent)),
            rhs: Build.build_NilLiteral())
        }) == "NOT (parent.\(kind))")
    #expect(try text(Predicate { Build.TypeCheck<_, Gadget>($0) }) == "TRUEPREDICATE")
    let error = queryError {
      _ = try QueryPredicate(
        Predicate<Gadget> {
          Build.TypeCheck<_, Int32>(Build.build_KeyPath(root: $0, keyPath: \.number))
        })
    }
    #expect(error?.message.contains("a cast from Int64 to Int32") == true)
  }

  @Test func whatIsNotSupportedIsNamed() throws {
    let computed = queryError { _ = try QueryPredicate(#Predicate<Gadget> { $0.computed == 3 }) }
    #expect(computed?.code == .unknownKey)
    #expect(computed?.message.contains("computed") == true)
    #expect(computed?.message.contains("Int of Gadget") == true)
    let place = queryError {
      _ = try QueryPredicate(#Predicate<Holder> { $0.things.filter { $0.flag }[0].flag })
    }
    #expect(place?.code == .unsupported)
    #expect(place?.message.contains("the member at a place of a relationship to many") == true)
    let double = queryError { _ = try QueryPredicate(#Predicate<Gadget> { $0.size.isNaN }) }
    #expect(double?.message.contains("the property of type Bool of Double") == true)
    let numbers = [1, 2]
    let bounds = queryError { _ = try QueryPredicate(#Predicate<Gadget> { $0.computed == numbers[2] }) }
    #expect(bounds?.message.contains("computed") == true)
    let beyond = queryError { _ = try QueryPredicate(#Predicate<Gadget> { numbers[2] == $0.computed }) }
    #expect(beyond?.code == .arguments)
  }

  @Test func sortDescriptorsAreTakenOver() throws {
    #expect(
      try SortKey(SortDescriptor(\Gadget.number, order: .reverse)) == SortKey("number", ascending: false))
    #expect(try SortKey(SortDescriptor(\Gadget.text)) == SortKey("text"))
    #expect(try SortKey(SortDescriptor(\Gadget.owner?.name)) == SortKey("owner.name"))
    #expect(try SortKey(SortDescriptor(\Gadget.parent.number)) == SortKey("parent.number"))
    #expect(
      try SortKey(SortDescriptor(\Gadget.parent.parent.owner?.name)) == SortKey("parent.parent.owner.name"))
    #expect(try SortKey(SortDescriptor(\Gadget.owner?.favourite?.text)) == SortKey("owner.favourite.text"))
    #expect(
      try SortKey(SortDescriptor(\Gadget.owner?.favourite?.owner?.name))
        == SortKey("owner.favourite.owner.name"))
    #expect(Gadget.propertyName(for: \Gadget.owner?.id) == "owner")
    #expect(Gadget.propertyName(for: \Gadget.parent.id) == "parent")
    #expect(queryError { _ = try SortKey(SortDescriptor(\Gadget.computed)) }?.code == .unknownKey)
    #expect(queryError { _ = try SortKey(SortDescriptor(\Gadget.parent.computed)) }?.code == .unknownKey)
  }
}
