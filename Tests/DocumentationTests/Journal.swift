import Foundation
import GraphCodegen
import GraphModel
import Graphstore
import GraphstoreTestSupport

/// The model of the first page, which the pages' code is about, and that of the page about relationships.
enum Journal {
  struct Missing: Error, CustomStringConvertible {
    let description = "a page has no model block"
  }

  static func text() throws -> String {
    let block = try Page(path: "README.md").blocks.first { $0.language == "json" }
    guard let block else { throw Missing() }
    return block.text
  }

  /// The model of the page about relationships.
  static func blog() throws -> String {
    let path = "Sources/Graphstore/Graphstore.docc/Relationships.md"
    let block = try Page(path: path).blocks.first { $0.language == "json" }
    guard let block else { throw Missing() }
    return block.text
  }

  /// Writes the Swift code of the models into a folder.
  static func generate(into folder: URL) throws -> [URL] {
    var urls: [URL] = []
    for (name, text) in [("Journal", try text()), ("Blog", try blog())] {
      let model = folder.appending(path: name + ".json")
      try text.write(to: model, atomically: true, encoding: .utf8)
      for file in try GeneratorPipeline().run([model], options: GeneratorOptions()) {
        let url = folder.appending(path: file.name)
        try file.text.write(to: url, atomically: true, encoding: .utf8)
        urls.append(url)
      }
    }
    return urls
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
