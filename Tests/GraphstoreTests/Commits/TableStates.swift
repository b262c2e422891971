import Foundation
import GraphModel
import GraphSQL
import ObjectGraph
import SQLSyntax
import SQLiteAccess
import Testing

/// What a store's tables hold, read by SQL, and whether commits tell of the difference between two such states.
struct TableStates {
  typealias Row = [String: SQLValue]

  struct Link: Hashable {
    let source: Int64
    let target: Int64
  }

  let layout: StoreLayout
  private(set) var rows: [String: [Int64: Row]] = [:]
  private(set) var links: [Int: [Link: Row]] = [:]

  init(_ raw: RawDatabase, _ layout: StoreLayout) throws {
    self.layout = layout
    let connection = try SQLiteConnection(path: raw.url.path, mode: .readWrite)
    defer { connection.close() }
    connection.busyTimeout = .seconds(5)
    for table in layout.tables {
      let key = TableLayout.keyColumn
      for row in try Self.rows(table.tableName, connection) {
        if case .integer(let value) = row[key] { rows[table.tableName, default: [:]][value] = row }
      }
    }
    for join in layout.joins {
      for row in try Self.rows(join.tableName, connection) {
        guard case .integer(let source) = row[JoinTableLayout.sourceColumn],
          case .integer(let target) = row[JoinTableLayout.targetColumn]
        else { continue }
        links[join.join.index, default: [:]][Link(source: source, target: target)] = row
      }
    }
  }

  private static func rows(_ table: String, _ connection: SQLiteConnection) throws -> [Row] {
    try connection.withStatement("SELECT * FROM \(SQL.quoted(identifier: table))") { statement in
      var rows: [Row] = []
      let names = (0..<statement.columnCount).map { statement.columnName($0) }
      while try statement.step() {
        rows.append(
          Dictionary(
            names.indices.map { (names[$0], statement.value($0)) }, uniquingKeysWith: { first, _ in first }))
      }
      return rows
    }
  }

  // MARK: Commits

  /// Checks that commits made this state from another.
  ///
  /// - Parameter isExact: whether the changed slots have to be those of values that differ; else they may be more.
  func check(_ commits: [StoreCommit], since before: TableStates, isExact: Bool = false, _ comment: String) {
    for table in layout.tables {
      check(table, commits.compactMap { $0.changes?.rows[table.tableName] }, before, isExact, comment)
    }
    for join in layout.joins {
      check(join, commits.compactMap { $0.changes?.links[join.join.index] }, before, comment)
    }
    #expect(commits.allSatisfy { $0.changes != nil && $0.changes?.isEmpty != true }, "\(comment)")
  }

  private func check(
    _ table: TableLayout, _ changes: [RowChanges], _ before: TableStates, _ isExact: Bool, _ comment: String
  ) {
    let old = before.rows[table.tableName] ?? [:]
    let new = rows[table.tableName] ?? [:]
    var present = Set(old.keys)
    var touched: [Int64: SlotSet] = [:]
    for change in changes {
      for list in [change.inserted, change.updated, change.deleted] {
        #expect(zip(list, list.dropFirst()).allSatisfy { $0.key < $1.key }, "order of keys: \(comment)")
      }
      for row in change.inserted {
        #expect(present.insert(row.key).inserted, "\(table.tableName) \(row.key): \(comment)")
        touched[row.key] = SlotSet(table.columns.map(\.slot))
        if let there = new[row.key] { #expect(row.entity == entity(there), "\(comment)") }
      }
      for row in change.updated {
        #expect(present.contains(row.key), "\(table.tableName) \(row.key): \(comment)")
        touched[row.key, default: SlotSet()].formUnion(row.slots)
        if let was = old[row.key] { #expect(row.entity == entity(was), "\(comment)") }
      }
      for row in change.deleted {
        #expect(present.remove(row.key) != nil, "\(table.tableName) \(row.key): \(comment)")
        if let was = old[row.key] { #expect(row.entity == entity(was), "\(comment)") }
      }
    }
    #expect(present == Set(new.keys), "rows of \(table.tableName): \(comment)")
    for (key, row) in new {
      guard let was = old[key] else { continue }
      let isSame = row.allSatisfy { same($0.value, was[$0.key]) }
      if !isSame { #expect(touched[key] != nil, "\(table.tableName) \(key): \(comment)") }
      for column in table.columns {
        let differs = !same(row[column.name], was[column.name])
        let isTold = touched[key]?.contains(column.slot) == true
        if differs || isExact {
          #expect(differs == isTold, "\(table.tableName) \(key).\(column.name): \(comment)")
        }
      }
    }
  }

  private func check(
    _ join: JoinTableLayout, _ changes: [[LinkChange]], _ before: TableStates, _ comment: String
  ) {
    let old = before.links[join.join.index] ?? [:]
    let new = links[join.join.index] ?? [:]
    var present = Set(old.keys)
    var moved: Set<Link> = []
    for change in changes.joined() {
      let link = Link(source: change.source, target: change.destination)
      switch change.kind {
      case .added: #expect(present.insert(link).inserted, "\(join.tableName) \(link): \(comment)")
      case .removed: #expect(present.remove(link) != nil, "\(join.tableName) \(link): \(comment)")
      case .moved:
        #expect(present.contains(link), "\(join.tableName) \(link): \(comment)")
      }
      if change.kind != .removed { moved.insert(link) }
    }
    #expect(present == Set(new.keys), "links of \(join.tableName): \(comment)")
    for (link, row) in new where old[link] != nil {
      if !row.allSatisfy({ same($0.value, old[link]?[$0.key]) }) {
        #expect(moved.contains(link), "\(join.tableName) \(link): \(comment)")
      }
    }
  }

  private func entity(_ row: Row) -> Int {
    if case .integer(let number) = row[TableLayout.entityColumn] { return Int(number) }
    return 0
  }

  private func same(_ left: SQLValue?, _ right: SQLValue?) -> Bool {
    switch (left, right) {
    case (.null, .null), (nil, nil): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }
}
