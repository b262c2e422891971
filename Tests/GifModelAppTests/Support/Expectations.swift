import Foundation
import Testing

/// The application ended as it should where nothing is wrong.
func expectSuccess(_ result: Executable.Result, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(result.status == 0 && !result.wasSignalled, sourceLocation: sourceLocation)
  #expect(result.errors == "", sourceLocation: sourceLocation)
}

/// The application refused with an exit status and a line on standard error, and printed nothing.
func expectRefusal(
  _ result: Executable.Result, status: Int32 = 1, _ words: String..., lines: Int = 1,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(result.status == status && !result.wasSignalled, sourceLocation: sourceLocation)
  #expect(result.output == "", sourceLocation: sourceLocation)
  #expect(result.errorLines.count == lines, "\(result.errors)", sourceLocation: sourceLocation)
  #expect(result.errors.hasPrefix("gifmodel"), "\(result.errors)", sourceLocation: sourceLocation)
  for word in words {
    #expect(result.errors.contains(word), "\(result.errors)", sourceLocation: sourceLocation)
  }
}

extension Sandbox {
  /// How many posts the store has.
  func count(where format: String? = nil) async throws -> Int {
    let condition = format.map { ["--where", $0] } ?? []
    let result = try await Executable.start(
      try Executable.gifmodel, ["count", "--store", store] + condition, in: self
    ).result()
    return try #require(Int(result.output.trimmingCharacters(in: .newlines)), "\(result.errors)")
  }

  /// The numbers of the posts that a list has, in its order.
  func newsids(_ arguments: String...) async throws -> [Int] {
    let result = try await Executable.start(
      try Executable.gifmodel, ["list", "--store", store, "--json"] + arguments, in: self
    ).result()
    expectSuccess(result)
    let posts = try JSONDecoder().decode([Post].self, from: Data(result.output.utf8))
    return posts.map(\.newsid)
  }

  /// What SQLite itself says of the store's file.
  func integrity() async throws -> String {
    try await Executable.shell("sqlite3 '\(store)' 'PRAGMA integrity_check'", in: self).output
  }
}

/// A post as `list --json` prints it.
struct Post: Decodable, Equatable {
  let newsid: Int
  let userid: Int
  let commentsno: Int
  let isZan: Bool
  var headpicture: String?
  var nickname: String?
  var createtime: String?
  var text: String?
  var gifurl: String?
}
