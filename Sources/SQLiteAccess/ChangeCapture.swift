internal import CSQLite
import Foundation
import SQLSyntax

/// Notes what statements do to rows, by SQLite's pre-update hook: also what triggers, cascades and REPLACE do, and to
/// tables without row IDs. https://sqlite.org/c3ref/preupdate_blobwrite.html
///
/// A row costs some hundred nanoseconds at most: the table is known by the address of its name, values are compared where
/// they lie, and rows with consecutive keys are noted as runs.
package final class ChangeCapture {
  /// The log's length at a time.
  package struct Mark {
    fileprivate let counts: [(runs: Int, kept: Int)]
  }

  package let tables: [CapturedTable]
  package private(set) var logs: [CapturedLog]
  /// Whether something was done to a table that is not as it was described: then more may have changed than was noted.
  package private(set) var isIncomplete = false
  private let names: [UnsafeMutablePointer<CChar>]
  /// The table of the last row; mostly many rows of one table follow one another.
  private var lastName: UnsafePointer<CChar>?
  private var lastTable = -1
  /// The changed columns of a row.
  private var scratch: [[UInt64]]

  package init(_ tables: [CapturedTable]) {
    self.tables = tables
    logs = tables.map { _ in CapturedLog() }
    scratch = tables.map { table in
      Array(repeating: 0, count: (table.columns.map(\.slot).max() ?? 0) / 64 + 1)
    }
    names = tables.compactMap { strdup($0.name) }
  }

  deinit {
    for name in names { free(name) }
  }

  // MARK: The log

  package var isEmpty: Bool { !isIncomplete && logs.allSatisfy(\.runs.isEmpty) }

  /// Forgets what was noted; a capture that is incomplete stays so.
  package func removeAll() {
    for index in logs.indices where !logs[index].runs.isEmpty || !logs[index].masks.isEmpty {
      logs[index] = CapturedLog()
    }
  }

  package func mark() -> Mark {
    for index in logs.indices { logs[index].isSealed = true }
    return Mark(counts: logs.map { ($0.runs.count, $0.kept.count) })
  }

  /// Takes back what was noted since.
  package func takeBack(to mark: Mark) {
    for (index, count) in mark.counts.enumerated() where logs.indices.contains(index) {
      logs[index].runs.removeLast(max(0, logs[index].runs.count - count.runs))
      logs[index].kept.removeLast(max(0, logs[index].kept.count - count.kept))
      logs[index].isSealed = true
    }
  }

  /// What a statement is known to do to the rows it updates itself: of triggers nothing is known.
  private struct Expectation {
    let table: Int
    let entity: Int64
    let mask: Int32
  }

  private var expectation: Expectation?

  /// Runs a body whose statements update rows of a table: of those that they name themselves nothing is compared, which is
  /// most of what noting an update costs.
  ///
  /// - Parameters:
  ///   - slots: what the statements set.
  ///   - entity: the number of the rows' entity.
  package func expecting<Value>(
    updatesOf table: String, slots: [Int], entity: Int, _ body: () throws -> Value
  ) rethrows -> Value {
    guard let index = tables.firstIndex(where: { $0.name == table }) else { return try body() }
    var mask = [UInt64](repeating: 0, count: scratch[index].count)
    for column in tables[index].columns where slots.contains(column.slot) {
      mask[column.slot / 64] |= 1 << UInt64(column.slot % 64)
    }
    expectation = Expectation(
      table: index, entity: Int64(entity), mask: logs[index].index(ofMask: mask))
    defer { expectation = nil }
    return try body()
  }

  // MARK: Rows

  /// The place of a table; nil for one that is not noted.
  private func table(_ name: UnsafePointer<CChar>) -> Int? {
    // A schema that is read anew may have another name at an old address.
    if lastName == name, lastTable < 0 || strcmp(names[lastTable], name) == 0 {
      if lastTable >= 0 { return lastTable }
    }
    lastTable = names.firstIndex { strcmp($0, name) == 0 } ?? -1
    lastName = name
    return lastTable >= 0 ? lastTable : nil
  }

  fileprivate func note(
    _ database: OpaquePointer, _ operation: Int32, _ name: UnsafePointer<CChar>, _ old: Int64, _ new: Int64
  ) {
    guard let index = table(name) else { return }
    guard Int(sqlite3_preupdate_count(database)) == tables[index].columnCount else {
      isIncomplete = true
      return
    }
    switch tables[index].form {
    case .rows(let entityColumn):
      noteRow(database, operation, index, entityColumn, old, new)
    case .links(let source, let target):
      noteLink(database, operation, index, source, target)
    }
  }

  private func noteRow(
    _ database: OpaquePointer, _ operation: Int32, _ index: Int, _ entityColumn: Int?, _ old: Int64,
    _ new: Int64
  ) {
    switch operation {
    case SQLITE_INSERT:
      let entity = entityColumn.map { Self.integer(database, $0, isNew: true) } ?? 0
      logs[index].append(.inserted, key: new, other: entity, detail: 0, joins: true)
    case SQLITE_UPDATE:
      if let expectation, expectation.table == index, old == new, sqlite3_preupdate_depth(database) == 0 {
        return logs[index].append(
          .updated, key: old, other: expectation.entity, detail: expectation.mask, joins: true)
      }
      let entity = entityColumn.map { Self.integer(database, $0, isNew: false) } ?? 0
      if old != new {
        noteDeletion(database, index, old, entity)
        return logs[index].append(.inserted, key: new, other: entity, detail: 0, joins: true)
      }
      compare(database, index)
      let mask = logs[index].index(ofMask: scratch[index])
      logs[index].append(.updated, key: old, other: entity, detail: mask, joins: true)
    default:
      let entity = entityColumn.map { Self.integer(database, $0, isNew: false) } ?? 0
      noteDeletion(database, index, old, entity)
    }
  }

  private func noteDeletion(_ database: OpaquePointer, _ index: Int, _ key: Int64, _ entity: Int64) {
    let columns = tables[index].keptColumns
    if columns.isEmpty {
      return logs[index].append(.deleted, key: key, other: entity, detail: -1, joins: true)
    }
    let detail = Int32(logs[index].kept.count)
    logs[index].kept.append(columns.map { Self.value(database, $0) })
    logs[index].append(.deleted, key: key, other: entity, detail: detail, joins: false)
  }

  private func noteLink(
    _ database: OpaquePointer, _ operation: Int32, _ index: Int, _ source: Int, _ target: Int
  ) {
    func note(_ kind: CapturedLog.Kind, isNew: Bool) {
      logs[index].append(
        kind, key: Self.integer(database, source, isNew: isNew),
        other: Self.integer(database, target, isNew: isNew), detail: -1, joins: false)
    }
    switch operation {
    case SQLITE_INSERT: note(.inserted, isNew: true)
    case SQLITE_UPDATE:
      let isSame = [source, target].allSatisfy {
        Self.integer(database, $0, isNew: false) == Self.integer(database, $0, isNew: true)
      }
      if !isSame {
        note(.deleted, isNew: false)
        return note(.inserted, isNew: true)
      }
      compare(database, index)
      if scratch[index].contains(where: { $0 != 0 }) { note(.updated, isNew: false) }
    default: note(.deleted, isNew: false)
    }
  }

  // MARK: Values

  /// Finds which columns of the row differ.
  private func compare(_ database: OpaquePointer, _ index: Int) {
    for word in scratch[index].indices { scratch[index][word] = 0 }
    for column in tables[index].columns {
      var old: OpaquePointer?
      var new: OpaquePointer?
      sqlite3_preupdate_old(database, Int32(column.index), &old)
      sqlite3_preupdate_new(database, Int32(column.index), &new)
      if Self.differs(old, new, column.kind) {
        scratch[index][column.slot / 64] |= 1 << UInt64(column.slot % 64)
      }
    }
  }

  private static func differs(
    _ old: OpaquePointer?, _ new: OpaquePointer?, _ kind: CapturedTable.Column.Kind
  ) -> Bool {
    let wasNull = sqlite3_value_type(old) == SQLITE_NULL
    let isNull = sqlite3_value_type(new) == SQLITE_NULL
    if wasNull || isNull { return wasNull != isNull }
    switch kind {
    case .integer: return sqlite3_value_int64(old) != sqlite3_value_int64(new)
    // There is neither NaN nor -0.0 in a database.
    case .real: return sqlite3_value_double(old) != sqlite3_value_double(new)
    case .bytes:
      let count = sqlite3_value_bytes(old)
      if count != sqlite3_value_bytes(new) { return true }
      if count == 0 { return false }
      guard let left = sqlite3_value_blob(old), let right = sqlite3_value_blob(new) else { return true }
      return memcmp(left, right, Int(count)) != 0
    }
  }

  private static func integer(_ database: OpaquePointer, _ column: Int, isNew: Bool) -> Int64 {
    var value: OpaquePointer?
    if isNew {
      sqlite3_preupdate_new(database, Int32(column), &value)
    } else {
      sqlite3_preupdate_old(database, Int32(column), &value)
    }
    return sqlite3_value_int64(value)
  }

  /// The value of a column of a row that goes.
  private static func value(_ database: OpaquePointer, _ column: Int) -> SQLValue {
    var value: OpaquePointer?
    sqlite3_preupdate_old(database, Int32(column), &value)
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
    case SQLITE_TEXT, SQLITE_BLOB:
      let isText = sqlite3_value_type(value) == SQLITE_TEXT
      let count = Int(sqlite3_value_bytes(value))
      let bytes = UnsafeRawBufferPointer(start: sqlite3_value_blob(value), count: count)
      return isText ? .text(String(decoding: bytes, as: UTF8.self)) : .blob(Array(bytes))
    default: return .null
    }
  }
}

extension SQLiteConnection {
  /// Notes changes from now on, or no longer; nil at first.
  ///
  /// Statements that were compiled before are forgotten: one that empties a table tells of no row otherwise.
  package var changeCapture: ChangeCapture? { handle.capture }

  package func setChangeCapture(_ capture: ChangeCapture?) throws {
    let database = try handle.openDatabase()
    handle.cache.removeAll()
    handle.capture = capture
    guard let capture else {
      sqlite3_preupdate_hook(database, nil, nil)
      return
    }
    sqlite3_preupdate_hook(
      database,
      { context, database, operation, schema, table, old, new in
        // The main database's name; what temporary and attached ones hold is nobody's.
        guard let context, let database, let table, let schema, strcmp(schema, "main") == 0 else { return }
        Unmanaged<ChangeCapture>.fromOpaque(context).takeUnretainedValue().note(
          database, operation, table, old, new)
      }, Unmanaged.passUnretained(capture).toOpaque())
  }
}
