import Foundation
import GraphModel
import Testing

@Suite("The JSON Schema for editors")
struct SchemaTests {
  private static let schema = Repository.models.appending(path: "graphstore-model.schema.json")

  /// Where the schema complains about each file; nil where no validator is installed.
  private func complaints(about files: [URL]) throws -> [[String]]? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let script = Repository.root.appending(path: "Tests/GraphModelTests/check_schema.py")
    process.arguments = ["python3", script.path, Self.schema.path] + files.map(\.path)
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let text = String(decoding: complaint, as: UTF8.self)
      let isMissing = text.contains("No module named 'jsonschema'") || text.contains("No such file")
      if isMissing, ProcessInfo.processInfo.environment["CI"] != "true" {
        print("SKIPPED: no schema validator; install it with: pip install jsonschema")
        return nil
      }
      Issue.record("the schema validator failed: \(text)")
      return nil
    }
    return try String(decoding: data, as: UTF8.self).split(separator: "\n").map {
      try JSONDecoder().decode([String].self, from: Data($0.utf8))
    }
  }

  @Test("it accepts every model of the repository, and every model that only meaning makes bad")
  func accepts() throws {
    let folders = ["Good", "BadMeaning"].map { Repository.corpus.appending(path: $0) }
    let files = try ([Repository.models] + folders).flatMap { try Repository.modelFiles(in: $0) }
    guard let complaints = try complaints(about: files) else { return }
    #expect(complaints.count == files.count)
    for (file, places) in zip(files, complaints) {
      #expect(places == [], "\(file.lastPathComponent)")
    }
  }

  @Test("it refuses, place by place, what the loader refuses for its shape")
  func refuses() throws {
    let files = try Repository.modelFiles(in: Repository.corpus.appending(path: "BadShape"))
    guard let complaints = try complaints(about: files) else { return }
    #expect(complaints.count == files.count)
    for (file, places) in zip(files, complaints) {
      #expect(!places.isEmpty, "\(file.lastPathComponent)")
      do {
        _ = try EntityModel(contentsOf: file)
        Issue.record("\(file.lastPathComponent) was accepted")
      } catch {
        for mistake in error.mistakes {
          // The schema complains about the place itself, the whole whose part it is, or what it does not fit.
          let whole = parent(of: mistake.path)
          let found = places.contains { $0 == mistake.path || $0 == whole || parent(of: $0) == whole }
          #expect(found, "\(mistake); the schema complains about \(places)")
        }
      }
    }
  }

  private func parent(of path: String) -> String {
    guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return "" }
    return String(path[..<end])
  }

  @Test("it knows the reserved names")
  func reservedNames() throws {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: Self.schema)) as? [String: Any]
    let definitions = try #require(json?["$defs"] as? [String: Any])
    for (definition, names) in [
      ("entityName", ReservedNames.entities), ("propertyName", ReservedNames.properties),
    ] {
      let rules = try #require((definitions[definition] as? [String: Any])?["allOf"] as? [[String: Any]])
      let listed = rules.compactMap { ($0["not"] as? [String: Any])?["enum"] as? [String] }.flatMap { $0 }
      #expect(Set(listed) == names)
    }
  }
}
