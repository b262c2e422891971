public import GraphValues

/// What a save does where another writer has changed what it is about to write.
///
/// | the others … and the context … | ``error`` | ``storeWins`` | ``objectWins`` | ``overwrite`` | ``rollback`` |
/// |---|---|---|---|---|---|
/// | changed other properties | throws | both changes | both changes | the context's object as it is | the store's |
/// | changed the same property | throws | the store's value | the context's value | the context's object as it is | the store's |
/// | deleted it, changed it | throws | deleted | inserted again | inserted again | deleted |
/// | changed it, deleted it | throws | deletion taken back | deleted | deleted | deletion taken back |
/// | deleted it, deleted it | throws | deleted | deleted | deleted | deleted |
/// | have one with the unique values of a new object | throws | the new object becomes the stored one | the same, with the values it was given | the same, with all its values | the new object is deleted |
/// | have one with the unique values of a changed object | throws | the unique values are as stored | throws | throws | the object is as stored |
///
/// Pairs of a many-to-many relationship are added and removed one by one, under each policy: what another writer has done
/// to other pairs stays. Two objects that are both stored are never made one.
public enum MergePolicy {
  /// The save throws, and describes all conflicts (``GraphError/conflicts``).
  case error
  /// Property by property: what another writer has changed stays as it is in the store.
  case storeWins
  /// Property by property: what the context has changed is written.
  case objectWins
  /// The objects are written as the context has them; other writers' changes of them are lost.
  case overwrite
  /// The context's changes of the objects are given up.
  case rollback
  /// A function decides, conflict by conflict. It runs while the store waits: it must not save, nor use the context.
  case custom((MergeConflict) throws -> MergeResolution)
}

/// How one conflict is resolved.
public enum MergeResolution: Sendable {
  /// The save throws, as by ``MergePolicy/error``.
  case error
  /// As ``MergePolicy/storeWins`` would.
  case storeWins
  /// As ``MergePolicy/objectWins`` would.
  case objectWins
  /// As ``MergePolicy/overwrite`` would.
  case overwrite
  /// As ``MergePolicy/rollback`` would.
  case rollback
  /// The object stays, or is there again, with these properties; those not named are as ``storeWins`` would have them.
  case properties([String: MergeChoice])
}

/// What a property becomes.
public enum MergeChoice: Sendable, Hashable {
  /// The context's value.
  case mine
  /// The store's value.
  case theirs
  /// Another value: of a to-one relationship a reference, or null.
  case value(AttributeValue)
}
