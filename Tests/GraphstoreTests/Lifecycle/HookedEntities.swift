import GraphValues
import Synchronization

@_spi(Generated) @testable import Graphstore

/// What hooks of this suite have called, and what they are to do; each test has its own.
final class HookLog: Sendable {
  @TaskLocal static var current = HookLog()

  private let calls = Guarded<[String]>([])
  let didInsert: @Sendable (Paper) -> Void
  let prepareForDeletion: @Sendable (Paper) -> Void
  let willSave: @Sendable (Paper) throws -> Void
  let didSave: @Sendable (Paper) -> Void
  let validate: @Sendable (Paper) throws -> Void

  init(
    didInsert: @escaping @Sendable (Paper) -> Void = { _ in },
    prepareForDeletion: @escaping @Sendable (Paper) -> Void = { _ in },
    willSave: @escaping @Sendable (Paper) throws -> Void = { _ in },
    didSave: @escaping @Sendable (Paper) -> Void = { _ in },
    validate: @escaping @Sendable (Paper) throws -> Void = { _ in }
  ) {
    self.didInsert = didInsert
    self.prepareForDeletion = prepareForDeletion
    self.willSave = willSave
    self.didSave = didSave
    self.validate = validate
  }

  func note(_ call: String, _ entity: some Entity) {
    let title = (try? entity.object.value(forKey: "title", as: String.self)) ?? nil
    calls.withLock { $0.append("\(call) \(title ?? "-")") }
  }

  /// The calls since the last time.
  func taken() -> [String] {
    calls.withLock { calls in
      defer { calls = [] }
      return calls
    }
  }
}

/// A typed handle as the code generator makes it, with hooks.
struct Paper: Entity {
  static let entityName = "Paper"
  static var model: EntityModel { HookedModel.model }
  let object: ManagedObject

  init(unchecked object: ManagedObject) { self.object = object }

  init(in context: ObjectContext, title: String) {
    object = context.insertObject(Paper.self)
    set("title", title)
  }

  static func propertyName(for keyPath: AnyKeyPath) -> String? { nil }

  var title: String? { (try? object.value(forKey: "title", as: String.self)) ?? nil }
  var note: String? { (try? object.value(forKey: "note", as: String.self)) ?? nil }
  var count: Int? { (try? object.value(forKey: "count", as: Int.self)) ?? nil }

  func set(_ key: String, _ value: (any AttributeConvertible)?) {
    do { try object.setValue(value, forKey: key) } catch { assertionFailure("\(error)") }
  }
}

extension Paper: LifecycleHooks {
  func didInsert() {
    HookLog.current.note("didInsert", self)
    HookLog.current.didInsert(self)
  }

  func prepareForDeletion() {
    HookLog.current.note("prepareForDeletion", self)
    HookLog.current.prepareForDeletion(self)
  }

  func willSave() throws {
    HookLog.current.note("willSave", self)
    try HookLog.current.willSave(self)
  }

  func didSave() {
    HookLog.current.note("didSave", self)
    HookLog.current.didSave(self)
  }

  func validateForInsert() throws {
    HookLog.current.note("validateForInsert", self)
    try HookLog.current.validate(self)
  }

  func validateForUpdate() throws {
    HookLog.current.note("validateForUpdate", self)
    try HookLog.current.validate(self)
  }

  func validateForDelete() throws {
    HookLog.current.note("validateForDelete", self)
    try HookLog.current.validate(self)
  }
}

enum HookedModel {
  private static let parsed = Result {
    try EntityModel(
      json: """
        { "model": "Hooked", "entities": [
          { "name": "Paper", "attributes": [
            { "name": "title", "type": "string", "optional": true, "maxLength": 8 },
            { "name": "note", "type": "string", "optional": true },
            { "name": "count", "type": "int64", "default": 3, "max": 100 } ] },
          { "name": "Plain", "attributes": [ { "name": "title", "type": "string", "optional": true } ] } ] }
        """)
  }

  static var model: EntityModel {
    switch parsed {
    case .success(let model): model
    case .failure(let error): preconditionFailure("\(error)")
    }
  }
}
