import GraphValues
import SQLiteAccess

/// Follows cascades from the deleted objects to all that go with them: through the stored rows, with the context's
/// changes of relationships laid over them.
///
/// One statement a relationship and step: as many as the longest chain of cascades has links, however many rows
/// there are. Only keys are read.
struct DeletionSearch {
  private let rules: DeletionRules
  private let closure: DeletionClosure
  /// The keys that are deleted or doomed, of the hierarchies that were met.
  private var gone: [String: KeySet] = [:]
  /// What cascades doom, by hierarchy, ascending.
  private(set) var doomed: [String: [Int64]] = [:]
  /// The step in which the last key of a hierarchy was found.
  private var depths: [String: Int] = [:]

  init(_ closure: DeletionClosure, _ rules: DeletionRules) {
    self.closure = closure
    self.rules = rules
    for (root, keys) in closure.roots { gone[root] = KeySet(keys) }
  }

  /// The roots of hierarchies that have doomed rows, those met last first: their rows refer to the others'.
  var doomedRoots: [String] {
    doomed.keys.sorted { (depths[$1] ?? 0, $0) < (depths[$0] ?? 0, $1) }
  }

  /// All keys that are deleted, by hierarchy: the roots of the closure, and the doomed ones. Ascending.
  func deletedKeys() -> [String: [Int64]] {
    closure.roots.filter { !$0.value.isEmpty }.merging(doomed) { ($0 + $1).sorted() }
  }

  /// The keys of a hierarchy that are deleted or doomed.
  func goneKeys(ofRoot root: String) -> KeySet { gone[root] ?? KeySet() }

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
          var gone = gone.removeValue(forKey: destination) ?? KeySet()
          var found = next.removeValue(forKey: destination) ?? []
          func meet(_ owner: Int64, _ member: Int64) {
            if gone.insert(member) { found.append(member) }
          }
          try cascade.forEachStored(owners, closure.changes, connection, meet)
          cascade.forEachAdded(owners, closure.changes, meet)
          self.gone[destination] = gone
          if !found.isEmpty { next[destination] = found }
        }
      }
      for (root, keys) in next {
        let keys = keys.sorted()
        next[root] = keys
        depths[root] = depth
        doomed[root, default: []] += keys
      }
      frontier = next
    }
    for (root, keys) in doomed { doomed[root] = keys.sorted() }
  }
}
