/// A record of a feed.
struct FeedRecord {
  enum Content {
    case values([String: JSONValue])
    /// What is wrong with it as a whole.
    case mistake(String)
  }

  /// Its place in the feed, counted from 1.
  let number: Int
  let content: Content
}
