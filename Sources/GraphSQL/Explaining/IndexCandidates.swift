package import GraphModel
package import GraphQuery

/// Indexes that might serve a query, by what it compares and sorts by.
///
/// They are guesses: ask SQLite with each in place.
package struct IndexCandidates {
  /// An index that an entity might declare.
  package struct Candidate: Sendable, Hashable {
    package let entity: String
    package let elements: [Element]

    package struct Element: Sendable, Hashable {
      package let property: String
      package let isDescending: Bool
    }

    /// The properties as a model file names them.
    package var properties: [String] {
      elements.map { $0.isDescending ? "\($0.property) desc" : $0.property }
    }
  }

  /// Groups of indexes that serve together, the most promising first.
  package private(set) var groups: [[Candidate]] = []
  /// Text attributes that are searched in a way no index of values serves, by entity.
  package private(set) var searched: [Candidate] = []
  private let model: ResolvedModel

  package init(
    _ predicate: PredicateShape?, sort: ResolvedSort?, of entity: ResolvedEntity, in model: ResolvedModel
  ) {
    self.model = model
    visit(predicate, sort: sort, entity)
  }

  private mutating func visit(_ shape: PredicateShape?, sort: ResolvedSort?, _ entity: ResolvedEntity) {
    let parts = shape.map(Self.conjunction) ?? []
    var equal: [Candidate.Element] = []
    var ranges: [Candidate.Element] = []
    for part in parts {
      switch part {
      case .compare(let column, .equal, _), .isIn(let column, [], _), .isNull(let column):
        add(column, of: entity, to: &equal)
      case .compare(let column, let relation, _) where relation != .notEqual:
        add(column, of: entity, to: &ranges)
      case .text(let column, .beginsWith, [], _): add(column, of: entity, to: &ranges)
      case .text(let column, let test, _, _) where test == .contains || test == .like:
        var found: [Candidate.Element] = []
        add(column, of: entity, to: &found)
        if !found.isEmpty { searched.append(Candidate(entity: entity.name, elements: found)) }
      case .or(let shapes): visitAlternatives(shapes, entity)
      case .exists(let path, let shape): visitExistence(path, shape, entity)
      default: break
      }
    }
    let sorted = elements(of: sort, entity)
    let first = ranges.first
    propose(entity, equal + sorted)
    if let first { propose(entity, equal + [first]) }
    propose(entity, equal)
    for element in equal { propose(entity, [element]) }
    propose(entity, sorted)
  }

  private mutating func visitAlternatives(_ shapes: [PredicateShape], _ entity: ResolvedEntity) {
    var group: [Candidate] = []
    for shape in shapes {
      let inner = IndexCandidates(shape, sort: nil, of: entity, in: model)
      guard let best = inner.groups.first else { return }
      group += best.filter { !group.contains($0) }
      searched += inner.searched
    }
    if !group.isEmpty { groups.append(group) }
  }

  private mutating func visitExistence(
    _ path: RelationPath, _ shape: PredicateShape, _ entity: ResolvedEntity
  ) {
    guard let destination = path.steps.last?.destination(in: model) else { return }
    visit(shape, sort: nil, destination)
  }

  private mutating func propose(_ entity: ResolvedEntity, _ elements: [Candidate.Element]) {
    if elements.isEmpty { return }
    let group = [Candidate(entity: entity.name, elements: elements)]
    if !groups.contains(group) { groups.append(group) }
  }

  /// The properties of a sort that one index can give; none where it follows relationships or folds texts.
  private func elements(of sort: ResolvedSort?, _ entity: ResolvedEntity) -> [Candidate.Element] {
    var result: [Candidate.Element] = []
    for key in sort?.keys ?? [] {
      guard let column = key.ownColumn, key.options.isEmpty, let name = name(of: column, entity),
        !result.contains(where: { $0.property == name })
      else { return [] }
      result.append(Candidate.Element(property: name, isDescending: !key.ascending))
    }
    return result
  }

  private func add(_ column: QueryColumn, of entity: ResolvedEntity, to elements: inout [Candidate.Element]) {
    guard let name = name(of: column, entity), !elements.contains(where: { $0.property == name }) else {
      return
    }
    elements.append(Candidate.Element(property: name, isDescending: false))
  }

  /// The property of a column, where an index may have it.
  private func name(of column: QueryColumn, _ entity: ResolvedEntity) -> String? {
    switch column.kind {
    case .object, .reference, .array, .codable, .external: return nil
    default: break
    }
    return entity.properties.first { $0.slot == Int(column.slot) && $0.isPersistent }?.name
  }

  private static func conjunction(_ shape: PredicateShape) -> [PredicateShape] {
    if case .and(let shapes) = shape { return shapes.flatMap(conjunction) }
    return [shape]
  }
}
