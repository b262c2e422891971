import Graphstore

/// Inserts records, and saves them in batches.
struct Importer {
  /// A record that was refused.
  struct Refusal {
    let record: Int
    let reason: String
  }

  /// What happened since the last report.
  struct Progress {
    var recordsDone = 0
    var refusals: [Refusal] = []
  }

  /// Records of a batch: each is saved whole.
  static let batchSize = 500

  private struct Staged {
    let record: Int
    let gif: GifModel
  }

  private let context: ObjectContext
  private let reader: RecordReader
  /// The record that each newsid was first met in.
  private var records: [Int64: Int] = [:]
  private var progress = Progress()
  /// How many records are in the store.
  private(set) var imported = 0
  /// How many records were refused.
  private(set) var refused = 0

  init(_ context: ObjectContext) throws {
    self.context = context
    reader = try RecordReader(context)
  }

  /// Keeps the good records.
  mutating func importGood(_ records: [FeedRecord], _ report: (Progress) -> Void) throws {
    for start in stride(from: 0, to: records.count, by: Self.batchSize) {
      let batch = records[start..<min(start + Self.batchSize, records.count)]
      var staged = try stage(batch)
      try refuseStored(&staged)
      while try !save(staged) { try refuseNewlyStored(&staged) }
      publish(recordsDone: batch.endIndex, report)
    }
  }

  /// Keeps all records in one save, or none where one is refused.
  mutating func importAllOrNone(_ records: [FeedRecord], _ report: (Progress) -> Void) throws {
    var staged = try stage(records[...])
    try refuseStored(&staged)
    if refused == 0, try !save(staged) { try refuseNewlyStored(&staged) }
    if refused > 0 { context.rollback() }
    publish(recordsDone: records.count, report)
  }

  private mutating func stage(_ batch: ArraySlice<FeedRecord>) throws -> [Staged] {
    var staged: [Staged] = []
    staged.reserveCapacity(batch.count)
    for record in batch {
      do {
        let gif = try reader.insert(record)
        if let first = records[gif.newsid] {
          context.delete(gif)
          refuse(record.number, "newsid \(gif.newsid) is that of record \(first)")
        } else {
          records[gif.newsid] = record.number
          staged.append(Staged(record: record.number, gif: gif))
        }
      } catch let error as RecordReader.Refused {
        refuse(record.number, error.reasons.joined(separator: "; "))
      }
    }
    return staged
  }

  /// Takes back the posts whose numbers the store has already.
  private mutating func refuseStored(_ staged: inout [Staged]) throws {
    if staged.isEmpty { return }
    var request = FetchRequest<GifModel>(
      where: GifModel.Properties.newsid.isIn(staged.map(\.gif.newsid)))
    request.includesPendingChanges = false
    let stored = Set(try context.fetch(request).map(\.newsid))
    if stored.isEmpty { return }
    staged.removeAll { candidate in
      guard stored.contains(candidate.gif.newsid) else { return false }
      refuse(candidate.record, "newsid \(candidate.gif.newsid) is in the store already")
      context.delete(candidate.gif)
      return true
    }
  }

  /// Takes back the posts that another writer was quicker with; what follows a save that was not unique.
  private mutating func refuseNewlyStored(_ staged: inout [Staged]) throws {
    let count = staged.count
    try refuseStored(&staged)
    if staged.count == count {
      throw Failure("a newsid is not unique, but the store does not have it: try again")
    }
  }

  /// - Returns: false where another writer stored one of the numbers since it was looked for.
  private mutating func save(_ staged: [Staged]) throws -> Bool {
    do {
      try context.save()
      imported += staged.count
      return true
    } catch let error as GraphError where error.code == .uniqueness {
      return false
    }
  }

  private mutating func refuse(_ record: Int, _ reason: String) {
    refused += 1
    progress.refusals.append(Refusal(record: record, reason: reason))
  }

  private mutating func publish(recordsDone: Int, _ report: (Progress) -> Void) {
    progress.recordsDone = recordsDone
    report(progress)
    progress = Progress()
  }
}
