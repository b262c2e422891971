import GraphModel
import GraphValues

/// A graph in plain dictionaries, and the delete rules as they are written in the documentation.
struct ReferenceGraph {
  struct Object: Hashable, Comparable {
    let root: String
    let key: Int64

    static func < (left: Object, right: Object) -> Bool { (left.root, left.key) < (right.root, right.key) }
  }

  struct Pair: Hashable {
    let source: Object
    let target: Object
  }

  let model: ResolvedModel
  /// Each object's entity.
  var entities: [Object: ResolvedEntity] = [:]
  /// The to-ones by the relationship's place in the model: what each object leads to.
  var toOnes: [Int: [Object: Object]] = [:]
  /// The pairs of each join table.
  var pairs: [Int: Set<Pair>] = [:]

  /// What a deletion comes to.
  struct Result {
    var doomed: Set<Object> = []
    /// What stands in the way: the relationship, the deleted object and the member.
    var denials: [(relationship: Int, owner: Object, member: Object)] = []
    /// To-ones set to null.
    var nullified: [Int: Set<Object>] = [:]
    /// To-ones that are required and would be set to null.
    var required: [Int: Set<Object>] = [:]
  }

  func root(of entity: String) -> String { model[entity]?.rootName ?? entity }

  func isOf(_ object: Object, _ entity: String) -> Bool {
    guard let own = entities[object] else { return false }
    return own.name == entity || own.ancestors.contains(entity)
  }

  /// The stored members of a relationship.
  func members(_ relationship: ResolvedRelationship, of owner: Object) -> Set<Object> {
    switch relationship.storage {
    case .column: return Set([toOnes[relationship.index]?[owner]].compactMap { $0 })
    case .inverseColumn:
      return Set((toOnes[relationship.inverse] ?? [:]).filter { $0.value == owner }.keys)
    case .join(let index, let isSource):
      var result: Set<Object> = []
      let isBoth = relationship.isSelfInverse
      for pair in pairs[index] ?? [] {
        if isSource || isBoth, pair.source == owner { result.insert(pair.target) }
        if !isSource || isBoth, pair.target == owner { result.insert(pair.source) }
      }
      return result
    }
  }

  func deletion(of roots: Set<Object>) -> Result {
    var result = Result()
    var rest = Array(roots)
    while let object = rest.popLast() {
      for relationship in entities[object]?.relationships ?? [] where relationship.deleteRule == .cascade {
        for member in members(relationship, of: object)
        where !roots.contains(member) && entities[member] != nil && result.doomed.insert(member).inserted {
          rest.append(member)
        }
      }
    }
    let deleted = roots.union(result.doomed)
    for object in deleted {
      for relationship in entities[object]?.relationships ?? [] {
        switch relationship.deleteRule {
        case .cascade, .noAction: break
        case .deny:
          for member in members(relationship, of: object)
          where !deleted.contains(member) && entities[member] != nil {
            result.denials.append((relationship.index, object, member))
          }
        case .nullify:
          let toOne = model.inverse(of: relationship)
          guard case .column = toOne.storage else { continue }
          for (member, target) in toOnes[toOne.index] ?? [:]
          where target == object && !deleted.contains(member) {
            if toOne.isOptional {
              result.nullified[toOne.index, default: []].insert(member)
            } else {
              result.required[toOne.index, default: []].insert(member)
            }
          }
        }
      }
    }
    return result
  }
}
