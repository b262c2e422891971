import Foundation

/// What a process has done to the store, line by line in a file of its own: before each save what is to come, and after
/// it that it has come.
struct StressJournal {
  enum Kind: String {
    case transfer
    /// One within a transaction of a container.
    case writing
    case token
    case deletion
  }

  struct Entry {
    let kind: Kind
    let label: String
    let key: Int64
    var isDone = false
  }

  private let file: FileHandle

  init(_ folder: URL, name: String) throws {
    let url = folder.appending(path: "\(name).journal")
    try Data().write(to: url)
    file = try FileHandle(forWritingTo: url)
  }

  // One write a line: a process that is killed leaves whole lines.
  func begin(_ kind: Kind, _ label: String, _ key: Int64) {
    file.write(Data("\(kind.rawValue) \(label) \(key)\n".utf8))
  }

  func end(_ kind: Kind, _ label: String) { file.write(Data("\(kind.rawValue) \(label) done\n".utf8)) }

  /// All entries of all journals of a folder.
  static func entries(in folder: URL) throws -> [Entry] {
    var entries: [Entry] = []
    for url in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    where url.pathExtension == "journal" {
      var begun: [String: Int] = [:]
      for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard words.count == 3, let kind = Kind(rawValue: String(words[0])) else { continue }
        let name = "\(words[0]) \(words[1])"
        if let key = Int64(words[2]) {
          // A second try of the same has another object.
          begun[name] = entries.count
          entries.append(Entry(kind: kind, label: String(words[1]), key: key))
        } else if let place = begun[name] {
          entries[place].isDone = true
        }
      }
    }
    return entries
  }
}
