package import Foundation

extension EntityModel {
  /// Reads and checks a model from several files and folders of files, in their order.
  ///
  /// - Throws: all mistakes of the model, each with its file and its place there.
  package init(contentsOf urls: [URL]) throws(ModelError) {
    var sources: [(name: String?, bytes: [UInt8])] = []
    for url in urls { sources += try ModelFiles.read(url) }
    self = try ModelDecoder.decode(sources)
  }
}
