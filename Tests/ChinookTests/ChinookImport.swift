import Foundation
import Graphstore
import Testing

/// Makes the graph of the shop's rows: objects first, then what leads from one to another.
struct ChinookImport {
  private let data: ChinookData
  private let context: ObjectContext
  private var genres: [Int64: Genre] = [:]
  private var mediaTypes: [Int64: MediaType] = [:]
  private var artists: [Int64: Artist] = [:]
  private var albums: [Int64: Album] = [:]
  private var tracks: [Int64: Track] = [:]
  private var employees: [Int64: Employee] = [:]
  private var customers: [Int64: Customer] = [:]
  private var invoices: [Int64: Invoice] = [:]

  init(_ data: ChinookData, into context: ObjectContext) {
    self.data = data
    self.context = context
  }

  /// Inserts everything; nothing is saved.
  mutating func run() throws {
    try music()
    try people()
    try sales()
    try playlists()
  }

  private func find<Value>(_ number: Int64?, in objects: [Int64: Value]) throws -> Value {
    try #require(number.flatMap { objects[$0] })
  }

  private mutating func music() throws {
    for row in data.genre { genres[row.values.genreId] = Genre(in: context, values: row.values) }
    for row in data.mediaType {
      mediaTypes[row.values.mediaTypeId] = MediaType(in: context, values: row.values)
    }
    for row in data.artist { artists[row.values.artistId] = Artist(in: context, values: row.values) }
    for row in data.album {
      let album = Album(in: context, values: row.values)
      album.artist = try find(row["artistId"], in: artists)
      albums[album.albumId] = album
    }
    for row in data.track {
      let track = Track(in: context, values: row.values)
      track.album = try find(row["albumId"], in: albums)
      track.mediaType = try find(row["mediaTypeId"], in: mediaTypes)
      track.genre = try find(row["genreId"], in: genres)
      tracks[track.trackId] = track
    }
  }

  private mutating func people() throws {
    for row in data.employee {
      employees[row.values.employeeId] = Employee(in: context, values: row.values)
    }
    for row in data.employee {
      let employee = try find(row["employeeId"], in: employees)
      employee.manager = row["reportsTo"].flatMap { employees[$0] }
    }
    for row in data.customer {
      let customer = Customer(in: context, values: row.values)
      customer.supportRep = try find(row["supportRepId"], in: employees)
      customers[customer.customerId] = customer
    }
  }

  private mutating func sales() throws {
    for row in data.invoice {
      let invoice = Invoice(in: context, values: row.values)
      invoice.customer = try find(row["customerId"], in: customers)
      invoices[invoice.invoiceId] = invoice
    }
    for row in data.invoiceLine {
      let line = InvoiceLine(in: context, values: row.values)
      line.invoice = try find(row["invoiceId"], in: invoices)
      line.track = try find(row["trackId"], in: tracks)
    }
  }

  private func playlists() throws {
    let tracks = Dictionary(grouping: data.playlistTrack, by: \.playlistId)
    for row in data.playlist {
      let playlist = Playlist(in: context, values: row.values)
      let numbers = (tracks[playlist.playlistId] ?? []).map(\.trackId)
      playlist.tracks.append(contentsOf: try numbers.map { try find($0, in: self.tracks) })
    }
  }
}
