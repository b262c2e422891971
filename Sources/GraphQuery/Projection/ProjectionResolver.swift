package import Foundation
package import GraphModel
package import GraphValues

/// Looks the columns of a projection up in a model.
package struct ProjectionResolver {
  private let entity: ResolvedEntity
  private let model: ResolvedModel
  private let store: UUID
  private let variables: [String: AttributeValue]
  private var columns: [ResolvedProjection.Column] = []
  /// What each column was made of.
  private var selections: [Selection] = []

  package init(
    entity: ResolvedEntity, model: ResolvedModel, store: UUID, variables: [String: AttributeValue] = [:]
  ) {
    self.entity = entity
    self.model = model
    self.store = store
    self.variables = variables
  }

  /// - Parameters:
  ///   - description: the columns; none for all attributes.
  ///   - sortKeys: the order of groups or of distinct rows; of other rows it is the order of their objects.
  /// - Throws: ``QueryError`` for unknown keys, columns that are no single value, columns of groups that their objects
  ///   do not have in common, and conditions and orders that do not fit the columns.
  package mutating func resolve(
    _ description: ProjectionDescription, sortKeys: [SortKey]
  ) throws(QueryError) -> ResolvedProjection {
    let wanted = description.columns.isEmpty ? attributes : description.columns
    let isGrouped = description.isGrouped
    for selection in wanted {
      if isGrouped { try checkGrouped(selection, description.groups) }
      try add(selection)
    }
    let visibleCount = columns.count
    var groups: [Int] = []
    for selection in description.groups {
      guard case .value = selection.content else {
        throw QueryError(
          .typeMismatch, "\(selection.text) is worked out from groups: they cannot be made by it",
          entity: entity.name)
      }
      let index = try place(of: selection)
      try checkComparable(index, "grouped by")
      groups.append(index)
    }
    if description.isDistinct {
      for index in 0..<visibleCount { try checkComparable(index, "told apart") }
    }
    for term in description.havingTerms { _ = try place(of: Selection(term.content, name: term.text)) }
    let order =
      isGrouped || description.isDistinct
      ? try order(description, sortKeys, visibleCount: visibleCount) : []
    // Of groups only what is seen tells rows apart, and not what else they are made by.
    let needsRows =
      description.having != nil || !order.isEmpty || (isGrouped && description.isDistinct)
    let rows = needsRows ? RowEntity(columns) : nil
    return ResolvedProjection(
      columns: columns, visibleCount: visibleCount, isGrouped: isGrouped,
      isDistinct: description.isDistinct, groups: groups, order: order,
      having: try having(description.having, rows), rows: rows)
  }

  /// The attributes that have columns in the store.
  private var attributes: [Selection] {
    entity.properties.compactMap { property in
      guard let attribute = property.attribute, property.isPersistent, !attribute.isExternal else {
        return nil
      }
      return Selection(.value(.keyPath(PropertyPath(dotted: property.name))), name: property.name)
    }
  }

  // MARK: Columns

  /// The column of a selection: one that there is, or a new one behind the others.
  private mutating func place(of selection: Selection) throws(QueryError) -> Int {
    let found = selections.firstIndex {
      $0.content == selection.content && (selection.givenName == nil || $0.name == selection.givenName)
    }
    if let found { return found }
    try add(selection)
    return columns.count - 1
  }

  private mutating func add(_ selection: Selection) throws(QueryError) {
    var name = selection.name
    if columns.contains(where: { $0.name == name }) {
      var number = 2
      while columns.contains(where: { $0.name == "\(name) \(number)" }) { number += 1 }
      name += " \(number)"
    }
    columns.append(try column(selection, name))
    selections.append(selection)
  }

  private func column(
    _ selection: Selection, _ name: String
  ) throws(QueryError) -> ResolvedProjection.Column {
    switch selection.content {
    case .invalid(let error): throw error
    case .value(let expression):
      let value = try resolve(expression)
      if value.column.kind == .external {
        throw QueryError(
          .unsupported, "\(selection.text) is \(value.column.kind.phrase): read it of its object",
          keyPath: selection.text, entity: entity.name)
      }
      return ResolvedProjection.Column(
        name: name, function: nil, isDistinct: false, argument: value, column: value.column,
        codec: codec(of: value), home: home(of: value))
    case .aggregate(let function, let expression, let isDistinct):
      guard let expression else {
        return ResolvedProjection.Column(
          name: name, function: .count, isDistinct: false, argument: nil,
          column: .values(of: .int64, isOptional: false), codec: nil, home: nil)
      }
      let value = try resolve(expression)
      if isDistinct { try checkComparable(value, selection.text, "told apart") }
      guard let result = value.column.groupResult(of: function) else {
        throw QueryError(
          .typeMismatch,
          "\(Selection.name(of: function)) of \(value.column.kind.phrase) is not defined: \(selection.text)",
          keyPath: FormatWriter.text(expression), entity: entity.name)
      }
      return ResolvedProjection.Column(
        name: name, function: function, isDistinct: isDistinct, argument: value, column: result, codec: nil,
        home: nil)
    }
  }

  private func resolve(_ expression: QueryExpression) throws(QueryError) -> ResolvedExpression {
    try expression.resolve(in: entity, model: model, variables: variables, store: store)
  }

  private func home(of value: ResolvedExpression) -> ObjectHome? {
    value.root.map { ObjectHome(store: store, entity: $0, root: $0) }
  }

  /// How a property's values are kept where they are not single ones.
  private func codec(of value: ResolvedExpression) -> AttributeCodec? {
    guard value.column.kind == .array, case .column(let path, let column) = value.operand else { return nil }
    let root = (path.steps.last?.destination(in: model) ?? entity).rootName
    return model.hierarchyProperties(ofRoot: root).first { $0.slot == Int(column.slot) }?.attribute?.codec
  }

  // MARK: Groups

  /// Of a group only what its objects have in common, or what is worked out from all of them, is one value.
  private func checkGrouped(_ selection: Selection, _ groups: [Selection]) throws(QueryError) {
    guard case .value(let expression) = selection.content else { return }
    if case .literal = expression { return }
    if groups.contains(where: { $0.content == selection.content }) { return }
    throw QueryError(
      .typeMismatch,
      "\(selection.text) is neither grouped by nor worked out from the group, whose objects may each have another",
      keyPath: selection.text, entity: entity.name)
  }

  private func checkComparable(_ index: Int, _ use: String) throws(QueryError) {
    guard let argument = columns[index].argument, columns[index].function == nil else { return }
    try checkComparable(argument, columns[index].name, use)
  }

  private func checkComparable(
    _ value: ResolvedExpression, _ text: String, _ use: String
  ) throws(QueryError) {
    switch value.column.kind {
    case .array, .codable, .external:
      throw QueryError(
        .typeMismatch, "\(text) is \(value.column.kind.phrase), which cannot be \(use)", keyPath: text,
        entity: entity.name)
    default: break
    }
  }

  private mutating func order(
    _ description: ProjectionDescription, _ sortKeys: [SortKey], visibleCount: Int
  ) throws(QueryError) -> [ResolvedProjection.Order] {
    var result: [ResolvedProjection.Order] = []
    for (selection, ascending) in description.order {
      try checkGrouped(selection, description.groups)
      let index = try place(of: selection)
      try checkSortable(index, visibleCount: visibleCount, description)
      result.append(ResolvedProjection.Order(column: index, ascending: ascending, options: []))
    }
    for key in sortKeys {
      let known = description.isDistinct && !description.isGrouped ? visibleCount : columns.count
      guard let index = columns[..<known].firstIndex(where: { $0.name == key.keyPath }) else {
        throw QueryError(
          .typeMismatch,
          "\"\(key.keyPath)\" is no column of the rows, by which alone they can be sorted where objects are "
            + (description.isGrouped ? "grouped" : "told apart"), keyPath: key.keyPath, entity: entity.name,
          suggestion: NearName.of(key.keyPath, in: columns[..<known].map(\.name)))
      }
      try checkSortable(index, visibleCount: visibleCount, description)
      result.append(
        ResolvedProjection.Order(column: index, ascending: key.ascending, options: key.options.canonical))
      if !key.options.isEmpty, !columns[index].column.isText {
        throw QueryError(
          .typeMismatch,
          "\"\(key.keyPath)\" is \(columns[index].column.kind.phrase); [\(key.options.letters)] sorts strings only",
          keyPath: key.keyPath, entity: entity.name)
      }
    }
    return result
  }

  private func checkSortable(
    _ index: Int, visibleCount: Int, _ description: ProjectionDescription
  ) throws(QueryError) {
    if description.isDistinct, index >= visibleCount {
      throw QueryError(
        .typeMismatch, "distinct rows are sorted by what they have, and \(columns[index].name) is none of it",
        entity: entity.name)
    }
    switch columns[index].column.kind {
    case .array, .codable, .external, .reference, .object:
      throw QueryError(
        .typeMismatch, "\(columns[index].name) is \(columns[index].column.kind.phrase), which has no order",
        keyPath: columns[index].name, entity: entity.name)
    default: break
    }
  }

  private func having(
    _ predicate: QueryPredicate?, _ rows: RowEntity?
  ) throws(QueryError) -> ResolvedPredicate? {
    guard let predicate, let rows else { return nil }
    return try predicate.resolve(in: rows.entity, model: rows.model, variables: variables, store: store)
  }
}
