public import Foundation

/// Where a container keeps its store.
public enum StoreLocation: Sendable, Hashable {
  /// A file.
  case file(URL)
  /// In memory: the same store in a file of its own in a temporary, where possible memory-backed folder, removed
  /// when the container goes.
  case inMemory
}
