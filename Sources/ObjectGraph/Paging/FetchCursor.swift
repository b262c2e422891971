package import GraphQuery

/// A place in the order of a fetch, from which a later fetch goes on: `request.after(cursor)`.
///
/// A cursor holds what was sorted by at the place, so that it stays right whatever is inserted or deleted before or
/// at it. It is a value that may be kept and sent: its ``description`` is a text of letters, digits, `-` and `_`, which
/// holds the values that are sorted by, readable for who wants to.
public struct FetchCursor: Sendable, Hashable {
  /// The entity of the fetch.
  public let entityName: String
  /// The order of the fetch, a text a sort key.
  package let order: [String]
  package let position: SortPosition

  package init(entityName: String, order: [String], position: SortPosition) {
    self.entityName = entityName
    self.order = order
    self.position = position
  }
}

extension FetchCursor: LosslessStringConvertible {
  /// The cursor of a text; nil where the text is none.
  public init?(_ description: String) {
    guard let cursor = CursorToken.cursor(of: description) else { return nil }
    self = cursor
  }

  /// The cursor as text.
  public var description: String { CursorToken.text(of: self) }
}

extension FetchCursor: Codable {
  /// Reads a cursor from its text.
  ///
  /// - Throws: `DecodingError` where the text is none of a cursor.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let cursor = FetchCursor(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no text of a fetch cursor")
    }
    self = cursor
  }

  /// Writes the cursor as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
