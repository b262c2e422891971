import Foundation

/// The Chinook sample database as JSON: a music shop, 11 entity types.
///
/// The generated `Values` read it; a key is an attribute's name with a capital letter.
struct ChinookData: Decodable {
  let genre: [Genre.Values]
  let mediaType: [MediaType.Values]
  let artist: [Artist.Values]
  let album: [Album.Values]
  let track: [Track.Values]
  let employee: [Employee.Values]
  let customer: [Customer.Values]
  let invoice: [Invoice.Values]
  let invoiceLine: [InvoiceLine.Values]
  let playlist: [Playlist.Values]
  let playlistTrack: [PlaylistTrack.Values]

  static func read(_ json: Data) throws -> ChinookData {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      AttributeKey(stringValue: (path.last?.stringValue ?? "").lowercasingFirstLetter)
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

  private struct AttributeKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
  }
}

extension String {
  var lowercasingFirstLetter: String { prefix(1).lowercased() + dropFirst() }
}
