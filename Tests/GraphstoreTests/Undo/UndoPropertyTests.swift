import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("After any sequence of undo and redo the graph is the one before")
struct UndoPropertyTests {
  @Test func randomGroupsSavesUndosAndRedos() throws {
    var random = SeededGenerator(for: "UndoPropertyTests")
    for _ in 0..<12 {
      var machine = try UndoMachine(SeededGenerator(seed: random.next()))
      for _ in 0..<60 where !machine.failed { try machine.step() }
      try machine.finish()
      if machine.failed { break }
    }
  }
}

/// A graph with every kind of relationship, whose states are kept beside an undo manager's groups.
struct UndoMachine {
  /// An object's values and relationships, as text.
  typealias State = [String: [String]]

  private static func model() throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Undoing", "entities": [
          { "name": "Author",
            "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "posts", "to": "Post", "many": true, "ordered": true, "optional": true, "inverse": "author",
                "onDelete": "cascade" },
              { "name": "favourites", "to": "Post", "many": true, "ordered": true, "optional": true,
                "inverse": "fans" },
              { "name": "mentor", "to": "Author", "optional": true, "inverse": "pupils" },
              { "name": "pupils", "to": "Author", "many": true, "optional": true, "inverse": "mentor" },
              { "name": "friends", "to": "Author", "many": true, "optional": true, "inverse": "friends" },
              { "name": "profile", "to": "Profile", "optional": true, "inverse": "author",
                "onDelete": "cascade" } ] },
          { "name": "Profile",
            "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [ { "name": "author", "to": "Author", "optional": true, "inverse": "profile" } ] },
          { "name": "Post",
            "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "author", "to": "Author", "optional": true, "inverse": "posts" },
              { "name": "fans", "to": "Author", "many": true, "ordered": true, "optional": true,
                "inverse": "favourites" },
              { "name": "editor", "to": "Author", "optional": true, "inverse": null },
              { "name": "tags", "to": "Tag", "many": true, "optional": true, "inverse": "posts" },
              { "name": "likes", "to": "Author", "many": true, "optional": true, "inverse": null } ] },
          { "name": "Tag",
            "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "posts", "to": "Post", "many": true, "optional": true, "inverse": "tags" } ] } ] }
        """)
  }

  private static let toOnes = [
    "Author": ["mentor": "Author", "profile": "Profile"], "Profile": ["author": "Author"],
    "Post": ["author": "Author", "editor": "Author"], "Tag": [:],
  ]
  private static let toManys = [
    "Author": ["posts": "Post", "favourites": "Post", "pupils": "Author", "friends": "Author"],
    "Profile": [:], "Post": ["fans": "Author", "tags": "Tag", "likes": "Author"], "Tag": ["posts": "Post"],
  ]
  private static let ordered: Set = ["Author.posts", "Author.favourites", "Post.fans"]
  private static let entities = ["Author", "Profile", "Post", "Tag"]

  private let fixture: StoreFixture
  private let container: PersistentContainer
  private let context: ObjectContext
  private let manager = GraphUndoManager()
  private var random: SeededGenerator
  /// The states that undoing and doing again lead to, and which of them is now.
  private var states: [State]
  private var position = 0
  private(set) var failed = false
  private var log: [String] = []

  init(_ random: SeededGenerator) throws {
    self.random = random
    fixture = try StoreFixture(Self.model())
    container = try fixture.open()
    context = container.newContext()
    states = [[:]]
    context.undoManager = manager
  }

  // MARK: Steps

  mutating func step() throws {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: try change()
    case 5: try save()
    case 6:
      log.append("refresh")
      context.refreshAllObjects()
    case 7: try move(by: 1)
    default: try move(by: -1)
    }
  }

  mutating func finish() throws {
    while !failed, position > 0 { try move(by: -1) }
    if random.oneIn(2) { try save() }
    while !failed, position < states.count - 1 { try move(by: 1) }
    try save()
    container.close()
    let again = try fixture.open()
    expect(try Self.state(of: again.newContext()), states[position], "opened again")
  }

  private mutating func save() throws {
    log.append("save")
    context.processPendingChanges()
    try context.save()
    expect(try state(), states[position], "after a save")
    expect(try Self.state(of: container.newContext()), states[position], "stored")
  }

  private mutating func move(by step: Int) throws {
    if step < 0 {
      guard position > 0 else { return }
      log.append("undo")
      manager.undo()
      position -= 1
    } else {
      guard position < states.count - 1 else { return }
      log.append("redo")
      manager.redo()
      position += 1
    }
    if random.oneIn(2) { expect(try state(), states[position], step < 0 ? "undone" : "done again") }
  }

  private mutating func change() throws {
    let count = manager.undoCount
    let isExplicit = random.oneIn(2)
    log.append("group")
    if isExplicit { manager.beginUndoGrouping() }
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      try operation()
      if random.oneIn(12) { try context.save() }
      if manager.undoCount > count, !isExplicit { break }
    }
    if isExplicit { manager.endUndoGrouping() } else { context.processPendingChanges() }
    let now = try state()
    if manager.undoCount > position {
      states.removeSubrange((position + 1)...)
      states.append(now)
      position += 1
    } else {
      expect(now, states[position], "a group without changes")
      // Changes that were taken back at once have emptied redo all the same.
      if !manager.canRedo { states.removeSubrange((position + 1)...) }
    }
  }

  private mutating func operation() throws {
    let entity = Self.entities.randomElement(using: &random) ?? "Author"
    guard let object = try pick(entity), !random.oneIn(4) else {
      let new = try context.insert(entity: entity)
      try new.setValue("n\(Int.random(in: 0..<100, using: &random))", forKey: "name")
      log.append("insert \(new.id)")
      return
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      log.append("delete \(object.id)")
      context.delete(object)
    case 2, 3:
      let name = random.oneIn(4) ? nil : "v\(Int.random(in: 0..<100, using: &random))"
      log.append("\(object.id).name = \(name ?? "nil")")
      try object.setValue(name, forKey: "name")
    case 4..<7: try setToOne(object)
    default: try changeToMany(object)
    }
  }

  private mutating func setToOne(_ object: ManagedObject) throws {
    let relationships = (Self.toOnes[object.entityName] ?? [:]).sorted { $0.key < $1.key }
    guard let (name, destination) = relationships.randomElement(using: &random) else { return }
    let target = random.oneIn(4) ? nil : try pick(destination)
    log.append("\(object.id).\(name) = \(target?.id.description ?? "nil")")
    try object.setRelatedObject(target, forKey: name)
  }

  private mutating func changeToMany(_ object: ManagedObject) throws {
    let relationships = (Self.toManys[object.entityName] ?? [:]).sorted { $0.key < $1.key }
    guard let (name, destination) = relationships.randomElement(using: &random) else { return }
    let isOrdered = Self.ordered.contains("\(object.entityName).\(name)")
    guard !random.oneIn(4), let member = try pick(destination) else {
      let members = try object.relatedObjects(forKey: name)
      if isOrdered, members.count > 1, random.oneIn(2) {
        let source = Int.random(in: 0..<members.count, using: &random)
        let target = Int.random(in: 0..<members.count, using: &random)
        log.append("\(object.id).\(name) move \(source) to \(target)")
        try object.moveRelated(from: source, to: target, inRelationship: name)
      } else if let member = members.randomElement(using: &random) {
        log.append("\(object.id).\(name) remove \(member.id)")
        try object.remove(member, fromRelationship: name)
      }
      return
    }
    if isOrdered, random.oneIn(2) {
      let members = try object.relatedObjects(forKey: name)
      let places = members.contains(member) ? members.count - 1 : members.count
      let index = Int.random(in: 0...places, using: &random)
      log.append("\(object.id).\(name) insert \(member.id) at \(index)")
      try object.insert(member, toRelationship: name, at: index)
    } else {
      log.append("\(object.id).\(name) add \(member.id)")
      try object.add(member, toRelationship: name)
    }
  }

  private mutating func pick(_ entity: String) throws -> ManagedObject? {
    try context.all(entity).randomElement(using: &random)
  }

  // MARK: Comparing

  private func state() throws -> State { try Self.state(of: context) }

  private static func state(of context: ObjectContext) throws -> State {
    var state: State = [:]
    for entity in entities {
      for object in try context.all(entity) {
        var lines = ["name \(try object.value(forKey: "name"))"]
        for name in (toOnes[entity] ?? [:]).keys.sorted() {
          lines.append("\(name) \(try object.relatedObject(forKey: name)?.id.description ?? "nil")")
        }
        for name in (toManys[entity] ?? [:]).keys.sorted() {
          let ids = try object.relatedObjects(forKey: name).map(\.id.description)
          lines.append("\(name) \(ordered.contains("\(entity).\(name)") ? ids : ids.sorted())")
        }
        state[object.id.description] = lines
      }
    }
    return state
  }

  private mutating func expect(_ state: State, _ wanted: State, _ what: String) {
    guard state != wanted else { return }
    failed = true
    var differences: [String] = []
    for id in Set(state.keys).union(wanted.keys).sorted() where state[id] != wanted[id] {
      for (index, line) in (wanted[id] ?? ["gone"]).enumerated() {
        let found = state[id].map { $0.indices.contains(index) ? $0[index] : "" } ?? "gone"
        if found != line { differences.append("\(id): \(found), wanted \(line)") }
      }
    }
    Issue.record(
      "\(what), seed \(random.seed): \(differences.joined(separator: "; "))\n\(log.suffix(80).joined(separator: "\n"))"
    )
  }
}
