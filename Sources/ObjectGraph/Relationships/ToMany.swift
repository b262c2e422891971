public import GraphQuery
public import GraphValues

/// The objects that a to-many relationship of an object leads to.
///
/// It is a view of the relationship, not a copy: what is added or removed by it, or by setting the members' own
/// relationships, is seen by everyone at once. Members come in the relationship's order; where the model gives it
/// none, in the order of their insertion.
///
/// Reading the members of one object reads, with the same query, those of all objects that were fetched with it.
/// ``count``, ``isEmpty`` and ``contains(_:)`` read no members, ``first`` reads one.
public struct ToMany<Element: Entity>: RandomAccessCollection {
  let object: ManagedObject
  let link: ToManyLink?

  init(_ object: ManagedObject, _ link: ToManyLink?) {
    self.object = object
    self.link = link
  }

  private var keys: ArraySlice<Int64> { link.map { object.memberKeys($0) } ?? [] }

  // MARK: Reading

  /// 0.
  public var startIndex: Int { 0 }

  /// The number of members.
  public var endIndex: Int { keys.count }

  /// The number of members; complexity O(1) where they are known, otherwise one query that reads none of them. It answers
  /// for all objects that were fetched with this one.
  public var count: Int { link.map { object.memberCount($0) } ?? 0 }

  /// Whether there are no members; complexity as ``first``.
  public var isEmpty: Bool { link.map { object.firstMemberKey($0) == nil } ?? true }

  /// The member at an index; complexity O(1).
  public subscript(index: Int) -> Element {
    let keys = keys
    precondition(keys.indices.contains(keys.startIndex + index), "the index \(index) is out of range")
    return member(keys[keys.startIndex + index])
  }

  /// The members as they are now; changes while iterating are not seen.
  public func makeIterator() -> Iterator {
    let keys = keys
    if let link { object.batchFaults(keys, link) }
    // Members that nobody but the iteration holds lead on together.
    let held = object.core.isAbandoned ? keys.compactMap { link?.object($0) } : []
    return Iterator(object: object, link: link, keys: keys.makeIterator(), held: held)
  }

  /// Iterates over the members of a relationship.
  public struct Iterator: IteratorProtocol {
    /// Keeps what the link leads to.
    let object: ManagedObject
    let link: ToManyLink?
    var keys: ArraySlice<Int64>.Iterator
    let held: [ManagedObject]

    /// The next member, or nil.
    public mutating func next() -> Element? {
      guard let link, let key = keys.next() else { return nil }
      return Element(unchecked: link.object(key))
    }
  }

  /// Whether an object is a member; complexity O(1) where the members or the object are known, otherwise one query.
  public func contains(_ member: Element) -> Bool {
    guard let link, member.object.core === object.core else { return false }
    return object.hasMember(member.object, link)
  }

  /// The members' IDs in order.
  public var ids: [ObjectID] {
    guard let link else { return [] }
    return keys.map {
      link.destination.hierarchy.map[$0]?.id ?? ObjectID(home: link.destination.home, key: $0)
    }
  }

  private func member(_ key: Int64) -> Element {
    guard let link else { return Element(unchecked: object) }
    return Element(unchecked: link.object(key))
  }

  // MARK: Changing

  /// Adds a member at the end; one that is there stays where it is.
  public func append(_ member: Element) {
    guard let link, accepts(member) else { return }
    object.add(member.object, link)
  }

  /// Adds members at the end.
  public func append(contentsOf members: some Sequence<Element>) {
    for member in Array(members) { append(member) }
  }

  /// Adds a member; one that is there stays where it is.
  public func insert(_ member: Element) { append(member) }

  /// Puts a member at a place of an ordered relationship; one that is there moves. Where the relationship has no
  /// order the index says nothing.
  ///
  /// - Parameter index: the place it has afterwards; one beyond the end means the end.
  public func insert(_ member: Element, at index: Int) {
    guard let link, accepts(member) else { return }
    object.place(member.object, at: index, link)
  }

  /// Moves a member of an ordered relationship to another place.
  ///
  /// - Complexity: O(members) in memory; a save writes one row, now and then a few more.
  /// - Parameters:
  ///   - source: the place it has.
  ///   - target: the place it has afterwards.
  public func move(from source: Int, to target: Int) {
    guard let link, object.isRelatable, link.isOrdered, indices.contains(source) else { return }
    object.place(self[source].object, at: Swift.min(target, endIndex - 1), link)
  }

  /// Takes a member out; an object that is none is passed over.
  public func remove(_ member: Element) {
    guard let link, object.isRelatable, member.object.core === object.core else { return }
    object.remove(member.object, link)
  }

  /// Takes out the member at an index.
  ///
  /// - Returns: the member.
  @discardableResult
  public func remove(at index: Int) -> Element {
    let member = self[index]
    remove(member)
    return member
  }

  /// Takes out all members.
  public func removeAll() { replaceAll(with: []) }

  /// Takes out the members that a condition names.
  public func removeAll(where isGone: (Element) throws -> Bool) rethrows {
    for member in try filter(isGone) { remove(member) }
  }

  /// Makes these objects the members, in this order; an object that is named twice counts once.
  public func replaceAll(with members: some Sequence<Element>) {
    guard let link, object.isRelatable else { return }
    object.replaceMembers(link, with: members.filter(accepts).map(\.object))
  }

  /// Whether an object can become a member; why not is kept for the context's next throwing call.
  private func accepts(_ member: Element) -> Bool {
    guard let link, object.isRelatable else { return false }
    do {
      try object.checkRelated(member.object, link.relationship, link.destination)
      return true
    } catch {
      object.core.record(error)
      return false
    }
  }
}

extension ToMany: CustomStringConvertible {
  /// The members' descriptions; a fault is not read for it.
  public var description: String {
    guard let link, let members = object.collections?[link.place].members else { return "(fault)" }
    return "[" + members.map { link.object($0).description }.joined(separator: ", ") + "]"
  }
}

extension ToMany: Equatable {
  /// Whether both have the same members in the same order.
  public static func == (left: ToMany, right: ToMany) -> Bool {
    (left.object === right.object && left.link === right.link) || left.elementsEqual(right)
  }
}

extension ToMany {
  /// The members that meet a predicate, in order.
  ///
  /// - Throws: `QueryError` where the predicate does not fit the model; the reason why members could not be read.
  public func filtered(by predicate: QueryPredicate) throws -> [Element] {
    guard let link else { return [] }
    let core = object.core
    let members = Array(self)
    try core.throwRecordedError()
    let resolved = try predicate.resolve(
      in: link.destination.entity, model: core.model, store: core.store.identifier)
    return try members.filter { try resolved.matches($0.object) }
  }

  /// The members in another order; members that are equal in it keep the order of their insertion.
  ///
  /// - Throws: as ``filtered(by:)``.
  public func sorted(by keys: [SortKey]) throws -> [Element] {
    guard let link else { return [] }
    let core = object.core
    let members = Array(self)
    try core.throwRecordedError()
    let order = try ResolvedSort.resolve(keys, in: link.destination.entity, model: core.model)
    return try members.sorted { try order.precedes($0.object, $1.object) }
  }
}

extension ManagedObject {
  /// The view of a to-many relationship.
  @_spi(Generated) public func toMany<Typed: Entity>(_ type: Typed.Type, at place: Int) -> ToMany<Typed> {
    ToMany(self, registry.relationships.toMany(at: place))
  }

  /// Sets the members of a to-many relationship.
  @_spi(Generated) public func setToMany<Typed: Entity>(_ members: [Typed], at place: Int) {
    toMany(Typed.self, at: place).replaceAll(with: members)
  }
}
