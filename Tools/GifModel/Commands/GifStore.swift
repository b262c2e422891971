import Foundation
import Graphstore

/// Something that cannot be done, for a reason that one line says.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// How commands open the store they are given, and how they select posts.
enum GifStore {
  /// A store that has to be there.
  static func existing(at path: String, isReadOnly: Bool) throws -> PersistentContainer {
    if !isReadOnly, !FileManager.default.fileExists(atPath: path) {
      throw Failure("\(path): there is no such store; \"gifmodel import\" makes one")
    }
    return try open(path, StoreOptions(isReadOnly: isReadOnly))
  }

  /// A store that is made where there is none.
  static func createdIfMissing(at path: String) throws -> PersistentContainer {
    // Patient, as another import may be writing.
    try open(path, StoreOptions(busyTimeout: .seconds(60)))
  }

  private static func open(_ path: String, _ options: StoreOptions) throws -> PersistentContainer {
    try PersistentContainer(
      model: GifSchema.model, url: URL(filePath: path), options: options, entities: [GifModel.self])
  }

  /// A request of all posts, or of those that meet a predicate in the format language.
  static func request(where format: String?) throws -> FetchRequest<GifModel> {
    guard let format else { return FetchRequest() }
    return try FetchRequest(format: format)
  }
}
