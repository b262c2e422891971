import Foundation
import GraphModel
import GraphQuery
import GraphSQL
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// Updates rows with values that are worked out in SQL and then checked: all of them first, then they are written as a
/// save writes its updates, so that rows may exchange unique values.
struct ComputedUpdate {
  private static let rowsPerBatch = 4_096

  let update: BatchUpdate
  let completion: BatchUpdate.Completion
  let table: StoredTable
  let store: SQLiteStore

  private var entity: ResolvedEntity { update.query.entity }

  func run(_ connection: SQLiteConnection) throws -> BatchOutcome {
    var changes = ChangeSet()
    var outcome = BatchOutcome()
    var keys: [Int64] = []
    changes.updates = try rows(connection, &keys)
    outcome.count = keys.count
    outcome.keys = keys.sorted()
    if keys.isEmpty { return outcome }
    _ = try SaveOperation(changes: changes, tables: store.tables, rules: store.rules).run(connection)
    return outcome
  }

  /// The rows that change, in batches of those that have the same slots.
  private func rows(_ connection: SQLiteConnection, _ keys: inout [Int64]) throws -> [ChangeSet.Update] {
    var condition = try RowCondition(update.query, table, store.plans.schema)
    let columns = try update.computations.map { computation in
      let compiler = ExpressionCompiler(
        store.plans.schema, firstParameter: condition.bindings.count + 1)
      let compiled = try compiler.compile(computation.expression, entity: entity)
      condition.bindings += compiled.bindings(computation.expression.literals)
      return compiled.text
    }
    let stored = update.computations.map { column($0.slot) } + update.assignments.map { column($0.slot) }
    let number = table.layout.hasEntityColumn ? SQL.quoted(identifier: TableLayout.entityColumn) : "0"
    let selected = [StoredNames.key, StoredNames.version, number] + columns + stored
    let text =
      "SELECT \(selected.joined(separator: ", ")) FROM \(table.statements.table)\(condition.whereText) "
      + "ORDER BY \(StoredNames.key)"
    var batches = Batches(table.layout.rows, Self.rowsPerBatch)
    let slots = (update.computations.map(\.slot) + update.assignments.map(\.slot)).enumerated()
    let places = Dictionary(
      slots.map { ($1, 3 + columns.count + $0) }, uniquingKeysWith: { first, _ in first })
    try connection.withStatement(text) { statement in
      try statement.bind(condition.bindings)
      while try statement.step() {
        let key = statement.integer(0)
        let values = try update.computations.enumerated().map { index, computation in
          try value(statement.value(3 + index), computation.expression.column)
        }
        let new = try completion(key, Int(truncatingIfNeeded: statement.integer(2)), values)
        let isChanged = try new.contains { change in
          guard !change.isImplied, let place = places[change.property.slot] else { return false }
          return try sqlValue(change.value, change.property) != statement.value(place)
        }
        if !isChanged { continue }
        keys.append(key)
        batches.add(
          key, version: statement.integer(1) + 1, entityNumber: Int(truncatingIfNeeded: statement.integer(2)),
          new.map { ($0.property, $0.value) })
      }
    }
    return batches.finish(entity.name)
  }

  private func column(_ slot: Int) -> String { store.rules.names.column(slot, of: entity.name) }

  private func sqlValue(_ value: AttributeValue, _ property: StoredProperty) throws -> SQLValue {
    if case .reference(let id) = value { return .integer(id.key) }
    guard let codec = property.attribute?.codec, !value.isNull else { return .null }
    guard let stored = codec.sqlValue(value) else {
      throw StoreError(
        .invalidStatement, "a value cannot be kept in the column \"\(property.name)\"", path: store.path)
    }
    if case .real(let number) = stored, number == 0 { return .real(0) }
    return stored
  }

  /// What SQL has worked out.
  private func value(_ value: SQLValue, _ column: QueryColumn) throws -> AttributeValue {
    guard let value = column.value(value) else {
      throw StoreError(.corrupt, "a value that another tool wrote cannot be read", path: store.path)
    }
    return value
  }

  /// Rows packed by the slots that change in them.
  private struct Batches {
    private var builders: [[Int]: PackedRowsBuilder] = [:]
    private var finished: [(slots: [Int], rows: PackedRows)] = []
    private let layout: RowLayout
    private let limit: Int

    init(_ layout: RowLayout, _ limit: Int) {
      self.layout = layout
      self.limit = limit
    }

    mutating func add(
      _ key: Int64, version: Int64, entityNumber: Int,
      _ values: [(property: StoredProperty, value: AttributeValue)]
    ) {
      let slots = values.map(\.property.slot).sorted()
      var builder = builders.removeValue(forKey: slots) ?? PackedRowsBuilder(layout: layout)
      builder.beginRow(key: key, version: version, entityNumber: entityNumber)
      for (property, value) in values {
        if case .reference(let id) = value {
          builder.set(property.slot, integer: id.key)
        } else {
          _ = property.attribute?.codec.encode(value, slot: property.slot, into: &builder)
        }
      }
      if builder.count >= limit || builder.bytes.count > 1 << 20 {
        finished.append((slots, builder.finish()))
      } else {
        builders[slots] = builder
      }
    }

    func finish(_ entity: String) -> [ChangeSet.Update] {
      let rest = builders.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        .map { (slots: $0.key, rows: $0.value.finish()) }
      return (finished + rest).map { ChangeSet.Update(entity: entity, slots: $0.slots, rows: $0.rows) }
    }
  }
}
