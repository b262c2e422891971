import GraphValues
import SQLiteAccess

/// Follows cascades through the stored rows, from the deleted objects to all that go with them.
///
/// One statement a relationship and step: as many as the longest chain of cascades has links, however many rows
/// there are. Only keys are read.
struct DeletionSearch {
  private let rules: DeletionRules
  private let closure: DeletionClosure
  private let pending: PendingRows?
  /// The keys that are deleted, doomed or left alone, of the hierarchies that were met.
  private var touched: [String: KeySet] = [:]
  private var doomedKeys: [String: [Int64]] = [:]
  /// Those of the doomed keys that the context handles.
  private(set) var doomedHandled: [String: KeySet] = [:]
  private var handledKeys: [String: KeySet] = [:]
  /// The step in which the last key of a hierarchy was found.
  private var depths: [String: Int] = [:]

  /// - Parameter pending: what the same save writes.
  init(_ closure: DeletionClosure, _ rules: DeletionRules, pending: PendingRows? = nil) {
    self.closure = closure
    self.rules = rules
    self.pending = pending
  }

  /// The roots of hierarchies that have doomed rows, those met last first: their rows refer to the others'.
  var doomedRoots: [String] {
    doomedKeys.keys.sorted { (depths[$1] ?? 0, $0) < (depths[$0] ?? 0, $1) }
  }

  /// The doomed keys of a hierarchy, ascending.
  func doomed(ofRoot root: String) -> [Int64] { doomedKeys[root] ?? [] }

  /// All keys that are deleted, by hierarchy: the roots of the closure, and the doomed ones. Ascending.
  func deletedKeys() -> [String: [Int64]] {
    closure.roots.filter { !$0.value.isEmpty }.merging(doomedKeys) { ($0 + $1).sorted() }
  }

  /// Whether a rule concerns a row that refers to a deleted one: it is not deleted itself, and is not left to the
  /// context.
  ///
  /// - Parameter slot: the slot of the row's reference; nil where it has none.
  mutating func concerns(_ key: Int64, ofRoot root: String, slot: Int?) -> Bool {
    if !known(root).contains(key) { return true }
    return isHandled(key, root) && pending?.keeps(slot, key, ofRoot: root) == true
      && doomedHandled[root]?.contains(key) != true
  }

  mutating func run(_ connection: SQLiteConnection) throws {
    var frontier = closure.roots.filter { !$0.value.isEmpty }
    var depth = 0
    while !frontier.isEmpty {
      depth += 1
      var next: [String: [Int64]] = [:]
      for root in frontier.keys.sorted() {
        guard let owners = frontier[root] else { continue }
        for cascade in rules.rules(ofRoot: root).cascades {
          let destination = cascade.destinationRoot
          var known = known(destination)
          touched[destination] = nil
          var found = next.removeValue(forKey: destination) ?? []
          try cascade.selection.forEach(owners, connection) { _, member in
            if known.insert(member) {
              found.append(member)
            } else if let pending, isHandled(member, destination),
              pending.keeps(cascade.memberSlot, member, ofRoot: destination),
              doomedHandled[destination, default: KeySet()].insert(member)
            {
              found.append(member)
            }
          }
          touched[destination] = known
          if !found.isEmpty { next[destination] = found }
        }
      }
      for (root, keys) in next {
        let keys = keys.sorted()
        next[root] = keys
        depths[root] = depth
        doomedKeys[root, default: []] += keys
      }
      frontier = next
    }
    for (root, keys) in doomedKeys { doomedKeys[root] = keys.sorted() }
  }

  /// Whether the context handles a row, and does not delete it.
  private mutating func isHandled(_ key: Int64, _ root: String) -> Bool {
    if let keys = handledKeys[root] { return keys.contains(key) }
    let roots = KeySet(closure.roots[root] ?? [])
    let keys = KeySet((closure.handled[root] ?? []).filter { !roots.contains($0) })
    handledKeys[root] = keys
    return keys.contains(key)
  }

  private mutating func known(_ root: String) -> KeySet {
    if let known = touched[root] { return known }
    var known = KeySet(closure.handled[root] ?? [])
    for key in closure.roots[root] ?? [] { known.insert(key) }
    touched[root] = known
    return known
  }
}
