import Foundation
import Graphstore
import Testing

/// A deleted object leads by a cascade to one that nobody has read, and that by any rule to a third: through every kind
/// of storage, whichever of the two steps is stored and whoever is registered.
@Suite("Deletions through objects that nobody has read")
struct DeletionChainTests {
  /// How a relationship is stored, which is half of its name in the model.
  enum Storage: String, CaseIterable {
    /// A to-one without an inverse; one with a to-one; a list by the members' to-ones; pairs, seen from one side alone,
    /// from both, and of one relationship.
    case one, mate, list, way, pair, friend

    /// Makes the second object related to the first.
    func relate(_ owner: ManagedObject, _ member: ManagedObject, _ rule: Rule) throws {
      let name = rawValue + rule.suffix
      switch self {
      case .one, .mate: try owner.setRelatedObject(member, forKey: name)
      case .list, .way, .pair, .friend: try owner.add(member, toRelationship: name)
      }
    }

    func leads(_ owner: ManagedObject, to id: ObjectID, _ rule: Rule) throws -> Bool {
      let name = rawValue + rule.suffix
      switch self {
      case .one, .mate: return try owner.relatedObject(forKey: name)?.id == id
      case .list, .way, .pair, .friend: return try owner.relatedObjects(forKey: name).map(\.id).contains(id)
      }
    }
  }

  enum Rule: String, CaseIterable {
    case nullify, cascade, deny, noAction

    var suffix: String { rawValue.capitalized }
  }

  enum Case: String, CaseIterable {
    /// All is stored, and only the first object is registered.
    case stored
    /// All is stored, and the last object is registered as well.
    case lastIsHeld
    /// As that, with an unsaved value.
    case lastIsChanged
    /// The first object is new, and so is its step.
    case firstIsNew
    /// The first step is unsaved, the second step is unsaved, and nobody holds the objects.
    case firstStepIsUnsaved, secondStepIsUnsaved
    /// The last object is new.
    case lastIsNew
  }

  private static func model() throws -> EntityModel {
    let relationships = Rule.allCases.flatMap { rule -> [String] in
      func relationship(
        _ name: String, isMany: Bool, inverse: String?, _ rule: Rule? = nil, ordered: Bool = false
      ) -> String {
        let kind = isMany ? #""many": true, "ordered": \#(ordered)"# : #""optional": true"#
        let onDelete = rule.map { #", "onDelete": "\#($0.rawValue)""# } ?? ""
        let inverse = inverse.map { #""\#($0)""# } ?? "null"
        return #"{ "name": "\#(name)", "to": "Node", \#(kind), "inverse": \#(inverse)\#(onDelete) }"#
      }
      let suffix = rule.suffix
      var all = [
        relationship("one\(suffix)", isMany: false, inverse: nil, rule),
        relationship("mate\(suffix)", isMany: false, inverse: "mateOf\(suffix)", rule),
        relationship("mateOf\(suffix)", isMany: false, inverse: "mate\(suffix)"),
        relationship("list\(suffix)", isMany: true, inverse: "listOf\(suffix)", rule, ordered: true),
        relationship("listOf\(suffix)", isMany: false, inverse: "list\(suffix)"),
        relationship("way\(suffix)", isMany: true, inverse: nil, rule),
        relationship("pair\(suffix)", isMany: true, inverse: "pairOf\(suffix)", rule),
        relationship("pairOf\(suffix)", isMany: true, inverse: "pair\(suffix)", ordered: true),
      ]
      if rule != .noAction {
        all.append(relationship("friend\(suffix)", isMany: true, inverse: "friend\(suffix)", rule))
      }
      return all
    }
    return try EntityModel(
      json: """
        { "model": "Chains", "entities": [ { "name": "Node",
          "attributes": [ { "name": "name", "type": "string", "optional": true } ],
          "relationships": [ \(relationships.joined(separator: ",\n")) ] } ] }
        """)
  }

  @Test(arguments: Case.allCases, Rule.allCases)
  func aCascadeAndARule(situation: Case, rule: Rule) throws {
    try check(situation, rule, isUndoable: false)
  }

  @Test("and undone, done again and saved", arguments: Case.allCases, Rule.allCases)
  func undone(situation: Case, rule: Rule) throws {
    try check(situation, rule, isUndoable: true)
  }

  private func check(_ situation: Case, _ rule: Rule, isUndoable: Bool) throws {
    let container = try PersistentContainer(model: try Self.model(), location: .inMemory)
    for first in Storage.allCases {
      for second in Storage.allCases where second != .friend || rule != .noAction {
        try check(container, situation, first, second, rule, isUndoable: isUndoable)
      }
    }
  }

  private func check(
    _ container: PersistentContainer, _ situation: Case, _ first: Storage, _ second: Storage, _ rule: Rule,
    isUndoable: Bool
  ) throws {
    let what: Comment =
      "\(situation.rawValue): \(first.rawValue) cascade, \(second.rawValue) \(rule.rawValue)"
    let isNew = (first: situation == .firstIsNew, last: situation == .lastIsNew)
    let context = container.newContext()
    let middleID: ObjectID
    var firstID: ObjectID?
    var lastID: ObjectID?
    do {
      let middle = try context.make("Node", "middle")
      middleID = middle.id
      let top = isNew.first ? nil : try context.make("Node", "top")
      let bottom = isNew.last ? nil : try context.make("Node", "bottom")
      (firstID, lastID) = (top?.id, bottom?.id)
      if let top, situation != .firstStepIsUnsaved { try first.relate(top, middle, .cascade) }
      if let bottom, situation != .secondStepIsUnsaved { try second.relate(middle, bottom, rule) }
    }
    try context.save()
    context.reset()
    if isNew.first { firstID = try context.make("Node", "top").id }
    if isNew.last { lastID = try context.make("Node", "bottom").id }
    let (topID, bottomID) = (try #require(firstID), try #require(lastID))
    if isNew.first || situation == .firstStepIsUnsaved {
      try first.relate(context.object(with: topID), context.object(with: middleID), .cascade)
    }
    if isNew.last || situation == .secondStepIsUnsaved {
      try second.relate(context.object(with: middleID), context.object(with: bottomID), rule)
    }
    var held: ManagedObject?
    if situation == .lastIsHeld || situation == .lastIsChanged {
      let bottom = try context.object(with: bottomID)
      try bottom.fulfill()
      if situation == .lastIsChanged { try bottom.setValue("changed", forKey: "name") }
      held = bottom
    }
    context.letGoOfUnheldObjects()
    if isUndoable { context.undoManager = GraphUndoManager() }
    context.delete(try context.object(with: topID))
    let survives = rule != .cascade
    if let held { #expect(held.isDeleted == !survives, what) }
    let gone: Set = survives ? [topID, middleID] : [topID, middleID, bottomID]
    func livingIDs(_ context: ObjectContext) throws -> Set<ObjectID> {
      Set(try context.all("Node").map(\.id)).intersection([topID, middleID, bottomID])
    }
    let living = Set([topID, middleID, bottomID]).subtracting(gone)
    #expect(try livingIDs(context) == living, what)
    #expect(try context.object(with: middleID).isDeleted, what)
    if isUndoable {
      context.undo()
      #expect(try livingIDs(context) == [topID, middleID, bottomID], what)
      #expect(try first.leads(context.object(with: topID), to: middleID, .cascade), what)
      #expect(try second.leads(context.object(with: middleID), to: bottomID, rule), what)
      context.redo()
      #expect(try livingIDs(context) == living, what)
    }
    if rule == .deny {
      let error = expect(.deletionDenied) { try context.save() }
      #expect(error?.objectID == middleID && error?.objectIDs == [bottomID], what)
      context.rollback()
      return
    }
    try context.save()
    #expect(!context.hasChanges, what)
    #expect(try container.reading { try livingIDs($0) } == living, what)
    for key in ["mateOf", "listOf"] where survives {
      let name = key + rule.suffix
      #expect(
        try container.reading { try $0.object(with: bottomID).relatedObject(forKey: name) } == nil, what)
    }
  }
}
