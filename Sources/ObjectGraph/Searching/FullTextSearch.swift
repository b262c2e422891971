/// What a ranked search asks storage beside its query.
package struct FullTextSearch: Sendable {
  /// The search in the form of the index, of the entity's own attributes.
  package let match: String
  /// How much each attribute counts; 1 for those that are not named.
  package let weights: [String: Double]
  /// Nil where no excerpts are wanted.
  package let excerpts: SearchExcerpts?

  package init(match: String, weights: [String: Double], excerpts: SearchExcerpts?) {
    self.match = match
    self.weights = weights
    self.excerpts = excerpts
  }
}

/// A row that a search found.
package struct FullTextHit: Sendable {
  package let key: Int64
  /// The smaller, the better.
  package let rank: Double
  /// The most telling part of the texts; empty where none was asked for.
  package let snippet: String
  /// The marked texts, by the columns of the hierarchy's index; nil where a text is nil.
  package let highlights: [String?]

  package init(key: Int64, rank: Double, snippet: String, highlights: [String?]) {
    self.key = key
    self.rank = rank
    self.snippet = snippet
    self.highlights = highlights
  }
}
