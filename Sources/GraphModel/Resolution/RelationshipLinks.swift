/// Finds the two sides of every relationship, and gives those that have no inverse an implicit one.
struct RelationshipLinks {
  /// One side of a relationship, before it is known where it is stored.
  struct Side {
    let name: String
    let owner: String
    let destination: String
    let isToMany: Bool
    let isOrdered: Bool
    /// The place of the other side among the sides; of a self-inverse one: its own.
    var inverse: Int
    /// Nil for an implicit one.
    let description: RelationshipDescription?
  }

  /// The relationships of the model in its order, then the implicit ones in the order of theirs.
  private(set) var sides: [Side] = []
  /// The sides that each entity declares, or that were added to it, by its name.
  private(set) var sidesOfOwner: [String: [Int]] = [:]

  /// - Parameter entities: a checked model's: inverses lead back.
  init(_ entities: [EntityDescription]) {
    var indexes: [String: [String: Int]] = [:]
    for entity in entities {
      for relationship in entity.relationships {
        indexes[entity.name, default: [:]][relationship.name] = sides.count
        add(
          Side(
            name: relationship.name, owner: entity.name, destination: relationship.destination,
            isToMany: relationship.isToMany, isOrdered: relationship.isToMany && relationship.isOrdered,
            inverse: -1, description: relationship))
      }
    }
    for (index, side) in sides.enumerated() {
      guard let inverse = side.description?.inverse, let back = indexes[side.destination]?[inverse],
        sides[back].destination == side.owner, sides[back].description?.inverse == side.name
      else {
        addImplicitInverse(of: index)
        continue
      }
      sides[index].inverse = back
    }
  }

  /// Whether a side is a to-one whose inverse is an ordered to-many: its place in the list is kept beside it.
  func hasOrder(_ index: Int) -> Bool {
    !sides[index].isToMany && sides[sides[index].inverse].isOrdered
  }

  /// Whether a side is the source of a join table: of two to-manys the one that stands first.
  func namesJoin(_ index: Int) -> Bool {
    let side = sides[index]
    return side.isToMany && sides[side.inverse].isToMany && index <= side.inverse
  }

  private mutating func addImplicitInverse(of index: Int) {
    let side = sides[index]
    sides[index].inverse = sides.count
    add(
      Side(
        name: "_\(side.owner)_\(side.name)", owner: side.destination, destination: side.owner,
        isToMany: true, isOrdered: false, inverse: index, description: nil))
  }

  private mutating func add(_ side: Side) {
    sidesOfOwner[side.owner, default: []].append(sides.count)
    sides.append(side)
  }
}
