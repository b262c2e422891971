/// What an entity's owner wants done when its objects are inserted, validated, saved and deleted.
///
/// An extension of the generated struct supplies what it needs; the rest does nothing:
///
///     extension Post: LifecycleHooks {
///       func willSave() throws {
///         if slug.isEmpty { slug = title.lowercased() }
///       }
///     }
///
/// Hooks run for every object of the entity and of those that inherit from it, a parent's before a child's, however
/// the object is changed: through the struct, dynamically, or by a delete rule. They are found in two ways: by the
/// `entities:` with which a container is opened, and when a typed entity is first used in a context. Where objects
/// may be changed before that (dynamically, or by the rules of another entity), list the entity.
///
/// Objects that a delete rule reaches in the store and that nobody has read have no hooks: they are never in memory.
/// Undoing and doing again call no hooks either, until they are saved.
public protocol LifecycleHooks: Entity, SendableMetatype {
  /// The object is new: it has the model's defaults, and not yet what its initializer is given.
  func didInsert()

  /// The object is about to be deleted: its values are all there, and none of its own delete rules has been applied
  /// yet. Called once for a deletion, whoever or whatever rule asked for it.
  func prepareForDeletion()

  /// The object is among those that a save writes: it is new, changed or deleted.
  ///
  /// Called once for an object and save, before validation, and only where there is something to save. It may change
  /// objects, insert and delete them; what it changes is saved as well, and gets its own call. Where it throws, or
  /// the save fails later, nothing is written and what the hooks have changed is taken back: the context is as it
  /// was before the save.
  func willSave() throws

  /// The object has been written: it was new, changed or deleted. What it changes belongs to the next save.
  func didSave()

  /// Checks a new object before it is saved; it must not change anything.
  ///
  /// - Throws: ``GraphError/validation(_:)`` or a ``ValidationFailure``, or any other error. All that is thrown for
  ///   all objects is reported together with the model's rules that are broken.
  func validateForInsert() throws

  /// Checks a changed object before it is saved; as ``validateForInsert()``.
  func validateForUpdate() throws

  /// Checks a deleted object before its deletion is saved; as ``validateForInsert()``.
  func validateForDelete() throws
}

extension LifecycleHooks {
  /// Does nothing.
  public func didInsert() {}

  /// Does nothing.
  public func prepareForDeletion() {}

  /// Does nothing.
  public func willSave() throws {}

  /// Does nothing.
  public func didSave() {}

  /// Finds nothing wrong.
  public func validateForInsert() throws {}

  /// Finds nothing wrong.
  public func validateForUpdate() throws {}

  /// Finds nothing wrong.
  public func validateForDelete() throws {}
}
