import GraphValues

/// A file of a model.
struct SourceFile: Sendable, Hashable {
  /// Its place among the model's files.
  let index: Int
  /// Its name as it was given; nil for text.
  let name: String?
}

/// Where in a model's files something stands.
struct SourcePlace: Sendable {
  let file: SourceFile
  /// `entities[1].attributes[0].type`; empty for the file as a whole.
  let path: String
  /// The index of the first byte.
  let offset: Int

  func member(_ key: String, offset: Int) -> SourcePlace {
    SourcePlace(
      file: file, path: path.isEmpty ? Self.spell(key) : "\(path).\(Self.spell(key))", offset: offset)
  }

  func element(_ index: Int, offset: Int) -> SourcePlace {
    SourcePlace(file: file, path: "\(path)[\(index)]", offset: offset)
  }

  /// The place for the text of another mistake: `Models/Blog.json: entities[1]`.
  var description: String {
    [file.name, path].compactMap { $0 }.joined(separator: ": ")
  }

  private static func spell(_ key: String) -> String {
    let plain = key.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || $0 == "$" || $0 == "-" }
    return plain && !key.isEmpty && key.utf8.count <= 60 ? key : MistakeLog.quote(key)
  }
}
