import Foundation
import GraphCodegen
import GraphModel
import Graphstore
import GraphstoreTestSupport

/// The model of the first page, which all pages' code is about.
enum Journal {
  struct Missing: Error, CustomStringConvertible {
    let description = "README.md has no model block"
  }

  static func text() throws -> String {
    let block = try Page(path: "README.md").blocks.first { $0.language == "json" }
    guard let block else { throw Missing() }
    return block.text
  }

  /// Writes the Swift code of the model into a folder.
  static func generate(into folder: URL) throws -> [URL] {
    let model = folder.appending(path: "Journal.json")
    try text().write(to: model, atomically: true, encoding: .utf8)
    let files = try GeneratorPipeline().run([model], options: GeneratorOptions())
    return try files.map { file in
      let url = folder.appending(path: file.name)
      try file.text.write(to: url, atomically: true, encoding: .utf8)
      return url
    }
  }

  /// Makes the store that the sessions with the sqlite3 shell look at.
  static func makeStore(in folder: URL) throws {
    let container = try PersistentContainer(
      model: EntityModel(json: text()), url: folder.appending(path: "Journal.sqlite"))
    let context = container.newContext()
    let swallows = try context.insert(entity: "Note")
    try swallows.setValue("Swallows are back", forKey: "title")
    try swallows.setValue(5, forKey: "stars")
    try swallows.setValue(try Date("2026-04-02T06:30:00Z", strategy: .iso8601), forKey: "written")
    let herons = try context.insert(entity: "Note")
    try herons.setValue("Herons", forKey: "title")
    try herons.setValue("done", forKey: "state")
    try herons.setValue(try Date("2026-04-05T17:00:00Z", strategy: .iso8601), forKey: "written")
    try context.save()
    try container.checkpoint()
    container.close()
  }
}
