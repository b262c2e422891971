import Foundation

/// Unicode's canonical decompositions, as Foundation has them.
enum CanonicalDecomposition {
  /// Where scalars are that decompose, have case or are marks. Everything else of Unicode stays as it is by design:
  /// ideographs, private use, scripts without case; Hangul syllables decompose by arithmetic.
  private static let ranges: [Range<UInt32>] = [
    0x80..<0x3400, 0xA000..<0xAC00, 0xF900..<0x1_0000, 0x1_0000..<0x1_2000, 0x1_6000..<0x1_7000,
    0x1_BC00..<0x1_F200, 0x2_F800..<0x2_FA20, 0xE_0100..<0xE_01F0,
  ]

  /// The assigned scalars of the ranges and what they decompose to.
  static let all: [(Unicode.Scalar, [Unicode.Scalar])] = {
    let scalars = ranges.joined().compactMap { Unicode.Scalar($0) }
      .filter { $0.properties.generalCategory != .unassigned }
    // One call for all, a line each, is many times faster than a call a scalar.
    var text = String.UnicodeScalarView()
    for scalar in scalars {
      text.append(scalar)
      text.append("\n")
    }
    let lines = String(text).decomposedStringWithCanonicalMapping.unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false)
    return zip(scalars, lines).map { ($0, Array($1)) }
  }()

  static func of(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var text = String.UnicodeScalarView()
    text += scalars
    return Array(String(text).decomposedStringWithCanonicalMapping.unicodeScalars)
  }
}
