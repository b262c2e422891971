import GraphModel

/// How many objects a to-many may lead to.
enum CountValidator {
  static func validate(_ object: ManagedObject, into failures: inout [ValidationFailure]) {
    for link in object.registry.relationships.toManys {
      let relationship = link.relationship
      let least = relationship.leastCount
      guard least > 0 || relationship.maximumCount != nil else { continue }
      // An object that a dangling reference led to is not there, and has no members to count.
      if object.isFault, (try? object.fulfill()) == nil { return }
      let count = object.memberCount(link)
      if count < least {
        fail(
          object, relationship, .minimumCount, "at least \(least) are required, and there are \(count)",
          &failures)
      }
      if let most = relationship.maximumCount, count > most {
        fail(
          object, relationship, .maximumCount, "at most \(most) are allowed, and there are \(count)",
          &failures)
      }
    }
  }

  private static func fail(
    _ object: ManagedObject, _ relationship: ResolvedRelationship, _ rule: ValidationFailure.Rule,
    _ message: String, _ failures: inout [ValidationFailure]
  ) {
    failures.append(
      ValidationFailure(objectID: object.id, property: relationship.name, rule: rule, message: message))
  }
}
