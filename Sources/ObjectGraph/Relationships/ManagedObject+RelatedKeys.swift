import GraphModel
import GraphValues

/// Relationships by name, for entities known only at run time.
extension ManagedObject {
  /// The object that a to-one leads to, or nil.
  ///
  /// - Throws: ``GraphError``: `unknownProperty`, with a near suggestion; errors of a fault that cannot be filled.
  public func relatedObject(forKey key: String) throws -> ManagedObject? {
    let link = try toOneLink(key)
    try fulfill()
    return related(link)
  }

  /// The objects that a to-many leads to, in their order; where it has none, in the order of their insertion.
  ///
  /// - Complexity: O(members); a fault is read with one query.
  /// - Throws: ``GraphError``: `unknownProperty`, with a near suggestion; the store's errors.
  public func relatedObjects(forKey key: String) throws -> [ManagedObject] {
    let link = try toManyLink(key)
    settleDeletions()
    if collections?[link.place].members == nil, state.isDisjoint(with: [.inserted, .detached]) {
      try MemberLoader(link).load(for: self)
    }
    return members(link)
  }

  /// Sets a to-one; the other side follows.
  ///
  /// - Throws: ``GraphError``: `unknownProperty`, `wrongEntity`, `foreignObject`, `missingObject` for a deleted
  ///   object, errors of a fault that cannot be filled.
  public func setRelatedObject(_ object: ManagedObject?, forKey key: String) throws {
    let link = try toOneLink(key)
    try fulfill()
    try checkRelatable(link.relationship)
    if let object { try checkRelated(object, link.relationship, link.destination) }
    relate(link, to: object)
  }

  /// Sets the members of a to-many; the other sides follow. An object that is named twice counts once.
  ///
  /// - Throws: as ``setRelatedObject(_:forKey:)``.
  public func setRelatedObjects(_ objects: [ManagedObject], forKey key: String) throws {
    let link = try toManyLink(key)
    try check(objects, link)
    replaceMembers(link, with: objects)
  }

  /// Adds a member to a to-many, at the end where it is ordered. A member that is there stays where it is.
  ///
  /// - Throws: as ``setRelatedObject(_:forKey:)``.
  public func add(_ object: ManagedObject, toRelationship key: String) throws {
    let link = try toManyLink(key)
    try check([object], link)
    add(object, link)
  }

  /// Puts a member at a place of an ordered to-many; a member that is there moves.
  ///
  /// - Parameter index: the place it has afterwards.
  /// - Throws: as ``setRelatedObject(_:forKey:)``, and `invalidValue` where the index is out of range or the
  ///   relationship is not ordered.
  public func insert(_ object: ManagedObject, toRelationship key: String, at index: Int) throws {
    let link = try toManyLink(key)
    try check([object], link)
    let count = try relatedObjects(forKey: key).count - (hasMember(object, link) ? 1 : 0)
    try checkOrdered(link)
    try check(index, 0...count, link)
    place(object, at: index, link)
  }

  /// Moves a member of an ordered to-many.
  ///
  /// - Parameters:
  ///   - source: the place it has.
  ///   - target: the place it has afterwards.
  /// - Throws: as ``insert(_:toRelationship:at:)``.
  public func moveRelated(from source: Int, to target: Int, inRelationship key: String) throws {
    let link = try toManyLink(key)
    try checkRelatable(link.relationship)
    try checkOrdered(link)
    let members = try relatedObjects(forKey: key)
    try check(source, 0...max(0, members.count - 1), link)
    try check(target, 0...max(0, members.count - 1), link)
    if members.isEmpty { return }
    place(members[source], at: target, link)
  }

  /// Takes a member out of a to-many; an object that is none is passed over.
  ///
  /// - Throws: as ``setRelatedObject(_:forKey:)``.
  public func remove(_ object: ManagedObject, fromRelationship key: String) throws {
    let link = try toManyLink(key)
    try checkRelatable(link.relationship)
    guard object.core === core else { return }
    remove(object, link)
  }

  /// The members as objects.
  func members(_ link: ToManyLink) -> [ManagedObject] {
    let keys = memberKeys(link)
    batchFaults(keys, link)
    return keys.map { link.object($0) }
  }

  /// Members that are not registered any more are read again together.
  func batchFaults(_ keys: ArraySlice<Int64>, _ link: ToManyLink) {
    let hierarchy = link.destination.hierarchy
    func isMissing(_ key: Int64) -> Bool { hierarchy.map[key] == nil && !hierarchy.hasRow(key) }
    guard keys.count > 1, keys.contains(where: isMissing) else { return }
    hierarchy.batchFaults(keys.filter(isMissing))
  }

  /// Makes these objects the members: those that stay keep their rows where their order allows.
  func replaceMembers(_ link: ToManyLink, with objects: [ManagedObject]) {
    var seen: Set<Int64> = []
    let wanted = objects.filter { seen.insert($0.key).inserted }
    for key in memberKeys(link) where !seen.contains(key) { remove(link.object(key), link) }
    for (index, object) in wanted.enumerated() {
      if link.isOrdered {
        let members = memberKeys(link)
        if index < members.count, members[members.startIndex + index] == object.key { continue }
        place(object, at: index, link)
      } else {
        add(object, link)
      }
    }
  }

  private func toOneLink(_ key: String) throws -> ToOneLink {
    let relationships = knownRegistry.relationships
    if let link = relationships.toOnes.first(where: { $0.relationship.name == key }) { return link }
    throw unknownRelationship(key, leads: "one object", among: relationships.toOnes.map(\.relationship.name))
  }

  private func toManyLink(_ key: String) throws -> ToManyLink {
    let relationships = knownRegistry.relationships
    if let link = relationships.toManys.first(where: { $0.relationship.name == key }) { return link }
    throw unknownRelationship(
      key, leads: "many objects", among: relationships.toManys.map(\.relationship.name))
  }

  private func unknownRelationship(_ key: String, leads: String, among names: [String]) -> GraphError {
    let near = Suggestion.nearest(to: key, among: names)
    let entity = registry.entity.name
    return GraphError(
      .unknownProperty,
      "\(entity) has no relationship \"\(key)\" that leads to \(leads)"
        + (near.map { "; did you mean \"\($0)\"?" } ?? ""), entity: entity, properties: [key], objectID: id)
  }

  private func check(_ objects: [ManagedObject], _ link: ToManyLink) throws {
    try checkRelatable(link.relationship)
    for object in objects { try checkRelated(object, link.relationship, link.destination) }
  }

  func checkRelatable(_ relationship: ResolvedRelationship) throws {
    if isRelatable { return }
    throw GraphError(
      .missingObject, "\(id) is deleted: its relationships do not change any more",
      entity: registry.entity.name, properties: [relationship.name], objectID: id)
  }

  private func checkOrdered(_ link: ToManyLink) throws {
    if link.isOrdered { return }
    throw GraphError(
      .invalidValue,
      "\(registry.entity.name).\(link.relationship.name) is not ordered: its members have no places",
      entity: registry.entity.name, properties: [link.relationship.name], objectID: id)
  }

  private func check(_ index: Int, _ range: ClosedRange<Int>, _ link: ToManyLink) throws {
    if range.contains(index) { return }
    throw GraphError(
      .invalidValue,
      "the index \(index) is out of range for \(registry.entity.name).\(link.relationship.name), which has places "
        + "\(range.lowerBound) to \(range.upperBound)",
      entity: registry.entity.name, properties: [link.relationship.name], objectID: id)
  }
}
