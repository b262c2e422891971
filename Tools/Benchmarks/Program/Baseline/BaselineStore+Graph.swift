import BenchmarkBaseline

extension BaselineStore {
  func insertGraph(_ authors: BaselineAuthors, posts: BaselineRows) throws {
    try check(baseline_graph_insert(opened(), &authors.list, &posts.list))
  }

  /// Reads all authors and all their posts.
  func walk(_ way: GraphWay, into authors: BaselineAuthors, posts: BaselineRows) throws {
    switch way {
    case .byAuthor: try check(baseline_graph_walk_by_author(opened(), &authors.list, &posts.list))
    case .asSet: try check(baseline_graph_walk_by_join(opened(), &authors.list, &posts.list))
    }
  }

  func fetchAuthors(into authors: BaselineAuthors) throws {
    try check(baseline_authors_fetch(opened(), &authors.list))
  }

  /// Deletes authors and all their posts.
  func deleteGraph(_ way: GraphWay, _ authors: BaselineAuthors) throws {
    switch way {
    case .byAuthor: try check(baseline_graph_delete_by_author(opened(), &authors.list))
    case .asSet: try check(baseline_graph_delete_as_set(opened(), &authors.list))
    }
  }

  func moveToFront(track number: Int) throws {
    try check(baseline_track_to_front(opened(), Int64(number)))
  }

  /// The checksum of all authors and posts.
  func verifyGraph() throws -> UInt64 {
    var checksum: UInt64 = 0
    try check(baseline_graph_verify(opened(), &checksum))
    return checksum
  }

  /// The checksum of all tracks in the order of the list.
  func verifyTracks() throws -> UInt64 {
    var checksum: UInt64 = 0
    try check(baseline_tracks_verify(opened(), &checksum))
    return checksum
  }
}
