import Foundation
import Graphstore

/// Works on a store in a process of its own, for tests of several processes:
/// `store-worker insert FILE COUNT SAVES`, `store-worker forever FILE`, `store-worker external FILE SEED STEP COUNT`,
/// `store-worker memory FILE`.
///
/// Keys are printed as they are saved, a line each.
func work(_ arguments: [String]) throws {
  guard arguments.count >= 2 else { throw CocoaError(.fileReadUnknown) }
  if arguments[0] == "external" { return try workExternally(arguments) }
  if arguments[0] == "memory" { return try measureMemory(arguments) }
  let model = try EntityModel(
    json: """
      { "model": "Staff", "entities": [ { "name": "Employee", "attributes": [
        { "name": "name", "type": "string", "optional": true },
        { "name": "salary", "type": "int64", "default": 0 } ] } ] }
      """)
  let container = try PersistentContainer(
    model: model, url: URL(filePath: arguments[1]),
    options: StoreOptions(durability: .normal, busyTimeout: .seconds(60)))
  switch arguments[0] {
  case "insert":
    let count = arguments.count > 2 ? Int(arguments[2]) ?? 1 : 1
    let saves = arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1
    for save in 0..<saves { try insert(count, into: container, number: save) }
  case "forever":
    var number = 0
    while true {
      try insert(50, into: container, number: number)
      number += 1
    }
  default: throw CocoaError(.featureUnsupported)
  }
}

/// Saves some objects at once and prints their keys; every one of a save has the save's number as its salary.
func insert(_ count: Int, into container: PersistentContainer, number: Int) throws {
  let context = container.newContext()
  var lines = ""
  for index in 0..<count {
    let object = try context.insert(entity: "Employee")
    try object.setValue("worker \(index)", forKey: "name")
    try object.setValue(number, forKey: "salary")
    lines += "\(object.id.key)\n"
  }
  try context.save()
  FileHandle.standardOutput.write(Data(lines.utf8))
}

do {
  try work(Array(CommandLine.arguments.dropFirst()))
} catch {
  FileHandle.standardError.write(Data("store-worker: \(error)\n".utf8))
  exit(1)
}
