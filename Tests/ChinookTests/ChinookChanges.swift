import Foundation
import Graphstore
import Testing

extension ChinookTests {
  /// Changes of the graph, each to a store of its own.
  @Suite("Changes")
  struct Changes {
    let store: ChinookStore
    let context: ObjectContext

    init() throws {
      store = try ChinookStore()
      context = store.container.newContext()
    }

    private func first<Typed: Entity>(_ type: Typed.Type, _ format: String) throws -> Typed {
      try #require(try context.fetch(FetchRequest<Typed>(format: format)).first)
    }

    private func count(_ sql: String) throws -> Int {
      try #require(Int(try store.shell("SELECT count(*) FROM \(sql)").first ?? ""))
    }

    private func expectSound(sourceLocation: SourceLocation = #_sourceLocation) throws {
      #expect(try store.shell("PRAGMA integrity_check") == ["ok"], sourceLocation: sourceLocation)
      #expect(try store.shell("PRAGMA foreign_key_check") == [], sourceLocation: sourceLocation)
    }

    @Test("An invoice goes with its lines, and a customer with the invoices")
    func cascades() throws {
      let invoice = try first(Invoice.self, "invoiceId == 1")
      let (lines, tracks) = (invoice.lines.count, try count("Track"))
      context.delete(invoice)
      try context.save()
      #expect(try count("InvoiceLine") == 2240 - lines)
      #expect(try count("Invoice") == 411)
      let customer = try first(Customer.self, "customerId == 5")
      context.delete(customer)
      try context.save()
      #expect(try count("Invoice") == 404)
      #expect(try count("InvoiceLine WHERE invoice NOT IN (SELECT _id FROM Invoice)") == 0)
      #expect(try count("Track") == tracks)
      try expectSound()
    }

    @Test("A genre with tracks and a track that was sold stay")
    func denials() throws {
      let rock = try first(Genre.self, "name == 'Rock'")
      context.delete(rock)
      let error = #expect(throws: GraphError.self) { try context.save() }
      #expect(error?.code == .deletionDenied)
      #expect(error?.objectIDs.isEmpty == false)
      context.rollback()
      #expect(!rock.isDeleted)
      let track = try first(Track.self, "trackId == 2")
      #expect(!track.invoiceLines.isEmpty)
      context.delete(track)
      #expect(throws: GraphError.self) { try context.save() }
      context.rollback()
      try context.save()
      #expect(try count("Genre") == 25)
      #expect(try count("Track") == 3503)
    }

    @Test("An artist of whom nothing was sold goes with albums, tracks and their places on playlists")
    func artists() throws {
      let names = try store.shell(
        """
        SELECT artistId FROM Artist WHERE _id IN (SELECT artist FROM Album) AND _id NOT IN \
        (SELECT artist FROM Album JOIN Track ON album = Album._id JOIN InvoiceLine ON track = Track._id) \
        ORDER BY artistId LIMIT 1
        """)
      let artist = try first(Artist.self, "artistId == \(try #require(names.first))")
      let tracks = artist.albums.map(\.tracks.count).reduce(0, +)
      #expect(tracks > 0)
      let links = try count("_Track_playlists")
      context.delete(artist)
      try context.save()
      #expect(try count("Track") == 3503 - tracks)
      #expect(try count("_Track_playlists WHERE source NOT IN (SELECT _id FROM Track)") == 0)
      #expect(try count("_Track_playlists") < links)
      try expectSound()
    }

    @Test("Whom an employee led and served is led and served by nobody")
    func nullifies() throws {
      let manager = try first(Employee.self, "employeeId == 2")
      #expect(manager.reports.count == 3)
      context.delete(manager)
      let agent = try first(Employee.self, "employeeId == 3")
      let customers = agent.customers.count
      context.delete(agent)
      try context.save()
      #expect(try count("Employee WHERE manager IS NULL") == 3)
      #expect(try count("Customer WHERE supportRep IS NULL") == customers)
      try expectSound()
    }

    @Test("A playlist's tracks are moved, inserted and removed, and come back so after reopening")
    func playlists() throws {
      let playlist = try first(Playlist.self, "playlistId == 1")
      var expected = playlist.tracks.map(\.trackId)
      playlist.tracks.move(from: expected.count - 1, to: 0)
      expected.insert(expected.removeLast(), at: 0)
      playlist.tracks.remove(at: 100)
      expected.remove(at: 100)
      let others = try store.shell(
        """
        SELECT trackId FROM Track WHERE _id NOT IN (SELECT source FROM _Track_playlists \
        JOIN Playlist ON target = Playlist._id WHERE playlistId = 1) LIMIT 1
        """)
      let track = try first(Track.self, "trackId == \(try #require(others.first))")
      playlist.tracks.insert(track, at: 5)
      expected.insert(track.trackId, at: 5)
      try context.save()
      let other = try PersistentContainer(model: ChinookSchema.model, url: store.file).newContext()
      let stored = try #require(
        try other.fetch(FetchRequest<Playlist>(format: "playlistId == 1")).first)
      #expect(stored.tracks.map(\.trackId) == expected)
      try expectSound()
    }
  }
}
