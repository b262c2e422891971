import Foundation
import Graphstore

/// The store that is worked on: accounts between which money moves, and tokens that come and go.
enum StressStore {
  static let accountCount: Int64 = 24

  static let model = """
    { "model": "Stress", "entities": [
      { "name": "Account", "unique": [["number"]], "attributes": [
        { "name": "number", "type": "int64" },
        { "name": "balance", "type": "int64", "default": 0 },
        { "name": "moves", "type": "int64", "default": 0 } ],
        "relationships": [
          { "name": "sent", "to": "Transfer", "many": true, "inverse": "source" },
          { "name": "received", "to": "Transfer", "many": true, "inverse": "target" } ] },
      { "name": "Transfer", "unique": [["label"]], "attributes": [
        { "name": "label", "type": "string" },
        { "name": "amount", "type": "int64" } ],
        "relationships": [
          { "name": "source", "to": "Account", "inverse": "sent" },
          { "name": "target", "to": "Account", "inverse": "received" } ] },
      { "name": "Token", "unique": [["label"]], "attributes": [ { "name": "label", "type": "string" } ] } ] }
    """

  static func open(_ folder: URL) throws -> PersistentContainer {
    try PersistentContainer(
      model: EntityModel(json: model), url: folder.appending(path: "stress.sqlite"),
      options: StoreOptions(durability: .normal, busyTimeout: .seconds(60)))
  }

  /// Makes the store with its accounts.
  static func make(_ folder: URL) throws {
    let container = try open(folder)
    let context = container.newContext()
    for number in 0..<accountCount {
      try context.insert(entity: "Account").setValue(number, forKey: "number")
    }
    try context.save()
  }
}
