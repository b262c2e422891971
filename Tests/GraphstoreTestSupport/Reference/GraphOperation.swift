package import GraphValues

/// Something done to a graph. It names objects by number and relationships by name, so that a list of operations can be
/// done again with some left out: one that has become pointless is passed over.
package enum GraphOperation: Sendable, CustomStringConvertible {
  case insert(Int, entity: String)
  case set(Int, String, AttributeValue)
  case setOne(Int, String, Int?)
  case add(Int, String, Int)
  case insertAt(Int, String, Int, index: Int)
  case move(Int, String, from: Int, to: Int)
  case remove(Int, String, Int)
  case replace(Int, String, [Int])
  case delete(Int)
  case save
  case rollback
  case refresh(Int, merges: Bool)
  case refreshAll
  case reset
  case reopen
  /// Lets go of all objects, so that those without changes are swept.
  case letGo
  /// Holds an object, a fault if it is not registered.
  case hold(Int)
  /// Reads a property, which may be a fault.
  case read(Int, String)
  case contains(Int, String, Int)
  case count(Int, String)
  case fetch(entity: String, prefetching: [String])
  /// Compares everything that the context shows.
  case compare
  /// Ends the group of changes that is undone together.
  case endGroup
  case undo
  case redo
  /// Another context does something and saves, and this one takes note.
  ///
  /// - tries: whether this one saves before it does.
  case elsewhere([GraphOperation], tries: Bool)
  /// Finds an object by the values of a uniqueness constraint, or inserts one with this number.
  case findOrInsert(Int, entity: String, [String: AttributeValue])
  case importRecord(ReferenceRecord)
  /// Goes on in a child of the context.
  case beginChild
  /// Goes back to the parent; what is not saved then is thrown away.
  case endChild(saves: Bool)

  package var description: String {
    switch self {
    case .insert(let number, let entity): "insert \(number) of \(entity)"
    case .set(let number, let name, let value): "set \(number).\(name) to \(value)"
    case .setOne(let number, let name, let member):
      "set \(number).\(name) to \(member.map { "\($0)" } ?? "nil")"
    case .add(let number, let name, let member): "add \(member) to \(number).\(name)"
    case .insertAt(let number, let name, let member, let index):
      "insert \(member) in \(number).\(name) at \(index)"
    case .move(let number, let name, let from, let to): "move \(number).\(name) from \(from) to \(to)"
    case .remove(let number, let name, let member): "remove \(member) from \(number).\(name)"
    case .replace(let number, let name, let members): "replace \(number).\(name) with \(members)"
    case .delete(let number): "delete \(number)"
    case .save: "save"
    case .rollback: "roll back"
    case .refresh(let number, let merges): "refresh \(number)\(merges ? ", keeping changes" : "")"
    case .refreshAll: "refresh all"
    case .reset: "reset"
    case .reopen: "reopen"
    case .letGo: "let go of all objects"
    case .hold(let number): "hold \(number)"
    case .read(let number, let name): "read \(number).\(name)"
    case .contains(let number, let name, let member): "ask whether \(number).\(name) contains \(member)"
    case .count(let number, let name): "count \(number).\(name)"
    case .fetch(let entity, let prefetched):
      "fetch \(entity)" + (prefetched.isEmpty ? "" : ", prefetching \(prefetched.joined(separator: ", "))")
    case .compare: "compare"
    case .endGroup: "end the group"
    case .undo: "undo"
    case .redo: "redo"
    case .elsewhere(let operations, let tries):
      "elsewhere \(operations.map(\.description).joined(separator: ", "))\(tries ? ", then try to save" : "")"
    case .findOrInsert(let number, let entity, let values):
      "find or insert \(number) of \(entity) with \(values.sorted { $0.key < $1.key })"
    case .importRecord(let record): "import \(record)"
    case .beginChild: "begin a child"
    case .endChild(let saves): saves ? "save and end the child" : "end the child"
    }
  }
}
