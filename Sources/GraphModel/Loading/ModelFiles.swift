import Foundation

/// Finds and reads the files of a model.
enum ModelFiles {
  /// - Parameter url: a file, or a folder of which the `*.json` files are meant, but not `*.schema.json`.
  static func read(_ url: URL) throws(ModelError) -> [(name: String?, bytes: [UInt8])] {
    var isFolder: ObjCBool = false
    let name = displayName(url)
    guard url.isFileURL else {
      throw failure(name, "a model is read from a file, not from another kind of URL")
    }
    guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
      throw failure(name, "there is no such file")
    }
    var left = LoadingLimits.bytes
    if !isFolder.boolValue { return [(name, try bytes(url, name, &left))] }
    var result: [(name: String?, bytes: [UInt8])] = []
    for file in try files(in: url, name) {
      let path = name.hasSuffix("/") ? name + file : "\(name)/\(file)"
      result.append((path, try bytes(url.appending(path: file), path, &left)))
    }
    return result
  }

  private static func files(in folder: URL, _ name: String) throws(ModelError) -> [String] {
    let all: [String]
    do {
      all = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    } catch {
      throw failure(name, "the folder cannot be read")
    }
    let files = all.filter {
      $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") && !$0.hasPrefix(".")
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    if files.isEmpty { throw failure(name, "the folder holds no model: no file's name ends in .json") }
    if files.count > LoadingLimits.files {
      throw failure(name, "the folder holds more than \(LoadingLimits.files) files")
    }
    return files
  }

  private static func bytes(_ url: URL, _ name: String, _ left: inout Int) throws(ModelError) -> [UInt8] {
    let path = url.resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let attributes else { throw failure(name, "there is no such file") }
    // Anything else, a pipe say, may never end.
    guard attributes[.type] as? FileAttributeType == .typeRegular else {
      throw failure(name, "not a plain file")
    }
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw failure(name, "the file cannot be read")
    }
    defer { try? file.close() }
    let data: Data
    do {
      data = try file.read(upToCount: left + 1) ?? Data()
    } catch {
      throw failure(name, "the file cannot be read")
    }
    if data.count > left {
      throw failure(name, "the files of a model have at most \(LoadingLimits.bytes >> 20) MiB together")
    }
    left -= data.count
    return Array(data)
  }

  /// The path as it was given.
  private static func displayName(_ url: URL) -> String {
    url.isFileURL ? url.relativePath : url.absoluteString
  }

  private static func failure(_ name: String, _ message: String) -> ModelError {
    ModelError(mistakes: [ModelError.Mistake(file: name, path: "", message: message)])
  }
}
