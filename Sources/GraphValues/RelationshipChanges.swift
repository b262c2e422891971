/// Unsaved changes of relationships: laid over the stored graph they give the graph as a context has it.
///
/// Relationships are named by their places in the resolved model, objects by their keys.
package struct RelationshipChanges: Sendable {
  /// What changed to-ones lead to now, by the objects that have them; nil for nothing.
  private var references: [Int: [Int64: Int64?]] = [:]
  private var added: [Int: [Int64: Set<Int64>]] = [:]
  private var removed: [Int: [Int64: Set<Int64>]] = [:]

  package init() {}

  package var isEmpty: Bool { references.isEmpty && added.isEmpty && removed.isEmpty }

  /// A to-one leads elsewhere than it does in the store.
  ///
  /// - Parameter list: the to-many that leads back; nil where it is a to-one.
  package mutating func setReference(_ toOne: Int, of object: Int64, to target: Int64?, list: Int?) {
    references[toOne, default: [:]][object] = .some(target)
    guard let target else { return }
    added[toOne, default: [:]][object] = [target]
    if let list { added[list, default: [:]][target, default: []].insert(object) }
  }

  /// A pair that is not in its join table yet.
  package mutating func addPair(_ relationship: Int, inverse: Int, _ owner: Int64, _ member: Int64) {
    added[relationship, default: [:]][owner, default: []].insert(member)
    added[inverse, default: [:]][member, default: []].insert(owner)
  }

  /// A pair that is still in its join table.
  package mutating func removePair(_ relationship: Int, inverse: Int, _ owner: Int64, _ member: Int64) {
    removed[relationship, default: [:]][owner, default: []].insert(member)
    removed[inverse, default: [:]][member, default: []].insert(owner)
  }

  /// The objects whose to-one does not lead where it does in the store.
  package func changedReferences(_ toOne: Int) -> [Int64: Int64?]? { references[toOne] }

  /// The members that owners have gained.
  package func addedMembers(_ relationship: Int) -> [Int64: Set<Int64>]? { added[relationship] }

  /// The members that owners have lost of a relationship with a join table.
  package func removedMembers(_ relationship: Int) -> [Int64: Set<Int64>]? { removed[relationship] }

  /// Lays later changes over these.
  ///
  /// - Parameter list: the to-many that leads back from a to-one; nil where it is a to-one.
  package mutating func overlay(_ later: RelationshipChanges, list: (_ toOne: Int) -> Int?) {
    for (toOne, changed) in later.references {
      let list = list(toOne)
      for (object, target) in changed {
        if let before = references[toOne]?[object] ?? nil, let list {
          added[list]?[before]?.remove(object)
        }
        added[toOne]?[object] = nil
        setReference(toOne, of: object, to: target, list: list)
      }
    }
    for (relationship, pairs) in later.removed {
      for (owner, members) in pairs {
        added[relationship]?[owner]?.subtract(members)
        removed[relationship, default: [:]][owner, default: []].formUnion(members)
      }
    }
    for (relationship, pairs) in later.added {
      for (owner, members) in pairs {
        removed[relationship]?[owner]?.subtract(members)
        added[relationship, default: [:]][owner, default: []].formUnion(members)
      }
    }
  }
}
