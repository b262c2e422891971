import Foundation
import GraphModel
import GraphSQL
import SQLSyntax
import SQLiteAccess

/// What a store says of itself.
struct StoreFacts {
  let identifier: UUID
  let modelName: String
  let fingerprint: String

  /// Reads the facts; the connection is of a file whose header is a store's.
  static func read(_ connection: SQLiteConnection) throws -> StoreFacts {
    var values: [String: String] = [:]
    do {
      for row in try connection.query("SELECT name, value FROM \(identifier: StoreLayout.factsTable)") {
        if case .text(let name) = row[0], case .text(let value) = row[1] { values[name] = value }
      }
    } catch let error as SQLiteError where error.message.hasPrefix("no such") {
      throw damaged("the table \(StoreLayout.factsTable) is missing, or another one", connection)
    }
    guard let identifier = values[StoreLayout.Fact.identifier.rawValue].flatMap({ UUID(uuidString: $0) }),
      let fingerprint = values[StoreLayout.Fact.fingerprint.rawValue]
    else {
      throw damaged("the table \(StoreLayout.factsTable) lacks the identifier or the fingerprint", connection)
    }
    return StoreFacts(
      identifier: identifier, modelName: values[StoreLayout.Fact.modelName.rawValue] ?? "",
      fingerprint: fingerprint)
  }

  /// Throws where another model wrote the store.
  func check(_ model: EntityModel, path: String) throws {
    guard fingerprint != model.fingerprint else { return }
    throw StoreError(
      .modelMismatch,
      "the store was written with another model (\"\(modelName)\", fingerprint \(fingerprint.prefix(12))) "
        + "than the one given (\"\(model.name)\", fingerprint \(model.fingerprint.prefix(12))); it is left as it is",
      path: path)
  }

  private static func damaged(_ reason: String, _ connection: SQLiteConnection) -> StoreError {
    StoreError(.corrupt, "the store is damaged: \(reason)", path: connection.path)
  }
}
