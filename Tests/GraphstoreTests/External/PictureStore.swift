import Foundation
import GraphstoreTestSupport
import SQLSyntax
import Testing

@testable import Graphstore
@testable import SQLiteStore

/// A store with external attributes of every type, and a look at its files.
struct PictureStore {
  /// As in `store-worker external`.
  static func model() throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Pictures", "entities": [ { "name": "Picture", "attributes": [
          { "name": "title", "type": "string", "optional": true },
          { "name": "data", "type": "data", "external": true, "optional": true },
          { "name": "text", "type": "string", "external": true, "optional": true },
          { "name": "info", "type": "codable", "swiftType": "Info", "external": true, "optional": true } ] } ] }
        """)
  }

  static let threshold = 1000

  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(Self.model()) }

  var url: URL { fixture.url }

  /// Opens it so that files go as soon as nothing leads to them.
  func open(
    threshold: Int = Self.threshold, gracePeriod: Duration = .zero,
    durability: StoreOptions.Durability = .normal,
    journalMode: StoreOptions.JournalMode = .writeAheadLog, isReadOnly: Bool = false
  ) throws -> PersistentContainer {
    var options = StoreOptions(
      journalMode: journalMode, durability: durability, isReadOnly: isReadOnly, externalThreshold: threshold)
    options.externalGracePeriod = gracePeriod
    return try fixture.open(options)
  }

  /// Makes the store with some pictures, and closes it.
  func make(_ body: (ObjectContext) throws -> Void) throws {
    let container = try open()
    let context = container.newContext()
    try body(context)
    try context.save()
    container.close()
  }

  // MARK: Its files

  var folder: URL { URL(filePath: url.path + ".files") }

  private func names(_ folder: URL) -> Set<String> {
    Set(((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0 != "new" })
  }

  /// Files in their places.
  var settled: Set<String> { names(folder) }

  /// Files of saves that are not settled yet.
  var new: Set<String> { names(folder.appending(path: "new")) }

  var files: Set<String> { settled.union(new) }

  /// The one file that there is.
  func onlyFile() throws -> URL {
    let names = files
    try #require(names.count == 1)
    let name = try #require(names.first)
    return settled.isEmpty ? folder.appending(path: "new/\(name)") : folder.appending(path: name)
  }

  /// The names of files that rows lead to.
  func referenced() throws -> [String] {
    try fixture.raw.texts(
      ["data", "text", "info"].map { column in
        "SELECT lower(hex(substr(\(column), 2, 16))) FROM Picture WHERE substr(\(column), 1, 1) = x'01'"
      }.joined(separator: " UNION ALL "))
  }

  /// The names of files that rows have let go of.
  func listed() throws -> [String] {
    try fixture.raw.texts("SELECT lower(hex(name)) FROM _graphstore_removed_files")
  }

  /// Closes a container, and expects just the files that rows lead to.
  func expectNoLeaks(
    closing container: PersistentContainer, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    container.close()
    let referenced = try referenced()
    #expect(settled == Set(referenced), sourceLocation: sourceLocation)
    #expect(Set(referenced).count == referenced.count, sourceLocation: sourceLocation)
    #expect(new.isEmpty, sourceLocation: sourceLocation)
    #expect(try listed().isEmpty, sourceLocation: sourceLocation)
    #expect(try fixture.raw.integrity() == ["ok"], sourceLocation: sourceLocation)
  }
}

extension ObjectContext {
  @discardableResult
  func picture(
    _ title: String, data: Data? = nil, text: String? = nil, info: String? = nil
  ) throws -> ManagedObject {
    let picture = try insert(entity: "Picture")
    try picture.setValue(title, forKey: "title")
    try picture.setValue(data, forKey: "data")
    try picture.setValue(text, forKey: "text")
    try picture.setValue(info.map { AttributeValue.codable(Data($0.utf8)) }, forKey: "info")
    return picture
  }

  func pictures(_ format: String? = nil) throws -> [ManagedObject] {
    if let format {
      return try fetch(FetchRequest<ManagedObject>(entityName: "Picture", format: format))
    }
    return try fetch(FetchRequest<ManagedObject>(entityName: "Picture"))
  }
}

extension ManagedObject {
  var title: String? { (try? value(forKey: "title", as: String.self)) ?? nil }

  func data() throws -> Data? { try value(forKey: "data", as: Data.self) }

  func text() throws -> String? { try value(forKey: "text", as: String.self) }

  func info() throws -> String? {
    guard case .codable(let json) = try value(forKey: "info") else { return nil }
    return String(decoding: json, as: UTF8.self)
  }
}

extension Data {
  /// Bytes that differ from place to place.
  init(sample count: Int, _ seed: UInt8 = 1) {
    self.init((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 256) &+ seed })
  }
}
