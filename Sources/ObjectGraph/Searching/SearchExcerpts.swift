/// Which parts of the texts come with the results of a search, and how words that were found are marked in them.
///
/// The texts are not changed otherwise: what is shown as HTML has to be escaped, so choose marks that are told apart
/// afterwards.
public struct SearchExcerpts: Sendable, Hashable {
  /// What stands before a word that was found.
  public var opening: String
  /// What stands behind it.
  public var closing: String
  /// What stands where a snippet leaves text out.
  public var ellipsis: String
  /// The most words of a snippet, from 1 to 64.
  public var snippetWords: Int
  /// Whether the whole texts are wanted, marked.
  public var highlights: Bool

  /// Excerpts.
  ///
  /// - Parameters:
  ///   - opening: what stands before a word that was found.
  ///   - closing: what stands behind it.
  ///   - ellipsis: what stands where a snippet leaves text out.
  ///   - snippetWords: the most words of a snippet, from 1 to 64.
  ///   - highlights: whether the whole texts are wanted, marked.
  public init(
    opening: String = "[", closing: String = "]", ellipsis: String = "…", snippetWords: Int = 16,
    highlights: Bool = false
  ) {
    self.opening = opening
    self.closing = closing
    self.ellipsis = ellipsis
    self.snippetWords = snippetWords
    self.highlights = highlights
  }
}
