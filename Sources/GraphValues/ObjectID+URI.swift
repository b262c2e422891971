public import Foundation

/// `graphstore://STORE/ENTITY/KEY` for an entity that is its own root, and
/// `graphstore://STORE/ROOT/ENTITY/KEY` for a subentity.
extension ObjectID {
  /// The scheme of an object ID's URI.
  static let scheme = "graphstore"

  /// The ID as a URI, for links, files and other processes; ``init(uri:)`` reads it back.
  public var uriRepresentation: URL {
    var parts = [home.store.uuidString]
    if home.root != home.entity { parts.append(Self.escape(home.root)) }
    parts.append(Self.escape(home.entity))
    parts.append(String(key))
    guard let url = URL(string: "\(Self.scheme)://\(parts.joined(separator: "/"))") else {
      preconditionFailure("an object ID's escaped parts are always a URL")
    }
    return url
  }

  /// Reads an ID from its URI form.
  ///
  /// - Parameter uri: a URI that ``uriRepresentation`` gave.
  /// - Returns: nil where the URI is not an object ID's.
  public init?(uri: URL) {
    let prefix = "\(Self.scheme)://"
    let text = uri.absoluteString
    guard text.lowercased().hasPrefix(prefix) else { return nil }
    let parts = text.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 4,
      let store = UUID(uuidString: String(parts[0])),
      let root = String(parts[1]).removingPercentEncoding, !root.isEmpty,
      let entity = String(parts[parts.count - 2]).removingPercentEncoding, !entity.isEmpty,
      let key = Int64(parts[parts.count - 1]), String(key) == parts[parts.count - 1]
    else { return nil }
    self.init(home: ObjectHome(store: store, entity: entity, root: root), key: key)
  }

  private static func escape(_ name: String) -> String {
    name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? name
  }
}

extension ObjectID: Codable {
  /// Reads the URI form.
  ///
  /// - Throws: `DecodingError.dataCorrupted` where the text is not an object ID's URI.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let uri = URL(string: text), let id = ObjectID(uri: uri) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(text.prefix(200))\" is not the URI of an object ID")
    }
    self = id
  }

  /// Writes the URI form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(uriRepresentation.absoluteString)
  }
}

extension ObjectID: CustomStringConvertible {
  /// The entity and the key, for logs: `GifModel/42`.
  public var description: String { "\(home.entity)/\(key)" }
}
