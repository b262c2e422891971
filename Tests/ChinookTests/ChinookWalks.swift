import Foundation
import Graphstore
import Testing

extension ChinookTests {
  /// The graph walked through its relationships; the answers are those of independent SQL on the same file.
  @Suite("Walks")
  struct Walks {
    let store: ChinookStore
    let context: ObjectContext

    init() throws {
      store = try ChinookStore.loaded
      context = store.container.newContext()
    }

    @Test("From artists through albums to tracks, and back")
    func discographies() throws {
      var request = FetchRequest<Artist>()
      request.sortKeys = [Artist.Properties.artistId.ascending]
      let artists = try context.fetch(request)
      let lines = artists.map { artist in
        "\(artist.artistId)|\(artist.albums.count)|\(artist.albums.map(\.tracks.count).reduce(0, +))"
      }
      let expected = try store.shell(
        """
        SELECT artistId, count(DISTINCT Album._id), count(Track._id) FROM Artist \
        LEFT JOIN Album ON Album.artist = Artist._id LEFT JOIN Track ON Track.album = Album._id \
        GROUP BY Artist._id ORDER BY artistId
        """)
      #expect(lines == expected)
      let wrong = artists.flatMap(\.albums).filter { album in
        album.tracks.contains { $0.album.artist != album.artist }
      }
      #expect(wrong.isEmpty)
    }

    @Test("Tracks of an album and of a playlist come in the order they were put there")
    func order() throws {
      let data = try ChinookData.read(store.json)
      let albums = try context.fetch(FetchRequest<Album>())
      let tracks = Dictionary(grouping: data.track) { $0["albumId"] ?? 0 }
      #expect(
        albums.allSatisfy { album in
          album.tracks.map(\.trackId) == tracks[album.albumId]?.map(\.values.trackId)
        })
      let playlists = try context.fetch(FetchRequest<Playlist>())
      let onPlaylists = Dictionary(grouping: data.playlistTrack, by: \.playlistId)
      for playlist in playlists {
        let expected = onPlaylists[playlist.playlistId]?.map(\.trackId) ?? []
        #expect(playlist.tracks.map(\.trackId) == expected)
      }
      #expect(onPlaylists[1]?.map(\.trackId).first == 3402)
    }

    @Test("Playlists of a track are those that it is on")
    func playlistsOfTracks() throws {
      var request = FetchRequest<Track>()
      request.sortKeys = [Track.Properties.trackId.ascending]
      let lines = try context.fetch(request).flatMap { track in
        track.playlists.map(\.playlistId).sorted().map { "\(track.trackId)|\($0)" }
      }
      let expected = try store.shell(
        """
        SELECT trackId, playlistId FROM _Track_playlists JOIN Track ON source = Track._id \
        JOIN Playlist ON target = Playlist._id ORDER BY trackId, playlistId
        """)
      #expect(lines == expected)
    }

    @Test("The staff is a tree below one chief")
    func staff() throws {
      let employees = try context.fetch(FetchRequest<Employee>())
      let chiefs = employees.filter { $0.manager == nil }
      #expect(chiefs.map(\.lastName) == ["Adams"])
      func size(_ employee: Employee) -> Int { employee.reports.map(size).reduce(1, +) }
      #expect(chiefs.map(size) == [employees.count])
      #expect(employees.allSatisfy { employee in employee.reports.allSatisfy { $0.manager == employee } })
      let customers = employees.flatMap(\.customers)
      #expect(customers.count == 59)
    }

    @Test("Invoices are the sums of their lines")
    func totals() throws {
      let invoices = try context.fetch(FetchRequest<Invoice>())
      let wrong = invoices.filter { invoice in
        invoice.lines.map { $0.unitPrice * Decimal($0.quantity) }.reduce(0, +) != invoice.total
      }
      #expect(wrong.isEmpty)
      #expect(invoices.map(\.lines.count).reduce(0, +) == 2240)
    }
  }
}
