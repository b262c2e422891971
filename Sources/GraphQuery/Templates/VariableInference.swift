import GraphModel
import GraphValues

/// Finds out what the variables of a predicate are compared with.
///
/// What does not fit the model tells nothing; resolving the predicate reports it.
struct VariableInference {
  /// What stands on the other side of a comparison.
  private struct Subject {
    var kind: TemplateVariable.Kind
    var isOptional = false
    /// Whether it stands for many values, which a variable may be among.
    var isCollection = false
  }

  private let entity: ResolvedEntity
  private let model: ResolvedModel
  private(set) var variables: [TemplateVariable] = []

  init(_ node: PredicateNode, in entity: ResolvedEntity, model: ResolvedModel) {
    self.entity = entity
    self.model = model
    visit(node, [:])
  }

  /// - Parameter members: the entities of the members that subqueries name.
  private mutating func visit(_ node: PredicateNode, _ members: [String: ResolvedEntity]) {
    switch node {
    case .comparison(let comparison): visit(comparison, members)
    case .and(let nodes), .or(let nodes): for node in nodes { visit(node, members) }
    case .not(let node): visit(node, members)
    case .constant, .fullText, .spatial, .invalid: break
    }
  }

  private mutating func visit(_ comparison: Comparison, _ members: [String: ResolvedEntity]) {
    let (left, right) = (comparison.left, comparison.right)
    let listOnRight = comparison.comparison == .isIn || comparison.comparison == .between
    let first = subject(left, members)
    let second = subject(right, members)
    visit(
      left, second, comparison, isList: comparison.comparison == .contains && !second.isCollection, members)
    visit(right, first, comparison, isList: listOnRight, members)
  }

  private mutating func visit(
    _ expression: QueryExpression, _ other: Subject, _ comparison: Comparison, isList: Bool,
    _ members: [String: ResolvedEntity]
  ) {
    switch expression {
    case .variable(let name):
      guard members[name] == nil else { return }
      let isEqual = comparison.comparison == .equal || comparison.comparison == .notEqual
      // A text is contained in a text, not in a list.
      let isText = comparison.comparison == .contains && Self.isText(other.kind)
      add(
        TemplateVariable(
          name: name, kind: other.kind, isList: isList && !isText, isOptional: isEqual && other.isOptional))
    case .list(let elements):
      for element in elements { visit(element, other, comparison, isList: false, members) }
    case .aggregate(let aggregate):
      guard let filter = aggregate.filter, let member = destination(aggregate.collection, members) else {
        return
      }
      visit(filter.node, members.merging([filter.variable: member]) { $1 })
    case .function(_, let arguments):
      for argument in arguments {
        visit(argument, Subject(kind: .unknown), comparison, isList: false, members)
      }
    case .conditional(let node, let first, let second):
      visit(node, members)
      for choice in [first, second] { visit(choice, other, comparison, isList: false, members) }
    case .object, .keyPath, .literal, .range, .invalid: break
    }
  }

  private mutating func add(_ variable: TemplateVariable) {
    guard let index = variables.firstIndex(where: { $0.name == variable.name }) else {
      variables.append(variable)
      return
    }
    if variables[index].kind == .unknown { variables[index] = variable }
  }

  private static func isText(_ kind: TemplateVariable.Kind) -> Bool {
    switch kind {
    case .value(let type), .property(_, _, let type): type == .string || type == .url
    case .object, .unknown: false
    }
  }

  // MARK: The other side

  private func subject(_ expression: QueryExpression, _ members: [String: ResolvedEntity]) -> Subject {
    switch expression {
    case .keyPath(let path): return subject(path, members)
    case .object: return Subject(kind: .object(entity: entity.name))
    case .variable(let name):
      return members[name].map { Subject(kind: .object(entity: $0.name)) } ?? Subject(kind: .unknown)
    case .literal(let value): return Subject(kind: Self.kind(of: value))
    case .aggregate(let aggregate):
      if aggregate.function == .count { return Subject(kind: .value(.int64)) }
      if aggregate.function == .average { return Subject(kind: .value(.double), isOptional: true) }
      guard let value = aggregate.value, let member = destination(aggregate.collection, members) else {
        return Subject(kind: .unknown)
      }
      return subject(value.names, from: member)
    case .range, .list, .function, .conditional, .invalid: return Subject(kind: .unknown)
    }
  }

  private func subject(_ path: PropertyPath, _ members: [String: ResolvedEntity]) -> Subject {
    guard let start = path.variable.map({ members[$0] }) ?? entity else { return Subject(kind: .unknown) }
    return subject(path.names, from: start)
  }

  private func subject(_ names: [String], from start: ResolvedEntity) -> Subject {
    switch try? PathWalker(model: model).target(names, from: start, level: 0) {
    case .column(_, let column, let owner): return subject(column, of: owner)
    case .collection(_, let member, let rest):
      var result =
        rest.isEmpty ? Subject(kind: .object(entity: member.name)) : subject(rest, from: member)
      result.isCollection = true
      return result
    case .entityName: return Subject(kind: .value(.string))
    case nil: return Subject(kind: .unknown)
    }
  }

  private func subject(_ column: QueryColumn, of owner: ResolvedEntity) -> Subject {
    let property = model.hierarchyProperties(ofRoot: owner.rootName).first { $0.slot == Int(column.slot) }
    guard let property else { return Subject(kind: .object(entity: owner.name)) }
    if let relationship = property.relationship {
      return Subject(kind: .object(entity: relationship.destination), isOptional: column.isOptional)
    }
    guard let attribute = property.attribute, !attribute.isArray, attribute.type != .codable else {
      return Subject(kind: .unknown)
    }
    return Subject(
      kind: .property(entity: owner.name, name: property.name, attribute.type),
      isOptional: column.isOptional)
  }

  private func destination(_ path: PropertyPath, _ members: [String: ResolvedEntity]) -> ResolvedEntity? {
    guard let start = path.variable.map({ members[$0] }) ?? entity,
      case .collection(_, let member, let rest) = try? PathWalker(model: model).target(
        path.names, from: start, level: 0), rest.isEmpty
    else { return nil }
    return member
  }

  private static func kind(of value: AttributeValue) -> TemplateVariable.Kind {
    switch value {
    case .bool: .value(.bool)
    case .int: .value(.int64)
    case .double: .value(.double)
    case .decimal: .value(.decimal)
    case .string: .value(.string)
    case .date: .value(.date)
    case .data: .value(.data)
    case .uuid: .value(.uuid)
    case .url: .value(.url)
    case .null, .codable, .array, .reference: .unknown
    }
  }
}
