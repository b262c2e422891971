extension ObjectContext {
  /// A context that saves to this one: a place for changes that may be thrown away, as those of an editing form.
  ///
  /// A child sees what this context sees, unsaved changes included, and has objects of its own for them, under the same
  /// IDs. What is changed in it is seen here once it is saved: ``save()`` of a child goes one level up, into the unsaved
  /// changes of its parent, and only the save of the outermost context writes to the store. A child that is let go
  /// without a save leaves its parent as it was.
  ///
  /// A child belongs to the isolation of its parent and keeps it alive. A child may have children.
  ///
  /// Where a property of an object has been changed in the parent since the child has read it, a save that changes the
  /// same property, or deletes the object, throws ``GraphError`` with code `conflict`; changes of different properties
  /// come together.
  public func newChild() -> ObjectContext { ObjectContext(parent: self) }
}
