import Foundation
import Graphstore
import SQLSyntax
import SQLiteAccess

/// Compares what the processes have reported with what is in the store.
struct StressCheck {
  let folder: URL

  /// What is wrong; nothing where all is right.
  func faults() throws -> [String] {
    let context = try StressStore.open(folder).newContext()
    let entries = try StressJournal.entries(in: folder)
    var faults = try integrity() + balances(context)
    faults += try reported(entries, [.transfer, .writing], "Transfer", context)
    faults += try reported(entries, [.token], "Token", context)
    faults += keys(entries)
    return faults
  }

  private func integrity() throws -> [String] {
    let connection = try SQLiteConnection(
      path: folder.appending(path: "stress.sqlite").path, mode: .readWrite)
    let said = try connection.scalar("PRAGMA integrity_check")
    let dangling = try connection.scalar("SELECT count(*) FROM pragma_foreign_key_check")
    var faults: [String] = []
    if said != .text("ok") { faults.append("the file is damaged: \(String(describing: said))") }
    if dangling != .integer(0) { faults.append("references lead nowhere: \(String(describing: dangling))") }
    return faults
  }

  /// No update is lost and no transaction torn: each account has what its transfers say.
  private func balances(_ context: ObjectContext) throws -> [String] {
    var faults: [String] = []
    var sum: Int64 = 0
    for account in try context.fetch(FetchRequest<ManagedObject>(entityName: "Account")) {
      let sent = try amounts(account, "sent")
      let received = try amounts(account, "received")
      let (number, balance, moves) = try (
        account.number("number"), account.number("balance"), account.number("moves")
      )
      sum += balance
      let moved = received.reduce(0, +) - sent.reduce(0, +)
      if balance != moved { faults.append("account \(number) has \(balance), its transfers \(moved)") }
      let count = Int64(sent.count + received.count)
      if moves != count { faults.append("account \(number) counts \(moves) moves, and has \(count)") }
    }
    return sum == 0 ? faults : faults + ["the sum is \(sum)"]
  }

  private func amounts(_ account: ManagedObject, _ relationship: String) throws -> [Int64] {
    try account.relatedObjects(forKey: relationship).map { try $0.number("amount") }
  }

  /// What was reported as saved is there, under its key; what was reported as deleted is not; and nothing else is there.
  private func reported(
    _ entries: [StressJournal.Entry], _ kinds: [StressJournal.Kind], _ entity: String,
    _ context: ObjectContext
  ) throws -> [String] {
    var found: [String: Int64] = [:]
    for object in try context.fetch(FetchRequest<ManagedObject>(entityName: entity)) {
      found[try object.label("label")] = object.id.key
    }
    let deletions = entries.filter { $0.kind == .deletion && kinds == [.token] }
    let gone = Set(deletions.filter(\.isDone).map(\.label))
    let perhapsGone = Set(deletions.map(\.label))
    var faults: [String] = []
    var possible: [String: Set<Int64>] = [:]
    for entry in entries where kinds.contains(entry.kind) {
      possible[entry.label, default: []].insert(entry.key)
      if gone.contains(entry.label) {
        if found[entry.label] != nil { faults.append("\(entity) \(entry.label) was deleted and is there") }
      } else if entry.isDone, !perhapsGone.contains(entry.label), found[entry.label] != entry.key {
        faults.append("\(entity) \(entry.label) was saved as \(entry.key) and is \(found[entry.label] ?? -1)")
      }
    }
    for (label, key) in found where possible[label]?.contains(key) != true {
      faults.append("\(entity) \(label) with key \(key) was never reported")
    }
    return faults
  }

  /// No key was ever given to two objects. One of a transaction that died with its process nobody else can have seen.
  private func keys(_ entries: [StressJournal.Entry]) -> [String] {
    var faults: [String] = []
    for kinds in [[StressJournal.Kind.transfer, .writing], [.token]] {
      var labels: [Int64: String] = [:]
      for entry in entries where kinds.contains(entry.kind) && (entry.isDone || entry.kind != .writing) {
        if let other = labels[entry.key], other != entry.label {
          faults.append("\(entry.kind) key \(entry.key) was of \(other) and \(entry.label)")
        }
        labels[entry.key] = entry.label
      }
    }
    return faults
  }
}
