import Foundation
import GraphValues
import Graphstore
import SQLiteStore
import Synchronization

/// Works with large values, for tests that kill it: `store-worker external FILE SEED STEP COUNT`, where the process ends
/// itself the COUNTth time that it reaches a step of keeping files.
///
/// Before each save, and after it, a line tells what is in the store: `begin NUMBER` and `end NUMBER`.
func workExternally(_ arguments: [String]) throws {
  guard arguments.count >= 5, let seed = UInt8(arguments[2]), let count = Int(arguments[4]) else {
    throw CocoaError(.fileReadUnknown)
  }
  let step = ExternalStep(rawValue: arguments[3])
  let countdown = Countdown(count)
  let observer: @Sendable (ExternalStep) -> Void = { reached in
    if reached == step, countdown.isOver() { kill(getpid(), SIGKILL) }
  }
  try ExternalStep.$observer.withValue(observer) {
    var options = StoreOptions(durability: .normal, externalThreshold: 1000)
    options.externalGracePeriod = .zero
    let container = try PersistentContainer(
      model: try EntityModel(json: pictureModel), url: URL(filePath: arguments[1]), options: options)
    for number in 0..<12 {
      say("begin \(number)")
      try changePictures(container.newContext(), seed &+ UInt8(number))
      say("end \(number)")
    }
    container.close()
  }
  say("done")
}

/// As in the tests' models.
let pictureModel = """
  { "model": "Pictures", "entities": [ { "name": "Picture", "attributes": [
    { "name": "title", "type": "string", "optional": true },
    { "name": "data", "type": "data", "external": true, "optional": true },
    { "name": "text", "type": "string", "external": true, "optional": true },
    { "name": "info", "type": "codable", "swiftType": "Info", "external": true, "optional": true } ] } ] }
  """

/// Inserts two pictures, changes one, and deletes one where there are many.
private func changePictures(_ context: ObjectContext, _ seed: UInt8) throws {
  let pictures = try context.fetch(FetchRequest<ManagedObject>(entityName: "Picture"))
  for index in 0..<2 as Range<UInt8> {
    let picture = try context.insert(entity: "Picture")
    try picture.setValue("\(seed &+ index)", forKey: "title")
    try picture.setValue(Data(repeating: seed &+ index, count: 5000), forKey: "data")
    try picture.setValue(String(repeating: "ü", count: 3000), forKey: "text")
  }
  if let first = pictures.first { try first.setValue(Data(repeating: seed, count: 2000), forKey: "data") }
  if pictures.count > 4 { context.delete(pictures[3]) }
  try context.save()
}

private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Counts down.
private final class Countdown: Sendable {
  private let rest: Guarded<Int>

  init(_ count: Int) { rest = Guarded(count) }

  func isOver() -> Bool {
    rest.withLock { rest in
      rest -= 1
      return rest == 0
    }
  }
}
