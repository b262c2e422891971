import Foundation
import Graphstore

/// The Chinook sample database as JSON: a music shop, 11 tables of rows that refer to one another by numbers.
///
/// The generated `Values` read a row's values; a key is an attribute's name with a capital letter.
struct ChinookData: Decodable {
  let genre: [Row<Genre.Values>]
  let mediaType: [Row<MediaType.Values>]
  let artist: [Row<Artist.Values>]
  let album: [Row<Album.Values>]
  let track: [Row<Track.Values>]
  let employee: [Row<Employee.Values>]
  let customer: [Row<Customer.Values>]
  let invoice: [Row<Invoice.Values>]
  let invoiceLine: [Row<InvoiceLine.Values>]
  let playlist: [Row<Playlist.Values>]
  let playlistTrack: [PlaylistTrack]

  /// A row: its values, and the numbers of rows.
  struct Row<Values: Decodable & Sendable>: Decodable {
    let values: Values
    private let numbers: [String: Int64]

    init(from decoder: any Decoder) throws {
      values = try Values(from: decoder)
      let container = try decoder.container(keyedBy: Key.self)
      var numbers: [String: Int64] = [:]
      for key in container.allKeys where key.stringValue.hasSuffix("Id") || key.stringValue == "reportsTo" {
        numbers[key.stringValue] = try container.decodeIfPresent(Int64.self, forKey: key)
      }
      self.numbers = numbers
    }

    /// The number in a column, of the row itself or of another; nil where there is none.
    subscript(column: String) -> Int64? { numbers[column] }
  }

  /// A track on a playlist.
  struct PlaylistTrack: Decodable {
    let playlistId: Int64
    let trackId: Int64
  }

  static func read(_ json: Data) throws -> ChinookData {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      Key(stringValue: (path.last?.stringValue ?? "").lowercasingFirstLetter)
    }
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      guard let date = try? Date.ISO8601FormatStyle(timeZone: .gmt).parse(text + "Z") else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "\(text) is no date"))
      }
      return date
    }
    return try decoder.decode(ChinookData.self, from: json)
  }

  fileprivate struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}

extension String {
  var lowercasingFirstLetter: String { prefix(1).lowercased() + dropFirst() }
  var uppercasingFirstLetter: String { prefix(1).uppercased() + dropFirst() }
}
