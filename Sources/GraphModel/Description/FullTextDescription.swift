/// A full-text index that a model asks for: `"fullText": ["title", "text"]` in a model file.
public struct FullTextDescription: Sendable, Hashable {
  /// The attributes whose words can be searched for, own or inherited.
  public package(set) var attributes: [String]
  /// The lengths of beginnings of words that are kept as well, so that searches for them are as quick as for words.
  public package(set) var prefixLengths: [Int]
  /// Whether words with and without diacritics are different words.
  public package(set) var keepsDiacritics: Bool

  package init(attributes: [String], prefixLengths: [Int] = [], keepsDiacritics: Bool = false) {
    self.attributes = attributes
    self.prefixLengths = prefixLengths
    self.keepsDiacritics = keepsDiacritics
  }

  /// Whether it says nothing but attributes.
  package var hasDefaultOptions: Bool { prefixLengths.isEmpty && !keepsDiacritics }

  /// Whether its options are another's: a hierarchy has one index.
  package func hasOptions(of other: FullTextDescription) -> Bool {
    prefixLengths == other.prefixLengths && keepsDiacritics == other.keepsDiacritics
  }
}
