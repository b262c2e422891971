import Foundation
import GraphstoreTestSupport
import Testing

@Suite("Commands in the documentation")
struct CommandBlockTests {
  /// Commands are not run; what they name has to be there.
  @Test func everyCommandExists() throws {
    let setup = try String(contentsOf: Repository.root.appending(path: "Tools/setup"), encoding: .utf8)
    for block in try Repository.pages().flatMap(\.blocks) {
      for command in commands(of: block) {
        let name = command[0]
        let isThere =
          name.contains("/")
          ? FileManager.default.isExecutableFile(atPath: Repository.root.appending(path: name).path)
          : try ["cd", "export"].contains(name) || setup.contains(name)
            || Subprocess.run("which", [name]).status == 0
        #expect(isThere, "\(block): there is no command \(name)")
        if let program = executable(in: command) {
          let isThere = Repository.manifest.contains("\"\(program)\"")
          #expect(isThere, "\(block): the package has no program \(program)")
        }
        for path in command.dropFirst() where isInRepository(path) {
          #expect(Repository.exists(path), "\(block): there is no \(path)")
        }
      }
    }
  }

  /// What the sqlite3 shell prints is what it prints.
  @Test func sessionsWithTheShellAreTrue() throws {
    let folder = try TemporaryFolder()
    try Journal.makeStore(in: folder.url)
    var sessions = 0
    for block in try Repository.pages().flatMap(\.blocks) where block.language == "console" {
      for (command, output) in exchanges(of: block) where command.hasPrefix("sqlite3 Journal.sqlite ") {
        let real = try Subprocess.run("sh", ["-c", command], in: folder.url)
        #expect(real.status == 0 && real.text == output, "\(block): \(command)")
        sessions += 1
      }
    }
    #expect(sessions > 2)
  }

  private func exchanges(of block: Block) -> [(command: String, output: String)] {
    block.text.components(separatedBy: "\n").reduce(into: []) { result, line in
      if line.hasPrefix("$ ") {
        result.append((String(line.dropFirst(2)), ""))
      } else if let last = result.indices.last {
        result[last].output += line + "\n"
      }
    }
  }

  /// The commands of a block as words.
  private func commands(of block: Block) -> [[String]] {
    let lines: [String] =
      switch block.language {
      case "sh": block.lines.map { String($0) }
      case "console": exchanges(of: block).map(\.command)
      default: []
      }
    return lines.filter { !$0.hasPrefix("#") }.flatMap { $0.components(separatedBy: "&&") }.compactMap {
      part in
      // What stands in quotation marks is no name of ours.
      let words = part.split(separator: "\"")[0].split(separator: " ").map(String.init)
      return words.isEmpty ? nil : words
    }
  }

  /// The program that `swift run` is to run.
  private func executable(in command: [String]) -> String? {
    guard command.prefix(2) == ["swift", "run"] else { return nil }
    var rest = command.dropFirst(2)
    while let word = rest.popFirst() {
      if word == "-c" { rest = rest.dropFirst() } else if !word.hasPrefix("-") { return word }
    }
    return nil
  }

  private func isInRepository(_ path: String) -> Bool {
    ["Sources/", "Tests/", "Tools/", "Models/", "Documentation/", ".ci/"].contains { path.hasPrefix($0) }
  }
}
