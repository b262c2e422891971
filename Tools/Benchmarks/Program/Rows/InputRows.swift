import BenchmarkBaseline

/// The rows of a run, made beforehand from a seed in the form that each side starts from.
struct InputRows {
  /// For the baseline: C structs and C strings.
  let native: BaselineRows
  /// For Graphstore: the same rows as Swift values.
  let swift: [InputRow]
  /// What the lookups ask for.
  let lookups: [Int64]
  /// The authors of the graph: the rows are their posts, ten each.
  let authors: InputAuthors

  init(count: Int, seed: UInt64) throws {
    native = BaselineRows()
    guard baseline_rows_generate(&native.list, count, seed) else {
      throw BenchmarkError("not enough memory for \(count) rows")
    }
    swift = native.buffer.map(InputRow.init)
    var newsids = [Int64](repeating: 0, count: min(10_000, count))
    baseline_newsids_generate(&newsids, newsids.count, count, seed &+ 1)
    lookups = newsids
    authors = try InputAuthors(posts: count, seed: seed)
  }

  var count: Int { native.count }

  /// A tenth of the newsids, from the middle.
  var filteredRange: Range<Int64> {
    let count = Int64(self.count)
    return count * 45 / 100 + 1..<count * 55 / 100 + 1
  }

  /// The newsid that half of the rows are above.
  var middle: Int64 { Int64(count) / 2 }
}

/// One row as Swift values.
struct InputRow {
  let newsid: Int64
  let userid: Int64
  let commentsno: Int64
  let isZan: Bool
  let headpicture: String?
  let nickname: String?
  let createtime: String?
  let text: String?
  let gifurl: String?

  init(_ row: baseline_row) {
    newsid = row.newsid
    userid = row.userid
    commentsno = row.commentsno
    isZan = row.isZan
    headpicture = Self.string(row.headpicture)
    nickname = Self.string(row.nickname)
    createtime = Self.string(row.createtime)
    text = Self.string(row.text)
    gifurl = Self.string(row.gifurl)
  }

  private static func string(_ text: baseline_text) -> String? {
    guard let bytes = text.bytes else { return nil }
    return String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: text.length), as: UTF8.self)
  }
}
