/// An object that a full-text search found.
public struct SearchResult<Object> {
  /// The object.
  public let object: Object
  /// How well it fits: the smaller, the better. Figures of one search can be compared with each other only.
  ///
  /// It is BM25, over all rows of the index, and negative; 0 for objects with unsaved changes, which are in no index yet.
  public let rank: Double
  /// The part of the object's texts with the most words that were found, marked; nil where no excerpts were asked for.
  public let snippet: String?
  /// The texts with the words that were found marked, by attribute; empty unless asked for.
  public let highlights: [String: String]
}
