package import GraphValues

extension ReferenceGraph {
  /// What a derived attribute of a stored object is once all is saved; nil for an object that is not stored.
  package func storedValue(_ derived: ReferenceModel.Derived, of number: Int) -> AttributeValue? {
    guard let object = stored[number] else { return nil }
    func members(_ name: String) -> [Object] {
      guard let relationship = schema.relationship(name, of: object.entity) else { return [] }
      return (object.links[relationship.index] ?? []).compactMap { stored[$0] }
    }
    switch derived.source {
    case .count(let name): return .int(Int64(members(name).count))
    case .sum(let name, let attribute):
      var sum: Int64 = 0
      for member in members(name) {
        if case .int(let value)? = member.values[attribute] { sum += value }
      }
      return .int(sum)
    case .lowercase(let attribute):
      guard case .string(let text)? = object.values[attribute] else { return .null }
      return .string(text.lowercased())
    }
  }
}
