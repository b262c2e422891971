import Foundation
import Graphstore

/// Everything the application does, once round, with the feed that it brings along.
///
/// What each step should find is computed from the feed with plain Swift.
struct Tour {
  private static let newText = "seen on the tour"

  private let folder: URL
  private let records: [FeedRecord]
  /// The feed as plain values, to compare with.
  private let feed: [GifModel.Values]
  private var steps = TourSteps()

  init() throws {
    let url = try FeedResource.file()
    records = try Feed.records(ofFile: url.path)
    feed = try JSONDecoder().decode([GifModel.Values].self, from: Data(contentsOf: url))
    folder = FileManager.default.temporaryDirectory.appending(path: "gifmodel-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var storeURL: URL { folder.appending(path: "Gif.sqlite") }

  mutating func run() throws {
    let container = try PersistentContainer(model: GifSchema.model, url: storeURL)
    let context = container.newContext()
    try insert(context)
    try find(context)
    try update(context)
    try rollBack(context)
    let kept = try deleteSome(context)
    try reopenAndCount(expecting: kept)
    try deleteAll(context, expecting: kept)
    try reopenAndCount(expecting: 0)
  }

  private mutating func insert(_ context: ObjectContext) throws {
    let reader = try RecordReader(context)
    let records = records
    try steps.take("insert", "posts from the dictionaries of the feed", expecting: feed.count) {
      for record in records { _ = try reader.insert(record) }
      return context.insertedObjects.count
    }
    try steps.take("save", "the new posts, in one transaction", expecting: feed.count) {
      let count = context.insertedObjects.count
      try context.save()
      return count
    }
  }

  private mutating func find(_ context: ObjectContext) throws {
    let newsids = feed.map(\.newsid).sorted(by: >)
    try steps.take("find all", "by newsid, descending", expecting: newsids.count) {
      let gifs = try context.fetch(
        FetchRequest<GifModel>(sortBy: [SortDescriptor(\.newsid, order: .reverse)]))
      guard gifs.map(\.newsid) == newsids else { throw Failure("the tour went wrong: not in order") }
      return gifs.count
    }
    let middle = newsids[newsids.count / 2]
    let liked = feed.count { $0.newsid > middle && $0.isZan }
    try steps.take("find", "#Predicate { $0.newsid > \(middle) && $0.isZan }", expecting: liked) {
      try context.fetch(
        FetchRequest<GifModel>(predicate: #Predicate { $0.newsid > middle && $0.isZan })
      ).count
    }
    let cats = feed.count { $0.text?.range(of: "cat", options: [.caseInsensitive]) != nil }
    try steps.take("find", "text CONTAINS[c] 'CAT'", expecting: cats) {
      try context.fetch(FetchRequest<GifModel>(format: "text CONTAINS[c] %@", "CAT")).count
    }
    let discussed = feed.count { $0.commentsno >= 100 && $0.nickname == nil }
    try steps.take("count", "commentsno >= 100 AND nickname == nil", expecting: discussed) {
      let p = GifModel.Properties.self
      return try context.count(FetchRequest<GifModel>(where: p.commentsno >= 100 && p.nickname == nil))
    }
  }

  private mutating func update(_ context: ObjectContext) throws {
    let silent = feed.count { $0.text == nil }
    let request = try FetchRequest<GifModel>(format: "text == nil")
    try steps.take("update", "the text of posts without one", expecting: silent) {
      for gif in try context.fetch(request) { gif.text = Self.newText }
      let count = context.updatedObjects.count
      try context.save()
      return count
    }
  }

  private mutating func rollBack(_ context: ObjectContext) throws {
    try steps.take("rollback", "one inserted, one changed, one deleted: all undone", expecting: 3) {
      let newest = try context.fetch(FetchRequest<GifModel>(format: "newsid > 0 AND isZan == YES"))
      guard let first = newest.first, let last = newest.last else { return 0 }
      let (text, count) = (first.text, try context.count(FetchRequest<GifModel>()))
      _ = GifModel(in: context, newsid: -1, userid: -1)
      first.text = "never saved"
      context.delete(last)
      let changes =
        context.insertedObjects.count + context.updatedObjects.count + context.deletedObjects.count
      context.rollback()
      guard first.text == text, try context.count(FetchRequest<GifModel>()) == count else { return 0 }
      return changes
    }
  }

  private mutating func deleteSome(_ context: ObjectContext) throws -> Int {
    let ignored = feed.count { !$0.isZan && $0.commentsno < 10 }
    let request = try FetchRequest<GifModel>(format: "isZan == NO AND commentsno < %@", 10)
    try steps.take("delete", "isZan == NO AND commentsno < 10", expecting: ignored) {
      let gifs = try context.fetch(request)
      for gif in gifs { context.delete(gif) }
      try context.save()
      return gifs.count
    }
    return feed.count - ignored
  }

  private mutating func deleteAll(_ context: ObjectContext, expecting count: Int) throws {
    try steps.take("delete all", "the rest", expecting: count) {
      let gifs = try context.fetch(FetchRequest<GifModel>())
      for gif in gifs { context.delete(gif) }
      try context.save()
      return gifs.count
    }
  }

  private mutating func reopenAndCount(expecting count: Int) throws {
    let url = storeURL
    try steps.take("reopen", "the store, in another container, and count", expecting: count) {
      let container = try PersistentContainer(model: GifSchema.model, url: url)
      return try container.newContext().count(FetchRequest<GifModel>())
    }
  }

  func table(width: Int) -> TextTable { steps.table(width: width) }

  var summary: String {
    "The store was \(storeURL.path); it is removed. The feed has \(feed.count.counted("record"))."
  }

  func removeStore() {
    try? FileManager.default.removeItem(at: folder)
  }
}
