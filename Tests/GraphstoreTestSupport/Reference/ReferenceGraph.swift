package import GraphValues

/// A graph of objects in dictionaries: what an object context has to be equal to, told as simply as possible.
///
/// Objects are numbered by the test as it inserts them. The stored graph is a copy of the whole; saving makes one,
/// rolling back takes it.
package struct ReferenceGraph: Sendable {
  package struct Object: Sendable {
    package let entity: Int
    package var values: [String: AttributeValue]
    /// Members by relationship, to-ones too. A deleted object's stay, for the rule that denies; what is read leaves
    /// deleted members out.
    package var links: [Int: [Int]] = [:]
    package var isDeleted = false
  }

  package let schema: ReferenceSchema
  package internal(set) var objects: [Int: Object] = [:]
  package internal(set) var stored: [Int: Object] = [:]

  package init(_ schema: ReferenceSchema) {
    self.schema = schema
  }

  // MARK: Reading

  /// Numbers of the objects that are there, in the order of their insertion.
  package var living: [Int] { objects.keys.filter { isLiving($0) }.sorted() }

  package func isLiving(_ number: Int) -> Bool { objects[number]?.isDeleted == false }

  package func entity(of number: Int) -> ReferenceSchema.Entity? {
    objects[number].map { schema.entities[$0.entity] }
  }

  /// What a relationship leads to, in its order; an unordered one ascending.
  package func members(_ relationship: ReferenceSchema.Relationship, of number: Int) -> [Int] {
    let members = (objects[number]?.links[relationship.index] ?? []).filter { isLiving($0) }
    return relationship.isOrdered ? members : members.sorted()
  }

  /// Objects of an entity and of those that inherit from it.
  package func family(_ entity: Int) -> [Int] {
    living.filter { schema.entities[entity].family.contains(objects[$0]?.entity ?? -1) }
  }

  /// Objects of just one entity.
  package func exactly(_ entity: Int) -> [Int] { living.filter { objects[$0]?.entity == entity } }

  package var inserted: [Int] { living.filter { stored[$0] == nil } }

  /// Stored objects that are deleted.
  package var deleted: [Int] { stored.keys.filter { !isLiving($0) }.sorted() }

  // MARK: Inserting and setting

  package mutating func insert(_ number: Int, _ entity: Int) {
    let values = schema.entities[entity].attributes.map { ($0.name, $0.defaultValue) }
    objects[number] = Object(entity: entity, values: Dictionary(uniqueKeysWithValues: values))
  }

  package mutating func set(_ name: String, of number: Int, to value: AttributeValue) {
    objects[number]?.values[name] = value
  }

  // MARK: Relationships

  package func isMember(_ member: Int, of number: Int, _ relationship: ReferenceSchema.Relationship) -> Bool {
    objects[number]?.links[relationship.index]?.contains(member) == true
  }

  /// Sets a to-one.
  package mutating func setOne(_ relationship: ReferenceSchema.Relationship, of number: Int, to member: Int?)
  {
    let old = objects[number]?.links[relationship.index]?.first
    if old == member { return }
    if let old { unlink(number, relationship, old) }
    if let member { link(number, relationship, member, at: nil) }
  }

  /// Adds a member at the end; one that is there stays where it is.
  package mutating func add(_ member: Int, to number: Int, _ relationship: ReferenceSchema.Relationship) {
    if isMember(member, of: number, relationship) { return }
    link(number, relationship, member, at: nil)
  }

  /// Puts a member at a place among the living ones; one that is there moves.
  package mutating func insert(
    _ member: Int, in number: Int, _ relationship: ReferenceSchema.Relationship, at index: Int
  ) {
    if !isMember(member, of: number, relationship) { link(number, relationship, member, at: nil) }
    var members = self.members(relationship, of: number)
    members.removeAll { $0 == member }
    members.insert(member, at: min(index, members.count))
    objects[number]?.links[relationship.index] = members
  }

  package mutating func remove(_ member: Int, from number: Int, _ relationship: ReferenceSchema.Relationship)
  {
    if isMember(member, of: number, relationship) { unlink(number, relationship, member) }
  }

  /// Makes these the members, in this order.
  package mutating func replace(
    _ relationship: ReferenceSchema.Relationship, of number: Int, with members: [Int]
  ) {
    var wanted: [Int] = []
    for member in members where !wanted.contains(member) { wanted.append(member) }
    for member in self.members(relationship, of: number) where !wanted.contains(member) {
      unlink(number, relationship, member)
    }
    for member in wanted { add(member, to: number, relationship) }
    if relationship.isOrdered { objects[number]?.links[relationship.index] = wanted }
  }

  /// Enters a pair on both sides. A to-one at either end lets go of what it led to before.
  private mutating func link(
    _ number: Int, _ relationship: ReferenceSchema.Relationship, _ member: Int, at index: Int?
  ) {
    let inverse = schema.relationships[relationship.inverse]
    if !relationship.isToMany, let old = objects[number]?.links[relationship.index]?.first {
      unlink(number, relationship, old)
    }
    if !inverse.isToMany, let old = objects[member]?.links[inverse.index]?.first {
      unlink(member, inverse, old)
    }
    objects[number]?.links[relationship.index, default: []].append(member)
    if relationship.isSelfInverse, number == member { return }
    objects[member]?.links[inverse.index, default: []].append(number)
  }

  /// Takes a pair out on both sides.
  mutating func unlink(_ number: Int, _ relationship: ReferenceSchema.Relationship, _ member: Int) {
    objects[number]?.links[relationship.index]?.removeAll { $0 == member }
    objects[member]?.links[relationship.inverse]?.removeAll { $0 == number }
  }
}
