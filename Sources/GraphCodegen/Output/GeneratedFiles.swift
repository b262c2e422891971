package import Foundation

/// Generated files and where they are kept.
package struct GeneratedFiles: Sendable {
  /// The folder of the files.
  package let folder: URL
  /// What has to be in it.
  package let files: [RenderedFile]
  /// The name of the model that they are of.
  package let model: String
  /// Whether the folder may hold more files of the model, which are then out of date.
  package let isWholeFolder: Bool

  package init(folder: URL, files: [RenderedFile], model: String, isWholeFolder: Bool) {
    self.folder = folder
    self.files = files
    self.model = model
    self.isWholeFolder = isWholeFolder
  }

  /// Writes what differs and removes files of the model that are generated no more.
  ///
  /// - Throws: `OutputError` where a file of that name was written by hand, or the disk refuses.
  package func write() throws(OutputError) {
    let manager = FileManager.default
    do {
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw OutputError(path: folder.relativePath, "the folder cannot be made: \(error.localizedDescription)")
    }
    var changed: [RenderedFile] = []
    for file in files {
      let url = folder.appending(path: file.name)
      let present = try text(of: url)
      if present == file.text { continue }
      if let present, !GeneratedHeader.isGenerated(present), !present.isEmpty {
        throw OutputError(
          path: url.relativePath, "was not made by model-codegen: move it, or choose another folder")
      }
      changed.append(file)
    }
    let stale = try staleFiles()
    for file in changed {
      let url = folder.appending(path: file.name)
      do {
        try Data(file.text.utf8).write(to: url, options: .atomic)
      } catch {
        throw OutputError(path: url.relativePath, "cannot be written: \(error.localizedDescription)")
      }
    }
    for url in stale {
      do {
        try manager.removeItem(at: url)
      } catch {
        throw OutputError(path: url.relativePath, "cannot be removed: \(error.localizedDescription)")
      }
    }
  }

  /// How the folder differs from what would be generated, as a unified diff; empty where it does not.
  ///
  /// - Throws: `OutputError` where a file cannot be read.
  package func differences() throws(OutputError) -> String {
    var result = ""
    for file in files {
      let url = folder.appending(path: file.name)
      result += UnifiedDiff.text(from: try text(of: url), to: file.text, path: url.relativePath)
    }
    for url in try staleFiles() {
      result += UnifiedDiff.text(from: try text(of: url), to: nil, path: url.relativePath)
    }
    return result
  }

  /// The folder's other files that were generated from the same model, in the order of their names.
  private func staleFiles() throws(OutputError) -> [URL] {
    guard isWholeFolder else { return [] }
    let current = Set(files.map(\.name))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    var result: [URL] = []
    for name in names.sorted() where name.hasSuffix(".swift") && !current.contains(name) {
      let url = folder.appending(path: name)
      if let text = try? text(of: url), GeneratedHeader.isGenerated(text, fromModel: model) {
        result.append(url)
      }
    }
    return result
  }

  /// What a file holds, or nil where there is none.
  private func text(of url: URL) throws(OutputError) -> String? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    do {
      return String(decoding: try Data(contentsOf: url), as: UTF8.self)
    } catch {
      throw OutputError(path: url.relativePath, "cannot be read: \(error.localizedDescription)")
    }
  }
}

/// Why generated files cannot be written or compared.
package struct OutputError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file or folder.
  package let path: String
  /// What is wrong and what to do.
  package let message: String

  package init(path: String, _ message: String) {
    self.path = path
    self.message = message
  }

  /// `PATH: MESSAGE`.
  package var description: String { "\(path): \(message)" }
}
