import Foundation
import Graphstore
import Testing

extension ChinookTests {
  /// Questions that lead through relationships; the answers are those of independent SQL on the same file.
  @Suite("Queries through relationships")
  struct PathQueries {
    let store: ChinookStore
    let context: ObjectContext

    init() throws {
      store = try ChinookStore.loaded
      context = store.container.newContext()
    }

    private func expect<Result: FetchResult>(
      _ request: FetchRequest<Result>, equals sql: String, _ line: (Result) -> String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let lines = try context.fetch(request).map(line)
      let expected = try store.shell(sql)
      #expect(lines == expected, sourceLocation: sourceLocation)
      #expect(!expected.isEmpty, sourceLocation: sourceLocation)
    }

    @Test("Long rock tracks: #Predicate through a to-one")
    func rock() throws {
      try expect(
        FetchRequest<Track>(
          predicate: #Predicate { $0.genre.name == "Rock" && $0.milliseconds > 500_000 },
          sortBy: [SortDescriptor(\.trackId)]),
        equals: """
          SELECT trackId FROM Track JOIN Genre ON genre = Genre._id \
          WHERE Genre.name = 'Rock' AND milliseconds > 500000 ORDER BY trackId
          """
      ) { "\($0.trackId)" }
    }

    @Test("Tracks of a band: two to-ones")
    func band() throws {
      var request = try FetchRequest<Track>(format: "album.artist.name == 'AC/DC'")
      request.sortKeys = [Track.Properties.trackId.ascending]
      try expect(
        request,
        equals: """
          SELECT trackId FROM Track JOIN Album ON album = Album._id JOIN Artist ON artist = Artist._id \
          WHERE Artist.name = 'AC/DC' ORDER BY trackId
          """
      ) { "\($0.trackId)" }
    }

    @Test("Tracks on a playlist, albums of many tracks: ANY, @count")
    func collections() throws {
      var request = try FetchRequest<Track>(format: "ANY playlists.name == 'Grunge'")
      request.sortKeys = [Track.Properties.trackId.ascending]
      try expect(
        request,
        equals: """
          SELECT trackId FROM Track WHERE _id IN (SELECT source FROM _Track_playlists \
          JOIN Playlist ON target = Playlist._id WHERE Playlist.name = 'Grunge') ORDER BY trackId
          """
      ) { "\($0.trackId)" }
      var albums = try FetchRequest<Album>(format: "tracks.@count > 20")
      albums.sortKeys = [Album.Properties.albumId.ascending]
      try expect(
        albums,
        equals: """
          SELECT albumId FROM Album WHERE (SELECT count(*) FROM Track WHERE album = Album._id) > 20 ORDER BY albumId
          """
      ) { "\($0.albumId)" }
    }

    @Test("Whom one leads, by the leader's name")
    func led() throws {
      var request = try FetchRequest<Employee>(format: "manager.lastName == 'Edwards'")
      request.sortKeys = [Employee.Properties.employeeId.ascending]
      try expect(
        request,
        equals: """
          SELECT employeeId FROM Employee WHERE manager IN \
          (SELECT _id FROM Employee WHERE lastName = 'Edwards') ORDER BY employeeId
          """
      ) { "\($0.employeeId)" }
    }
  }
}
