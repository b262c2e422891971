/// What the list `attributes` of an entity holds.
package enum AttributeElement: Sendable, Hashable {
  case attribute(AttributeDescription)
  case composite(CompositeDescription)
}

extension EntityDescription {
  /// Its own attributes and composites in the order of the file.
  package var attributeElements: [AttributeElement] {
    var result: [AttributeElement] = []
    result.reserveCapacity(attributes.count + composites.count)
    var rest = composites[...]
    for (index, attribute) in attributes.enumerated() {
      while let composite = rest.first, composite.position <= index {
        result.append(.composite(rest.removeFirst()))
      }
      result.append(.attribute(attribute))
    }
    return result + rest.map { .composite($0) }
  }
}
