import Foundation
import GraphModel
import GraphSQL
import GraphValues
package import ObjectGraph
import SQLiteAccess

extension SQLiteStore {
  package func update(_ update: BatchUpdate) throws -> BatchOutcome {
    let table = try table(update.query.entity.rootName)
    let files = try externalFiles(update, table)
    let references = files.mapValues(\.reference)
    return try writing(update.origin, files: Array(files.values)) { connection in
      try UpdateOperation(update: update, table: table, store: self, references: references).run(connection)
    }
  }

  package func delete(_ deletion: BatchDeletion) throws -> BatchOutcome {
    let table = try table(deletion.query.entity.rootName)
    return try writing(deletion.origin) { connection in
      try DeleteOperation(deletion: deletion, table: table, store: self).run(connection)
    }
  }

  package func insert(_ insertion: BatchInsertion) throws -> BatchOutcome {
    guard let entity = rules.names.model[insertion.entity] else {
      throw StoreError(.corrupt, "the store has no entity \"\(insertion.entity)\"", path: path)
    }
    let table = try table(entity.rootName)
    var insertion = insertion
    var files: [ExternalFile] = []
    if let external {
      var changes = ChangeSet()
      changes.insertions = insertion.rows.map { ChangeSet.Insertion(entity: entity.name, rows: $0) }
      let writes = external.writes(for: changes)
      insertion.rows = writes.changes.insertions.map(\.rows)
      files = writes.files
    }
    return try writing(insertion.origin, files: files) { connection in
      try InsertOperation(insertion: insertion, entity: entity, table: table, store: self).run(connection)
    }
  }

  /// Runs a batch in one transaction, at whose end the files of large values are written.
  private func writing(
    _ origin: CommitOrigin, files: [ExternalFile] = [], _ body: (SQLiteConnection) throws -> BatchOutcome
  ) throws -> BatchOutcome {
    readers.releaseSnapshots()
    let names = rules.names
    return try writer.write(origin) { connection in
      func run(_ beforeCommit: () throws -> Void) throws -> BatchOutcome {
        do {
          return try connection.transactionOrSavepoint { error in
            error.isForeignKeyViolation ? ReferenceSearch(names).conflict(connection) : nil
          } _: {
            let outcome = try body(connection)
            try beforeCommit()
            return outcome
          }
        } catch let error as SQLiteError {
          throw DerivedOverflow(names: names).conflict(error) ?? error
        }
      }
      guard let external else { return try run {} }
      let outcome = try external.save(files, run)
      if bound == nil { external.tidyAfterSave(connection) }
      return outcome
    }
  }

  /// The files of an update's large values, by their slots.
  private func externalFiles(_ update: BatchUpdate, _ table: StoredTable) throws -> [Int: ExternalFile] {
    guard let external else { return [:] }
    var files: [Int: ExternalFile] = [:]
    for assignment in update.assignments {
      guard let codec = table.layout.column(ofSlot: assignment.slot)?.property.attribute?.codec,
        codec.isExternal
      else { continue }
      files[assignment.slot] = external.file(for: assignment.value, codec)
    }
    return files
  }
}
