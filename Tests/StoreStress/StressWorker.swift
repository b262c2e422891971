import Foundation
import Graphstore
import GraphstoreTestSupport

/// One process: threads with contexts of their own, which save, conflict and try again until they are killed.
struct StressWorker {
  let folder: URL
  let seed: UInt64

  func workForever() throws {
    let container = try StressStore.open(folder)
    for thread in 0..<3 {
      let name = "\(seed)-\(thread)"
      let journal = try StressJournal(folder, name: name)
      Thread {
        var worker = StressThread(
          container: container, journal: journal, name: name,
          random: SeededGenerator(seed: seed &* 31 &+ UInt64(thread)))
        do {
          while true { try worker.step() }
        } catch {
          FileHandle.standardError.write(Data("\(name): \(error)\n".utf8))
          exit(4)
        }
      }.start()
    }
    while true { sleep(60) }
  }
}

/// One thread of a process.
struct StressThread {
  let container: PersistentContainer
  let journal: StressJournal
  let name: String
  var random: SeededGenerator
  private var context: ObjectContext
  private var count = 0
  private var tokens: [(label: String, id: ObjectID)] = []

  init(container: PersistentContainer, journal: StressJournal, name: String, random: SeededGenerator) {
    self.container = container
    self.journal = journal
    self.name = name
    self.random = random
    context = container.newContext()
  }

  mutating func step() throws {
    count += 1
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<9: try transferInContext()
    case 9..<13: try transferInTransaction()
    case 13..<16: try insertToken()
    case 16..<18: try deleteToken()
    case 18: try lookAtAll()
    default: context = container.newContext()
    }
  }

  private struct Wrong: Error, CustomStringConvertible {
    let description: String
  }

  /// Optimistic: another's change in between is a conflict, and this begins anew.
  private mutating func transferInContext() throws {
    let label = "\(name)-\(count)"
    while true {
      let key = try move(label, context)
      journal.begin(.transfer, label, key)
      do {
        try context.save()
        break
      } catch let error as GraphError where error.code == .conflict {
        context.rollback()
        context.refreshAllObjects()
      }
    }
    journal.end(.transfer, label)
  }

  /// Within one transaction nobody comes between.
  private mutating func transferInTransaction() throws {
    let label = "\(name)-\(count)"
    try container.write { context, _ in
      let key = try move(label, context)
      journal.begin(.writing, label, key)
    }
    journal.end(.writing, label)
  }

  private mutating func move(_ label: String, _ context: ObjectContext) throws -> Int64 {
    let source = Int64.random(in: 0..<StressStore.accountCount, using: &random)
    let target =
      (source + .random(in: 1..<StressStore.accountCount, using: &random)) % StressStore.accountCount
    let amount = Int64.random(in: 1...100, using: &random)
    let accounts = try [source, target].map { number in
      let found = try context.first(
        FetchRequest<ManagedObject>(entityName: "Account", format: "number == %@", number))
      guard let found else { throw Wrong(description: "account \(number) is missing") }
      return found
    }
    let transfer = try context.insert(entity: "Transfer")
    try transfer.setValue(label, forKey: "label")
    try transfer.setValue(amount, forKey: "amount")
    for (account, relationship, sign) in [(accounts[0], "source", -1), (accounts[1], "target", 1)] {
      try transfer.setRelatedObject(account, forKey: relationship)
      try account.setValue(try account.number("balance") + amount * Int64(sign), forKey: "balance")
      try account.setValue(try account.number("moves") + 1, forKey: "moves")
    }
    return transfer.id.key
  }

  private mutating func insertToken() throws {
    let label = "\(name)-\(count)"
    let token = try context.insert(entity: "Token")
    try token.setValue(label, forKey: "label")
    journal.begin(.token, label, token.id.key)
    try context.save()
    journal.end(.token, label)
    tokens.append((label, token.id))
  }

  private mutating func deleteToken() throws {
    guard !tokens.isEmpty else { return }
    let token = tokens.remove(at: .random(in: tokens.indices, using: &random))
    context.delete(try context.object(with: token.id))
    journal.begin(.deletion, token.label, token.id.key)
    try context.save()
    journal.end(.deletion, token.label)
  }

  /// A fetch reads one state, in which all money is there.
  private func lookAtAll() throws {
    let accounts = try container.newContext().fetch(FetchRequest<ManagedObject>(entityName: "Account"))
    let sum = try accounts.reduce(0) { try $0 + $1.number("balance") }
    if sum != 0 { throw Wrong(description: "a fetch saw half of a transaction: \(sum)") }
  }
}

extension ManagedObject {
  /// The value of an integer attribute.
  func number(_ name: String) throws -> Int64 {
    guard case .int(let value) = try value(forKey: name) else { throw CocoaError(.coderReadCorrupt) }
    return value
  }

  /// The value of a string attribute.
  func label(_ name: String) throws -> String {
    guard case .string(let value) = try value(forKey: name) else { throw CocoaError(.coderReadCorrupt) }
    return value
  }
}
