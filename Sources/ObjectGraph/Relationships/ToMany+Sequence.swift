/// What is asked of all members is answered with one query, and what one member answers reads that one only.
extension ToMany {
  /// The number of members where they are known, else 0: asking costs no query.
  public var underestimatedCount: Int {
    guard let link else { return 0 }
    return object.collections?[link.place].members?.count ?? 0
  }

  // swift-format-ignore: NoLeadingUnderscores
  /// The members, as `Array(posts)` and `sorted()` ask for them: without the question how many they are first.
  public func _copyToContiguousArray() -> ContiguousArray<Element> {
    guard let link else { return [] }
    return ContiguousArray(object.members(link).map { Element(unchecked: $0) })
  }

  /// The results of a closure for the members, in order.
  public func map<Result, Failure: Error>(_ transform: (Element) throws(Failure) -> Result) throws(Failure)
    -> [Result]
  {
    var results: [Result] = []
    for member in self { results.append(try transform(member)) }
    return results
  }

  /// The members as they are now with their places, as `Array(posts.enumerated())` asks for them: without the question
  /// how many they are first.
  public func enumerated() -> EnumeratedSequence<[Element]> { Array(self).enumerated() }

  /// The members as they are now; what is done with them is done as late as the result is asked for.
  public var lazy: LazySequence<[Element]> { Array(self).lazy }

  /// The first member, or nil.
  ///
  /// - Complexity: O(1) where the members are known; otherwise one query, which reads no other member. It answers for all
  ///   objects that were fetched with this one.
  public var first: Element? {
    guard let link, let key = object.firstMemberKey(link) else { return nil }
    return Element(unchecked: link.object(key))
  }

  /// The last member, or nil; complexity O(1) where the members are known, otherwise one query.
  public var last: Element? {
    guard let link, let key = object.memberKeys(link).last else { return nil }
    return Element(unchecked: link.object(key))
  }
}
