/// How strings are compared: `[c]`, `[d]` and `[n]` of the format language.
///
/// Without options strings are compared by their UTF-8 bytes. With any of them both sides are brought into
/// Unicode's canonical decomposition first, so that composed and decomposed spellings are equal.
public struct StringComparisonOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: UInt8

  /// Options from their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Upper and lower case are equal by Unicode's full case folding, in no language in particular: `ß` equals
  /// `ss`, and the dotless `ı` is a letter of its own.
  public static let caseInsensitive = StringComparisonOptions(rawValue: 1)
  /// Diacritics do not count: nonspacing marks are dropped after canonical decomposition.
  public static let diacriticInsensitive = StringComparisonOptions(rawValue: 2)
  /// Only canonical equivalence, nothing dropped.
  public static let normalized = StringComparisonOptions(rawValue: 4)

  /// Numbers in texts count as numbers: `file2` comes before `file10`. Only sort keys know this; comparisons leave it
  /// out of account.
  public static let numeric = StringComparisonOptions(rawValue: 8)

  /// What the options come to: `c` and `d` imply `n`.
  var canonical: StringComparisonOptions {
    contains(.caseInsensitive) || contains(.diacriticInsensitive) ? subtracting(.normalized) : self
  }

  /// The letters as the format language has them: `cd`.
  package var letters: String {
    (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
      + (contains(.normalized) ? "n" : "") + (contains(.numeric) ? "#" : "")
  }
}
