import Foundation
import GraphstoreTestSupport

/// A folder of its own for a test, with what the tests need of it.
struct Sandbox {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  var folder: URL { temporary.url }

  /// Where a test's store is.
  var store: String { path("Gif.sqlite") }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  /// Everything in the folder, without what the tests' own runs leave there.
  var names: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix("run-") }.sorted()
  }

  /// Writes a file.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: folder.appending(path: name))
    return path(name)
  }

  /// Writes a feed of records with these numbers.
  func writeFeed(_ newsids: some Sequence<Int>, to name: String) throws -> String {
    let records = newsids.map {
      #"{"newsid": \#($0), "userid": \#($0 % 7), "commentsno": \#($0 % 100), "text": "number \#($0)"}"#
    }
    return try write("[\n\(records.joined(separator: ",\n"))\n]\n", to: name)
  }
}

/// Files of the repository.
enum Repository {
  static var root: URL {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path != "/",
      !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    {
      folder.deleteLastPathComponent()
    }
    return folder
  }

  static var feed: String { root.appending(path: "Tools/GifModel/Feed/gifs.json").path }

  static var badFeed: String { root.appending(path: "Tools/GifModel/Feed/bad.json").path }
}
