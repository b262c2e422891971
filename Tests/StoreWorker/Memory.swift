import Foundation
import Graphstore

/// Fetches objects with large values, for tests of how much memory that takes: `store-worker memory FILE`.
///
/// Prints, in kilobytes, by how much the most memory of the process grew: when all objects were fetched and were held, and
/// when all their values had been read, one after the other.
func measureMemory(_ arguments: [String]) throws {
  let container = try PersistentContainer(
    model: try EntityModel(json: pictureModel), url: URL(filePath: arguments[1]),
    options: StoreOptions(isReadOnly: true))
  let context = container.newContext()
  var request = FetchRequest<ManagedObject>(entityName: "Picture")
  request.fetchLimit = 1
  var bytes = 0
  for picture in try context.fetch(request) { bytes += try size(of: picture) }
  let start = try mostMemory()
  request.fetchLimit = 0
  let pictures = try context.fetch(request)
  let fetched = try mostMemory()
  bytes = 0
  for picture in pictures { bytes += try size(of: picture) }
  let read = try mostMemory()
  print(pictures.count, bytes, fetched - start, read - start)
}

private func size(of picture: ManagedObject) throws -> Int {
  try picture.value(forKey: "data", as: Data.self)?.count ?? 0
}

/// The most memory that the process had so far, in kilobytes.
private func mostMemory() throws -> Int {
  let status = try String(contentsOf: URL(filePath: "/proc/self/status"), encoding: .utf8)
  for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
    if let number = line.split(whereSeparator: { !$0.isNumber }).first.flatMap({ Int($0) }) { return number }
  }
  throw CocoaError(.fileReadUnknown)
}
