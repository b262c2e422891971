import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("A context behaves as a plain dictionary does, whatever is done in whatever order")
struct RandomOperationTests {
  @Test func twentyThousandRandomSteps() throws {
    var machine = try ContextMachine(SeededGenerator(for: "RandomOperationTests"))
    for step in 0..<20_000 {
      let operation = try machine.step()
      try machine.check("step \(step): \(operation)", thoroughly: step % 8 == 0)
      if machine.failed { break }
    }
  }
}

/// A context beside the reference that says what it has to hold.
struct ContextMachine {
  struct Values: Equatable {
    var code: Int
    var name: String?
    var amount: Double

    /// Names are the same where their bytes are.
    static func == (left: Values, right: Values) -> Bool {
      left.code == right.code && left.amount == right.amount && left.bytes == right.bytes
    }

    private var bytes: [UInt8]? { name.map { Array($0.utf8) } }
  }

  private let container: PersistentContainer
  private let context: ObjectContext
  private let other: ObjectContext
  private var random: SeededGenerator
  /// Objects that the test keeps; others are found by their identity.
  private var held: [Int64: ManagedObject] = [:]
  private var ids: [Int64: ObjectID] = [:]

  private var stored: [Int64: Values] = [:]
  private var current: [Int64: Values] = [:]
  private var inserted: Set<Int64> = []
  private var deleted: Set<Int64> = []
  private var nextCode = 1000
  private(set) var failed = false

  init(_ random: SeededGenerator) throws {
    self.random = random
    let model = try EntityModel(
      json: """
        { "model": "Machine", "entities": [ { "name": "Item", "attributes": [
          { "name": "code", "type": "int64", "default": 0 },
          { "name": "name", "type": "string", "optional": true },
          { "name": "amount", "type": "double", "default": 0.5 } ], "unique": [["code"]] } ] }
        """)
    container = try PersistentContainer(model: model, location: .inMemory)
    context = container.newContext()
    other = container.newContext()
  }

  private var updated: Set<Int64> {
    Set(current.keys.filter { !inserted.contains($0) && current[$0] != stored[$0] })
  }

  private var repeatsACode: Bool { Set(current.values.map(\.code)).count < current.count }

  private func object(_ key: Int64) throws -> ManagedObject {
    if let object = held[key] { return object }
    guard let id = ids[key] else { throw CocoaError(.coderValueNotFound) }
    return try context.object(with: id)
  }

  private mutating func pick(_ keys: some Collection<Int64>) -> Int64? {
    keys.sorted().randomElement(using: &random)
  }

  private mutating func values() -> Values {
    nextCode += 1
    // A code that others may have too, now and then.
    let code = random.oneIn(12) ? Int.random(in: 0..<30, using: &random) : nextCode
    return Values(
      code: code, name: [nil, "", "a", "e\u{301}", "\u{e9}", "b"].randomElement(using: &random) ?? nil,
      amount: Double(Int.random(in: -2...2, using: &random)))
  }

  private func assign(_ values: Values, to object: ManagedObject) throws {
    try object.setValue(values.code, forKey: "code")
    try object.setValue(values.name, forKey: "name")
    try object.setValue(values.amount, forKey: "amount")
  }

  /// Does something, to the context and to the reference.
  mutating func step() throws -> String {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<22: return try insert()
    case 22..<50: return try update()
    case 50..<60: return try setBack()
    case 60..<72: return try delete()
    case 72..<82: return try save()
    case 82..<84: return undo(context.rollback, "rollback")
    case 84..<85: return undo(context.reset, "reset", keeps: false)
    case 85..<90: return try refresh()
    case 90..<92:
      context.refreshAllObjects()
      return "refresh all"
    case 92..<96: return try changeElsewhere()
    default:
      held = [:]
      for key in current.keys where random.oneIn(2) { held[key] = try object(key) }
      return "keep others"
    }
  }

  private mutating func insert() throws -> String {
    // Few enough that a step stays cheap.
    if current.count > 40, let key = pick(current.keys) { return try delete(key) }
    let object = try context.insert(entity: "Item")
    let key = object.id.key
    let values = values()
    try assign(values, to: object)
    current[key] = values
    inserted.insert(key)
    ids[key] = object.id
    if random.oneIn(2) { held[key] = object }
    return "insert \(key)"
  }

  private mutating func update() throws -> String {
    guard let key = pick(current.keys) else { return "nothing" }
    var new = values()
    if random.oneIn(2), let old = current[key] { new.code = old.code }
    try assign(new, to: object(key))
    current[key] = new
    return "update \(key)"
  }

  private mutating func setBack() throws -> String {
    guard let key = pick(updated), let values = stored[key] else { return "nothing" }
    try assign(values, to: object(key))
    current[key] = values
    return "set back \(key)"
  }

  private mutating func delete(_ wanted: Int64? = nil) throws -> String {
    guard let key = wanted ?? pick(current.keys) else { return "nothing" }
    let object = try object(key)
    context.delete(object)
    current[key] = nil
    if inserted.remove(key) == nil { deleted.insert(key) }
    if random.oneIn(2) { context.delete(object) }
    if random.oneIn(2) { try assign(values(), to: object) }
    held[key] = nil
    return "delete \(key)"
  }

  private mutating func save() throws -> String {
    do {
      try context.save()
      if repeatsACode { fail("a save that repeats a code succeeded") }
      stored = current
      inserted = []
      deleted = []
      return "save"
    } catch let error as GraphError where error.code == .uniqueness {
      if !repeatsACode { fail("\(error)") }
      guard let one = error.objectID, let two = error.otherObjectID,
        let code = current[one.key]?.code, code == current[two.key]?.code, one != two
      else {
        fail("the error names the wrong objects: \(error)")
        return "failing save"
      }
      if random.oneIn(2) {
        nextCode += 1
        try object(one.key).setValue(nextCode, forKey: "code")
        current[one.key]?.code = nextCode
      }
      return "failing save"
    }
  }

  private mutating func undo(_ body: () -> Void, _ name: String, keeps: Bool = true) -> String {
    body()
    current = stored
    inserted = []
    deleted = []
    held = keeps ? held.filter { stored[$0.key] != nil } : [:]
    return name
  }

  private mutating func refresh() throws -> String {
    guard let key = pick(current.keys) else { return "nothing" }
    let merges = Bool.random(using: &random)
    try context.refresh(object(key), mergeChanges: merges)
    if !merges, !inserted.contains(key) { current[key] = stored[key] }
    return "refresh \(key)\(merges ? ", keeping changes" : "")"
  }

  /// Another context changes what is not changed here.
  private mutating func changeElsewhere() throws -> String {
    let clean = current.keys.filter { current[$0] == stored[$0] && !inserted.contains($0) }
    guard let key = pick(clean), let id = ids[key] else { return "nothing" }
    other.reset()
    let twin = try other.object(with: id)
    if random.oneIn(3) {
      other.delete(twin)
      stored[key] = nil
      current[key] = nil
      held[key] = nil
    } else {
      var new = values()
      new.code = stored[key]?.code ?? 0
      try assign(new, to: twin)
      stored[key] = new
      current[key] = new
    }
    try other.save()
    context.refreshAllObjects()
    return "change \(key) elsewhere"
  }

  private mutating func fail(_ message: String) {
    failed = true
    Issue.record("\(message) (seed \(random.seed))")
  }

  // MARK: Checks

  private func read(_ object: ManagedObject) throws -> Values {
    Values(
      code: try object.value(forKey: "code", as: Int.self) ?? .min,
      name: try object.value(forKey: "name", as: String.self),
      amount: try object.value(forKey: "amount", as: Double.self) ?? .infinity)
  }

  /// Compares the context with the reference.
  mutating func check(_ what: String, thoroughly: Bool) throws {
    let updated = updated
    func keys(_ objects: Set<ManagedObject>) -> Set<Int64> { Set(objects.map(\.id.key)) }
    var wrong: [String] = []
    if keys(context.insertedObjects) != inserted { wrong.append("inserted") }
    if keys(context.updatedObjects) != updated { wrong.append("updated") }
    if keys(context.deletedObjects) != deleted { wrong.append("deleted") }
    if context.hasChanges == (inserted.isEmpty && updated.isEmpty && deleted.isEmpty) {
      wrong.append("hasChanges")
    }
    for (key, object) in held where try read(object) != current[key] { wrong.append("values of \(key)") }
    if thoroughly {
      let request = FetchRequest<ManagedObject>(entityName: "Item")
      let found = try context.fetch(request)
      if found.map(\.id.key) != current.keys.sorted() { wrong.append("fetched keys") }
      for object in found where try read(object) != current[object.id.key] {
        wrong.append("fetched values of \(object.id)")
      }
      if try context.count(request) != current.count { wrong.append("count") }
      for object in found {
        if let kept = held[object.id.key], kept !== object { wrong.append("two objects of \(object.id)") }
      }
      other.reset()
      let saved = try other.fetch(request)
      if saved.map(\.id.key) != stored.keys.sorted() { wrong.append("stored keys") }
      for object in saved where try read(object) != stored[object.id.key] {
        wrong.append("stored \(object.id)")
      }
    }
    if !wrong.isEmpty { fail("\(what): \(wrong.joined(separator: ", ")) differ") }
  }
}
