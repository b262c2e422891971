public import Foundation

extension SortKey {
  /// Takes over a Foundation sort descriptor.
  ///
  /// Its string comparator has to be `.lexical`, which is by UTF-8 bytes here; other orders of strings are options
  /// of ``SortKey``.
  /// - Throws: ``QueryError`` that names what cannot be sorted by: a computed key, a comparator.
  public init<Root: KeyPathResolving>(_ descriptor: SortDescriptor<Root>) throws(QueryError) {
    guard let keyPath = descriptor.keyPath else {
      throw QueryError(.unsupported, "a sort descriptor without a key path is not supported yet")
    }
    guard let name = Root.propertyName(for: keyPath) else {
      throw QueryError(
        .unknownKey, "the key path \(keyPath) of a sort descriptor leads to no property of the model")
    }
    if let comparator = descriptor.stringComparator, comparator != .lexical {
      throw QueryError(
        .unsupported,
        "sorting \"\(name)\" by the string comparator \(comparator) is not supported yet; use a SortKey with options",
        keyPath: name)
    }
    self.init(name, ascending: descriptor.order == .forward)
  }
}
