/// What the generator cannot make code of: every reason found, not just the first.
package struct GenerationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One reason.
  package struct Reason: Sendable, Hashable, CustomStringConvertible {
    /// The entity, or nil for the model as a whole.
    package let entity: String?
    /// The attribute or relationship, or nil for the entity as a whole.
    package let property: String?
    /// What is wrong and what to do.
    package let message: String

    package init(entity: String?, property: String? = nil, _ message: String) {
      self.entity = entity
      self.property = property
      self.message = message
    }

    /// `ENTITY.PROPERTY: MESSAGE`.
    package var description: String {
      guard let entity else { return message }
      return "\(entity)\(property.map { "." + $0 } ?? ""): \(message)"
    }
  }

  /// The reasons in the model's order.
  package let reasons: [Reason]

  package init(_ reasons: [Reason]) {
    self.reasons = reasons
  }

  /// The reasons, a line each.
  package var description: String {
    reasons.map(\.description).joined(separator: "\n")
  }
}
