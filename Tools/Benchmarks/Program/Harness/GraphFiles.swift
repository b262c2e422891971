import Foundation
import Graphstore

/// The files that the operations on the graph start from, made with Graphstore when they are first needed.
struct GraphFiles {
  private var filledStore: URL?
  private var playlistStore: URL?
  var readable: [Contender: URL] = [:]
  /// The faster way of the baseline, by operation.
  var ways: [String: GraphWay] = [:]

  mutating func filled(in directory: URL, rows: InputRows) throws -> URL {
    if let filledStore { return filledStore }
    let url = directory.appending(path: "graph.sqlite")
    try StoreFiles.make(at: url) { context in GraphInsert.insert(rows, in: context) }
    filledStore = url
    return url
  }

  mutating func playlist(in directory: URL, tracks: Int) throws -> URL {
    if let playlistStore { return playlistStore }
    let url = directory.appending(path: "playlist.sqlite")
    try StoreFiles.make(at: url) { context in
      let playlist = Playlist(in: context, title: "all")
      for number in 1...tracks { _ = Track(in: context, number: Int64(number), playlist: playlist) }
    }
    playlistStore = url
    return url
  }
}

/// How the baseline goes about a graph; a careful person takes the faster.
enum GraphWay: CaseIterable {
  /// A statement for each author.
  case byAuthor
  /// One statement for all.
  case asSet
}
