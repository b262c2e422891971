import Graphstore

/// `gifmodel import`.
struct ImportCommand: Command {
  private static let refuseAll = CommandOption(
    "--refuse-all", help: "keep nothing where one record is refused; without it the good ones are kept")

  static let description = CommandDescription(
    "import", summary: "Inserts the records of a feed into a store, which is made if missing",
    operands: ["FEED.json"], options: [.store, refuseAll],
    details: """
      A feed is a JSON array of objects with the keys newsid and userid, and perhaps commentsno, isZan,
      headpicture, nickname, createtime, text and gifurl. What is wrong with a record is written to standard
      error with the record's number, counted from 1; the exit status is then 1.
      """)

  private let feed: String
  private let store: String
  private let refusesAll: Bool

  init(_ arguments: ParsedArguments) throws {
    feed = arguments.operands[0]
    store = try arguments.required(.store)
    refusesAll = arguments.has(Self.refuseAll)
  }

  func run(_ terminal: Terminal) throws -> ExitCode {
    // The whole feed is read first: one that is no feed leaves the store alone.
    let records = try Feed.records(ofFile: feed)
    let context = try GifStore.createdIfMissing(at: store).newContext()
    var importer = try Importer(context)
    let bar = ProgressBar(terminal, total: records.count)
    let report: (Importer.Progress) -> Void = { progress in
      if !progress.refusals.isEmpty { bar.clear() }
      for refusal in progress.refusals.sorted(by: { $0.record < $1.record }) {
        terminal.printError("\(feed): record \(refusal.record): \(refusal.reason)")
      }
      bar.show(progress.recordsDone)
    }
    defer { bar.clear() }
    do {
      if refusesAll {
        try importer.importAllOrNone(records, report)
      } else {
        try importer.importGood(records, report)
      }
    } catch {
      bar.clear()
      if importer.imported > 0 {
        terminal.printError("gifmodel: \(importer.imported.counted("record")) saved before what follows")
      }
      throw error
    }
    bar.clear()
    let refused = importer.refused
    try terminal.print(
      "\(importer.imported.counted("record")) of \(records.count) imported into \(store)"
        + (refused == 0 ? "" : ", \(refused) refused"))
    return refused == 0 ? .success : .failure
  }
}
