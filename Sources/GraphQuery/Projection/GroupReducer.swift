import Foundation
package import GraphValues

/// Makes the rows of a projection out of objects in memory, exactly as SQL does.
package struct GroupReducer {
  private struct Group {
    /// The values of the columns that are no aggregates: what the objects have in common.
    var common: [AttributeValue]
    var count: Int64 = 0
    /// The values that are not nil of each column that is an aggregate, with their objects' keys.
    var values: [[(key: Int64, value: AttributeValue)]]
  }

  private let projection: ResolvedProjection
  private var groups: [[AttributeValue]: Int] = [:]
  private var states: [Group] = []

  /// - Parameter projection: one whose rows are groups, or distinct.
  package init(_ projection: ResolvedProjection) {
    self.projection = projection
    // All objects are one group, though there be none.
    if projection.isGrouped, projection.groups.isEmpty {
      states = [Group(common: [], values: [[(Int64, AttributeValue)]](repeating: [], count: columns.count))]
      groups = [[]: 0]
    }
  }

  private var columns: [ResolvedProjection.Column] { projection.columns }

  /// Adds an object.
  package mutating func add(_ source: some SlotSource) throws(QueryError) {
    var common: [AttributeValue] = []
    common.reserveCapacity(columns.count)
    var key: [AttributeValue] = []
    for column in columns {
      common.append(column.function == nil ? try column.value(for: source) : .null)
    }
    if projection.isGrouped {
      for index in projection.groups { key.append(common[index]) }
    } else {
      key = Array(common[..<projection.visibleCount])
    }
    let index: Int
    if let known = groups[key] {
      index = known
    } else {
      index = states.count
      groups[key] = index
      states.append(
        Group(common: [], values: [[(Int64, AttributeValue)]](repeating: [], count: columns.count)))
    }
    if states[index].count == 0 { states[index].common = common }
    states[index].count += 1
    for (place, column) in columns.enumerated() where column.function != nil {
      guard let value = try column.argument?.value(for: source), !value.isNull else { continue }
      states[index].values[place].append((source.objectKey, value))
    }
  }

  /// The rows that meet the condition, in order, with the columns that are seen.
  package mutating func rows() throws(QueryError) -> [[AttributeValue]] {
    var rows: [[AttributeValue]] = []
    for index in states.indices {
      let row = try row(index)
      if let having = projection.having, let entity = projection.rows,
        try !having.matches(RowEntity.Row(values: row, columns: entity.columns))
      {
        continue
      }
      rows.append(row)
    }
    if projection.isDistinct, projection.isGrouped {
      var seen: Set<[AttributeValue]> = []
      rows = rows.filter { seen.insert(Array($0[..<projection.visibleCount])).inserted }
    }
    rows.sort(by: precedes)
    return rows.map { Array($0[..<projection.visibleCount]) }
  }

  private mutating func row(_ index: Int) throws(QueryError) -> [AttributeValue] {
    var row: [AttributeValue] = []
    row.reserveCapacity(columns.count)
    for (place, column) in columns.enumerated() {
      guard let function = column.function else {
        // Constants, where there is no object.
        row.append(states[index].common.isEmpty ? try column.constant() : states[index].common[place])
        continue
      }
      row.append(try aggregate(function, column, index, place))
    }
    return row
  }

  private mutating func aggregate(
    _ function: CollectionAggregate.Function, _ column: ResolvedProjection.Column, _ index: Int, _ place: Int
  ) throws(QueryError) -> AttributeValue {
    guard let argument = column.argument else { return .int(states[index].count) }
    let scale = argument.operand.scale
    switch function {
    case .count where column.isDistinct:
      return .int(Int64(Set(states[index].values[place].map(\.value)).count))
    default: return try function.result(&states[index].values[place], of: argument.column.kind, scale: scale)
    }
  }

  private func precedes(_ first: [AttributeValue], _ second: [AttributeValue]) -> Bool {
    for key in projection.order {
      let order = ResolvedSort.order(
        ResolvedSort.comparable(first[key.column], key.options),
        ResolvedSort.comparable(second[key.column], key.options))
      if order != 0 { return (order < 0) == key.ascending }
    }
    for column in projection.finalOrder {
      let order = ResolvedSort.order(first[column], second[column])
      if order != 0 { return order < 0 }
    }
    return false
  }
}

extension ResolvedProjection.Column {
  /// The column's value for an object; an object as its ID.
  package func value(for source: some SlotSource) throws(QueryError) -> AttributeValue {
    guard let argument else { return .null }
    let value = try argument.value(for: source)
    if let home, case .int(let key) = value { return .reference(ObjectID(home: home, key: key)) }
    return value
  }

  /// The value where there is no object.
  fileprivate func constant() throws(QueryError) -> AttributeValue { try value(for: NoObject()) }
}

extension QueryColumn {
  /// What an aggregate of the values of a group is; nil where there is none.
  func groupResult(of function: CollectionAggregate.Function) -> QueryColumn? {
    switch (function, kind) {
    case (.count, _): .values(of: .int64, isOptional: false)
    default: result(of: function)
    }
  }
}
