import Graphstore

struct Reorder: BenchmarkOperation {
  let name = "reorder"
  let summary =
    "move the middle one of 10,000 to the front of an ordered list, save, and checkpoint: rows changed"
  let metric = Metric.rowsChanged

  func graphstore(_ bench: Workbench) throws -> Sample {
    let file = try bench.newPlaylistStore()
    defer { bench.remove(file) }
    let store = try bench.openGraphstore(file)
    let context = store.container.newContext()
    let middle = bench.trackCount / 2
    var sample = try bench.measure(counts: { store.counts }) {
      guard let playlist = try context.first(FetchRequest<Playlist>()) else {
        throw BenchmarkError("there is no list")
      }
      playlist.tracks.move(from: middle, to: 0)
      try context.save()
      try store.container.checkpoint()
      return 0
    }
    withExtendedLifetime(context) {}
    store.close()
    sample.checksum = try bench.checksumOfTracks(file)
    return sample
  }

  func baseline(_ bench: Workbench) throws -> Sample {
    let file = try bench.newPlaylistStore()
    defer { bench.remove(file) }
    let store = try bench.openBaseline(file)
    var sample = try bench.measure(counts: { store.counts }) {
      // Tracks are numbered from 1.
      try store.moveToFront(track: bench.trackCount / 2 + 1)
      try store.checkpoint()
      return 0
    }
    store.close()
    sample.checksum = try bench.checksumOfTracks(file)
    return sample
  }
}
