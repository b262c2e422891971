import Foundation
import GraphModel
import GraphQuery
import GraphSQL
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess

/// Updates the rows that a query selects and that differ from what they are to be.
struct UpdateOperation {
  let update: BatchUpdate
  let table: StoredTable
  let store: SQLiteStore
  /// What large values of external attributes are kept as, by their slots.
  let references: [Int: ExternalReference]

  private var names: StoredNames { store.rules.names }
  private var root: String { update.query.entity.rootName }

  func run(_ connection: SQLiteConnection) throws -> BatchOutcome {
    if let completion = update.completion, !update.computations.allSatisfy(\.isPlain) {
      return try ComputedUpdate(update: update, completion: completion, table: table, store: store)
        .run(connection)
    }
    var condition = try RowCondition(update.query, table, store.plans.schema)
    var statement = Assignments()
    for assignment in update.assignments { try add(assignment, to: &statement, &condition) }
    for computation in update.computations { try add(computation, to: &statement, &condition) }
    if statement.differences.isEmpty { return BatchOutcome() }
    condition.texts.append("(\(statement.differences.joined(separator: " OR ")))")
    statement.texts.append("\(StoredNames.version) = \(StoredNames.version) + 1")
    let relations = changedRelations()
    let outcome: BatchOutcome
    do {
      if relations.contains(where: { needsKeys($0) }) {
        outcome = try updateByKeys(condition, statement, relations, connection)
      } else {
        outcome = try updateDirectly(condition, statement, connection)
      }
    } catch let error as SQLiteError where error.isUniqueViolation {
      throw try BatchUniqueness(update: update, table: table, store: store).conflict(connection)
    }
    for relation in relations {
      guard let target = relation.target, outcome.count > 0 else { continue }
      try MaximumCheck(store, connection)
        .run(names.model.inverse(of: relation.relationship), owners: [target])
    }
    return outcome
  }

  // MARK: Assignments

  /// The parts of SET, and the conditions of which one holds for every row that changes.
  private struct Assignments {
    var texts: [String] = []
    var differences: [String] = []
  }

  private func add(
    _ assignment: BatchUpdate.Assignment, to statement: inout Assignments, _ condition: inout RowCondition
  ) throws {
    guard let column = table.layout.column(ofSlot: assignment.slot), !column.isKeptByTriggers else { return }
    let name = SQL.quoted(identifier: column.name)
    let parameter = condition.bind(try value(of: assignment, column))
    if let entity = assignment.entity.flatMap({ names.model[$0] }),
      let family = table.layout.familyCondition(of: entity)
    {
      statement.texts.append("\(name) = CASE WHEN \(family) THEN \(parameter) ELSE \(name) END")
    } else {
      statement.texts.append("\(name) = \(parameter)")
    }
    if assignment.isImplied { return }
    if references[assignment.slot] != nil {
      // Another file with the same length and checksum has the same content.
      statement.differences.append(
        "(\(name) IS NULL OR substr(\(name), 1, 1) <> substr(\(parameter), 1, 1) "
          + "OR substr(\(name), 18) <> substr(\(parameter), 18))")
    } else {
      statement.differences.append("\(name) IS NOT \(parameter)")
    }
  }

  private func add(
    _ computation: BatchUpdate.Computation, to statement: inout Assignments, _ condition: inout RowCondition
  ) throws {
    guard let column = table.layout.column(ofSlot: computation.slot) else { return }
    let name = SQL.quoted(identifier: column.name)
    let compiler = ExpressionCompiler(store.plans.schema, firstParameter: condition.bindings.count + 1)
    let compiled = try compiler.compile(computation.expression, entity: update.query.entity)
    condition.bindings += compiled.bindings(computation.expression.literals)
    statement.texts.append("\(name) = \(compiled.text)")
    statement.differences.append("\(name) IS NOT (\(compiled.text))")
  }

  private func value(of assignment: BatchUpdate.Assignment, _ column: TableLayout.Column) throws -> SQLValue {
    if let reference = references[assignment.slot] { return .blob(reference.bytes) }
    if case .reference(let id) = assignment.value { return .integer(id.key) }
    if case .int(let order) = assignment.value, column.property.attribute == nil { return .integer(order) }
    if assignment.value.isNull { return .null }
    guard let codec = column.property.attribute?.codec else { return .null }
    if codec.isExternal {
      let content = codec.withContent(of: assignment.value) { [ExternalReference.inlineMarker] + Array($0) }
      return content.map { .blob($0) } ?? .null
    }
    guard let value = codec.sqlValue(assignment.value) else {
      throw StoreError(
        .invalidStatement, "a value cannot be kept in the column \"\(column.name)\"", path: store.path)
    }
    return value
  }

  // MARK: Relationships

  /// A to-one that is set, and the key of the object that it is to lead to.
  private struct Relation {
    let relationship: ResolvedRelationship
    let slot: Int
    let orderSlot: Int?
    let target: Int64?
  }

  private func changedRelations() -> [Relation] {
    update.assignments.compactMap { assignment in
      for relationship in update.query.entity.relationships {
        guard case .column(let slot, let orderSlot) = relationship.storage, slot == assignment.slot else {
          continue
        }
        var target: Int64?
        if case .reference(let id) = assignment.value { target = id.key }
        return Relation(relationship: relationship, slot: slot, orderSlot: orderSlot, target: target)
      }
      return nil
    }
  }

  /// Whether the rows have to be known: each gets a place of its own, or what they led to may have lost too many.
  private func needsKeys(_ relation: Relation) -> Bool {
    relation.orderSlot != nil || names.model.inverse(of: relation.relationship).leastCount > 0
  }

  // MARK: Running

  private func updateDirectly(
    _ condition: RowCondition, _ statement: Assignments, _ connection: SQLiteConnection
  ) throws -> BatchOutcome {
    var outcome = BatchOutcome()
    var text =
      "UPDATE \(table.statements.table) SET \(statement.texts.joined(separator: ", "))\(condition.whereText)"
    if update.wantsKeys {
      text += " RETURNING \(StoredNames.key)"
      let keys = try connection.keys(text, condition.bindings).sorted()
      outcome.keys = keys
      outcome.count = keys.count
    } else {
      outcome.count = try connection.run(text, condition.bindings)
    }
    return outcome
  }

  private func updateByKeys(
    _ condition: RowCondition, _ statement: Assignments, _ relations: [Relation],
    _ connection: SQLiteConnection
  ) throws -> BatchOutcome {
    // The values of the assignments are parameters already; the selection has no use for some of them.
    let selection =
      "SELECT \(StoredNames.key) FROM \(table.statements.table)\(condition.whereText) ORDER BY \(StoredNames.key)"
    let all = (0..<condition.bindings.count).map { "?\($0 + 1)" }.joined(separator: ", ")
    let keys = try connection.keys(
      "WITH p AS (SELECT \(all)) \(selection)", condition.bindings)
    var outcome = BatchOutcome()
    outcome.keys = keys
    outcome.count = keys.count
    if keys.isEmpty { return outcome }
    var minimums = MinimumCheck(store.rules)
    try minimums.note(keys, ofRoot: root, slots: Set(relations.map(\.slot)), connection)
    let places = try relations.compactMap { try Places($0, keys, self, connection) }
    try write(keys, places, condition, statement, connection)
    try minimums.run(connection)
    return outcome
  }

  private func write(
    _ keys: [Int64], _ places: [Places], _ condition: RowCondition, _ statement: Assignments,
    _ connection: SQLiteConnection
  ) throws {
    var builder = PackedRowsBuilder(
      layout: RowLayout(kinds: places.map { _ in .integer }), reserving: keys.count)
    for (index, key) in keys.enumerated() {
      builder.beginRow(key: key, version: 0)
      for (slot, place) in places.enumerated() {
        if let order = place.orders[index] { builder.set(slot, integer: order) }
      }
    }
    var texts = statement.texts
    var parameters = condition.bindings.map { FeedParameter.value($0) }
    for (slot, place) in places.enumerated() {
      parameters.append(.slot(slot))
      texts.append("\(place.column) = ?\(parameters.count)")
    }
    parameters.append(.key)
    let all = condition.bindings.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    _ = try connection.runEach(
      "WITH p AS (SELECT \(all)) UPDATE \(table.statements.table) SET \(texts.joined(separator: ", ")) "
        + "WHERE \(StoredNames.key) = ?\(parameters.count)",
      rows: builder.finish(), parameters: parameters, expectedChanges: nil)
  }

  /// The places of rows in the list of the object that a to-one is set to: behind all others, in the order of keys;
  /// rows that are in it already keep theirs.
  private struct Places {
    let column: String
    let orders: [Int64?]

    init?(
      _ relation: Relation, _ keys: [Int64], _ operation: UpdateOperation, _ connection: SQLiteConnection
    ) throws {
      guard let orderSlot = relation.orderSlot else { return nil }
      let names = operation.names
      let owner = relation.relationship.owner
      column = names.column(orderSlot, of: owner)
      guard let target = relation.target else {
        orders = keys.map { _ in nil }
        return
      }
      var there: [Int64: Int64?] = [:]
      var last: Int64?
      let text =
        "SELECT \(StoredNames.key), \(column) FROM \(names.table(of: owner)) "
        + "WHERE \(names.column(relation.slot, of: owner)) = ?1"
      try connection.withStatement(text) { statement in
        try statement.bindInteger(target, at: 1)
        while try statement.step() {
          let order = statement.isNull(1) ? nil : statement.integer(1)
          there[statement.integer(0)] = order
          if let order { last = max(last ?? order, order) }
        }
      }
      var orders: [Int64?] = []
      orders.reserveCapacity(keys.count)
      for key in keys {
        if let order = there[key] {
          orders.append(order)
          continue
        }
        last = OrderKeys.after(last) ?? last
        orders.append(last)
      }
      self.orders = orders
    }
  }
}
