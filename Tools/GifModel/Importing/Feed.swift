import Foundation

/// Reads feeds: JSON arrays of records.
enum Feed {
  /// The records of a file.
  ///
  /// A record with mistakes is a record all the same; what breaks the array is thrown.
  static func records(ofFile path: String) throws -> [FeedRecord] {
    let text = try bytes(ofFile: path)
    guard String(validating: text, as: UTF8.self) != nil else {
      throw Failure("\(path): the file is not UTF-8 text")
    }
    do {
      let decoder = JSONDecoder()
      return try FeedSplitter(text).pieces.enumerated().map { index, piece in
        FeedRecord(number: index + 1, content: content(piece, of: text, decoder))
      }
    } catch {
      throw Failure("\(path): line \(error.line): \(error.message)")
    }
  }

  private static func bytes(ofFile path: String) throws -> [UInt8] {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw Failure("\(path): there is no such file")
    }
    if isDirectory.boolValue { throw Failure("\(path): a directory is no feed") }
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw Failure("\(path): the file cannot be read")
    }
    return [UInt8](data)
  }

  private static func content(
    _ piece: FeedSplitter.Piece, of text: [UInt8], _ decoder: JSONDecoder
  ) -> FeedRecord.Content {
    let data = Data(text[piece.bytes])
    guard text[piece.bytes.lowerBound] == UInt8(ascii: "{") else {
      let kind = (try? decoder.decode(JSONValue.self, from: data))?.kind ?? "something that is not JSON"
      return .mistake("\(kind), where an object is expected")
    }
    if let key = repeatedKey(piece, of: text, decoder) {
      return .mistake("the key \"\(key)\" occurs twice")
    }
    do {
      return .values(try decoder.decode([String: JSONValue].self, from: data))
    } catch {
      return .mistake("not a JSON object")
    }
  }

  private static func repeatedKey(
    _ piece: FeedSplitter.Piece, of text: [UInt8], _ decoder: JSONDecoder
  ) -> String? {
    var seen: Set<[UInt8]> = []
    for range in piece.keys {
      var key = Array(text[range])
      if key.contains(UInt8(ascii: "\\")), let plain = try? decoder.decode(String.self, from: Data(key)) {
        key = Array("\"\(plain)\"".utf8)
      }
      if !seen.insert(key).inserted { return String(decoding: key.dropFirst().dropLast(), as: UTF8.self) }
    }
    return nil
  }
}
