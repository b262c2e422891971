/// Gives out the names of a schema's tables, indexes and triggers: each once, as SQLite compares them.
///
/// What is asked for in the same order gets the same names.
struct SchemaNames {
  private var taken: Set<[UInt8]> = []

  init(taken names: [String] = []) {
    for name in names { taken.insert(Self.folded(name)) }
  }

  /// The name that is wanted, or that name and a number where it is taken.
  mutating func name(_ wanted: String) -> String {
    var name = wanted
    var number = 1
    while !taken.insert(Self.folded(name)).inserted {
      number += 1
      name = "\(wanted)_\(number)"
    }
    return name
  }

  /// SQLite ignores the case of ASCII letters only.
  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}
