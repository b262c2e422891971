import Foundation

/// The feed that comes along with the application.
enum FeedResource {
  /// The file of the feed: beside the executable, where the build puts it, or in the sources.
  ///
  /// `Bundle.module` would end the process where an executable was copied without its resources.
  static func file() throws -> URL {
    let executables = Bundle.main.bundleURL
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let candidates = [
      executables.appending(path: "Graphstore_GifModelApp.resources/gifs.json"),
      executables.appending(path: "Graphstore_GifModelApp.bundle/gifs.json"),
      sources.appending(path: "Feed/gifs.json"),
    ]
    guard let file = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
      throw Failure("the feed gifs.json is missing: run the application from where it was built")
    }
    return file
  }
}
