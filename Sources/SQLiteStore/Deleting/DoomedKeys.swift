import GraphValues

/// The keys that a deletion dooms by rule, by hierarchy.
final class DoomedKeys {
  let closure: DeletionClosure
  private let keys: [String: [Int64]]
  private var sets: [String: KeySet] = [:]

  init(_ closure: DeletionClosure, _ search: DeletionSearch) {
    self.closure = closure
    keys = Dictionary(
      search.doomedRoots.map { ($0, search.doomed(ofRoot: $0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Ascending.
  func keys(ofRoot root: String) -> [Int64] { keys[root] ?? [] }

  func set(ofRoot root: String) -> KeySet? {
    if let set = sets[root] { return set }
    guard let keys = keys[root] else { return nil }
    let set = KeySet(keys)
    sets[root] = set
    return set
  }
}
