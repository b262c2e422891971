import Foundation
import Graphstore
import SQLiteAccess
import SQLiteStore

/// Graphstore's side: a container opened for one run.
final class GraphstoreStore {
  let container: PersistentContainer

  init(opening url: URL, synchronous: BenchmarkOptions.Synchronous) throws {
    let durability: StoreOptions.Durability = synchronous == .full ? .full : .normal
    container = try PersistentContainer(
      model: GifSchema.model, url: url, options: StoreOptions(durability: durability),
      entities: [GifModel.self, Author.self, Post.self, Playlist.self, Track.self])
    // Connections that read are opened on the first fetch: let that be before the stopwatch runs, as the baseline's is.
    var request = FetchRequest<GifModel>()
    request.fetchLimit = 1
    _ = try container.newContext().fetch(request)
  }

  func close() { container.close() }

  /// What was done since opening.
  var counts: WorkCounts {
    let statistics = container.store.statistics
    return WorkCounts(
      statements: statistics.statementsRun, rows: statistics.rowsStepped, changed: statistics.rowsChanged)
  }

  /// Inserts typed objects and saves them at once.
  func insert(_ rows: [InputRow]) throws {
    let context = container.newContext()
    Self.insert(rows, in: context)
    try context.save()
  }

  static func insert(_ rows: [InputRow], in context: ObjectContext) {
    for row in rows {
      let gif = GifModel(in: context, newsid: row.newsid, userid: row.userid)
      gif.commentsno = row.commentsno
      gif.isZan = row.isZan
      gif.headpicture = row.headpicture
      gif.nickname = row.nickname
      gif.createtime = row.createtime
      gif.text = row.text
      gif.gifurl = row.gifurl
    }
  }
}
