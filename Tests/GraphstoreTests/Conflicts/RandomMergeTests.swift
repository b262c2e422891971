import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Contexts that save against each other merge as the reference does")
struct RandomMergeTests {
  @Test func threeContextsUnderEachPolicy() throws {
    var machine = try MergeMachine(SeededGenerator(for: "RandomMergeTests"))
    for step in 0..<6_000 {
      let operation = try machine.step()
      try machine.check("seed \(machine.seed), step \(step): \(operation)")
      if machine.failed { break }
    }
    #expect(machine.conflicts > 100, "there was nothing to merge")
  }
}

/// Three contexts of one store beside what they and the store have to hold.
struct MergeMachine {
  enum Policy: CaseIterable { case error, storeWins, objectWins, overwrite, rollback, custom }

  struct Row: Equatable {
    var values: [String: Int]
    var version: Int
  }

  /// What a context has of an object.
  struct Copy {
    var base: Row?
    var mine: [String: Int] = [:]
    var isDeleted = false

    var isChanged: Bool { isDeleted || base == nil || !mine.isEmpty }
    var view: [String: Int] { (base?.values ?? [:]).merging(mine) { $1 } }
  }

  static let properties = ["a", "b", "c", "group"]

  private let container: PersistentContainer
  private var contexts: [ObjectContext] = []
  private var held: [[ObjectID: ManagedObject]] = [[:], [:], [:]]
  private var copies: [[ObjectID: Copy]] = [[:], [:], [:]]
  private var stored: [ObjectID: Row] = [:]
  private var groups: [ObjectID] = []
  private var random: SeededGenerator
  private var versions = 0
  private(set) var conflicts = 0
  private(set) var failed = false
  let seed: UInt64

  init(_ random: SeededGenerator) throws {
    self.random = random
    seed = random.seed
    let attributes = ["a", "b", "c"].map { #"{ "name": "\#($0)", "type": "int64", "default": 0 }"# }
    let model = try EntityModel(
      json: """
        { "model": "Merge", "entities": [
          { "name": "Item", "attributes": [ \(attributes.joined(separator: ", ")) ],
            "relationships": [ { "name": "group", "to": "Group", "optional": true, "inverse": "items" } ] },
          { "name": "Group", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "items", "to": "Item", "many": true, "optional": true, "inverse": "group" } ] } ] }
        """)
    container = try PersistentContainer(model: model, location: .inMemory)
    let container = container
    groups = try container.write { context, _ in
      try (0..<3).map { _ in try context.insert(entity: "Group").id }
    }
    contexts = (0..<3).map { _ in container.newContext() }
  }

  // MARK: Operations

  mutating func step() throws -> String {
    let index = Int.random(in: 0..<3, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<2: return try insert(index)
    case 2..<12: return try change(index)
    case 12: return delete(index)
    case 13..<16: return try catchUp(index)
    default: return try save(index)
    }
  }

  private mutating func insert(_ index: Int) throws -> String {
    if stored.count > 12 { return "insert nothing" }
    let object = try contexts[index].insert(entity: "Item")
    let value = Int.random(in: 0..<5, using: &random)
    try object.setValue(value, forKey: "a")
    held[index][object.id] = object
    copies[index][object.id] = Copy(base: nil, mine: ["a": value, "b": 0, "c": 0, "group": -1])
    return "insert \(object.id) in \(index)"
  }

  private mutating func pick(_ index: Int) -> ObjectID? {
    copies[index].filter { !$0.value.isDeleted }.keys.sorted { $0.key < $1.key }.randomElement(using: &random)
  }

  private mutating func change(_ index: Int) throws -> String {
    guard let id = pick(index), let object = held[index][id] else { return "change nothing" }
    let property = Self.properties.randomElement(using: &random) ?? "a"
    var value = Int.random(in: 0..<5, using: &random)
    if property == "group" {
      value = Int.random(in: -1..<3, using: &random)
      try object.setRelatedObject(
        value < 0 ? nil : contexts[index].object(with: groups[value]), forKey: "group")
    } else {
      try object.setValue(value, forKey: property)
    }
    let base = copies[index][id]?.base?.values[property]
    copies[index][id]?.mine[property] = value == base ? nil : value
    return "\(id).\(property) = \(value) in \(index)"
  }

  private mutating func delete(_ index: Int) -> String {
    guard let id = pick(index), let object = held[index][id] else { return "delete nothing" }
    contexts[index].delete(object)
    if copies[index][id]?.base == nil {
      copies[index][id] = nil
      held[index][id] = nil
    } else {
      copies[index][id]?.isDeleted = true
    }
    return "delete \(id) in \(index)"
  }

  /// Objects without changes are read anew.
  private mutating func catchUp(_ index: Int) throws -> String {
    contexts[index].refreshAllObjects()
    for object in try contexts[index].all("Item") where copies[index][object.id] == nil {
      held[index][object.id] = object
      copies[index][object.id] = Copy()
    }
    for (id, copy) in copies[index]
    where !copy.isChanged || held[index][id]?.isInserted == false && copy.base == nil {
      copies[index][id] = stored[id].map { Copy(base: $0) }
      if stored[id] == nil { held[index][id] = nil }
    }
    return "catch up \(index)"
  }

  private mutating func save(_ index: Int) throws -> String {
    let policy = Policy.allCases.randomElement(using: &random) ?? .error
    contexts[index].mergePolicy = Self.policy(policy)
    let changed = copies[index].filter(\.value.isChanged)
    let hasConflict = changed.contains {
      $0.value.base != nil && stored[$0.key]?.version != $0.value.base?.version
    }
    if hasConflict { conflicts += 1 }
    if hasConflict && policy == .error {
      let described = Set(
        changed.filter { $0.value.base != nil && stored[$0.key]?.version != $0.value.base?.version }.keys)
      let error = expect(.conflict) { try contexts[index].save() }
      note(Set(error?.conflicts.map(\.objectID) ?? []) == described, "all conflicts are described")
      if random.oneIn(2) { return "save \(index) in vain" }
      contexts[index].rollback()
      for (id, copy) in changed {
        if copy.base == nil {
          copies[index][id] = nil
          held[index][id] = nil
        } else {
          copies[index][id]?.mine = [:]
          copies[index][id]?.isDeleted = false
          if stored[id]?.version != copy.base?.version {
            copies[index][id] = stored[id].map { Copy(base: $0) }
            if stored[id] == nil { held[index][id] = nil }
          }
        }
      }
      return "save \(index) in vain, roll back"
    }
    try contexts[index].save()
    for (id, copy) in changed { merge(id, copy, policy, index) }
    return "save \(index) by \(policy)"
  }

  private static func policy(_ policy: Policy) -> MergePolicy {
    switch policy {
    case .error: .error
    case .storeWins: .storeWins
    case .objectWins: .objectWins
    case .overwrite: .overwrite
    case .rollback: .rollback
    case .custom:
      .custom { conflict in
        guard conflict.kind == .changed, case .int(let base)? = conflict["a"]?.base,
          case .int(let mine)? = conflict["a"]?.mine, case .int(let theirs)? = conflict["a"]?.theirs
        else { return .storeWins }
        return .properties(["a": .value(.int(mine + theirs - base)), "b": .mine])
      }
    }
  }

  // MARK: The reference

  private mutating func merge(_ id: ObjectID, _ copy: Copy, _ policy: Policy, _ index: Int) {
    let theirs = stored[id]
    let isStores = policy == .storeWins || policy == .rollback || policy == .custom
    guard let base = copy.base, theirs?.version != base.version else {
      return write(id, copy.isDeleted ? nil : copy.view, index)
    }
    guard let theirs else { return write(id, copy.isDeleted || isStores ? nil : copy.view, index) }
    if copy.isDeleted, !isStores { return write(id, nil, index) }
    var values = theirs.values
    for property in Self.properties {
      let isMine = copy.mine[property] != nil
      let isTheirs = base.values[property] != theirs.values[property]
      let mine = copy.view[property]
      switch policy {
      case .rollback, .error: break
      case .overwrite: values[property] = mine
      case .objectWins: if isMine { values[property] = mine }
      case .storeWins: if isMine, !isTheirs { values[property] = mine }
      case .custom:
        if property == "a", isMine || isTheirs, !copy.isDeleted {
          values["a"] = (mine ?? 0) + (theirs.values["a"] ?? 0) - (base.values["a"] ?? 0)
        } else if property == "b", !copy.isDeleted,
          base.values["a"] != theirs.values["a"] || copy.mine["a"] != nil
        {
          values["b"] = mine
        } else if isMine, !isTheirs {
          values[property] = mine
        }
      }
    }
    write(id, values, index)
  }

  private mutating func write(_ id: ObjectID, _ values: [String: Int]?, _ index: Int) {
    guard let values else {
      stored[id] = nil
      copies[index][id] = nil
      note(held[index][id]?.isDeleted == true, "\(id) is deleted")
      held[index][id] = nil
      return
    }
    if stored[id]?.values != values {
      versions += 1
      stored[id] = Row(values: values, version: versions)
    }
    copies[index][id] = Copy(base: stored[id])
  }

  // MARK: Comparing

  private mutating func note(_ isRight: Bool, _ what: String) {
    if isRight { return }
    failed = true
    Issue.record("seed \(seed): \(what)")
  }

  private func values(_ object: ManagedObject) throws -> [String: Int] {
    var values: [String: Int] = [:]
    for property in ["a", "b", "c"] { values[property] = try object.value(forKey: property, as: Int.self) }
    let group = try object.relatedObject(forKey: "group")?.id
    values["group"] = group.flatMap { groups.firstIndex(of: $0) } ?? -1
    return values
  }

  mutating func check(_ what: String) throws {
    for index in 0..<3 {
      for (id, copy) in copies[index] where !copy.isDeleted {
        guard let object = held[index][id] else { continue }
        let values = try values(object)
        note(values == copy.view, "\(what): context \(index) has \(values) of \(id), not \(copy.view)")
        note(object.hasChanges == copy.isChanged, "\(what): context \(index), changes of \(id)")
      }
    }
    let fresh = container.newContext()
    let found = try fresh.all("Item")
    note(Set(found.map(\.id)) == Set(stored.keys), "\(what): the stored objects")
    for object in found {
      let values = try values(object)
      note(
        values == stored[object.id]?.values,
        "\(what): the store has \(values), not \(String(describing: stored[object.id]))")
    }
    for (number, id) in groups.enumerated() {
      let items = Set(try fresh.object(with: id).relatedObjects(forKey: "items").map(\.id))
      note(
        items == Set(stored.filter { $0.value.values["group"] == number }.keys),
        "\(what): the group \(number)")
    }
  }
}
