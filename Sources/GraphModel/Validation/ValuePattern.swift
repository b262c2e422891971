import Foundation

/// A regular expression that the whole of a text has to match, with a bound on the time it may take.
package struct ValuePattern: Sendable {
  /// What matching came to.
  package enum Outcome: Sendable {
    case match
    case noMatch
    /// The expression took too long on this text.
    case outOfTime
  }

  private let expression: NSRegularExpression

  /// - Returns: nil where the pattern is not a regular expression.
  package init?(_ pattern: String) {
    // On its own first: "a)(b" would pass within the parentheses below.
    guard (try? NSRegularExpression(pattern: pattern)) != nil,
      let whole = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z")
    else { return nil }
    expression = whole
  }

  /// Matches the whole of a text.
  ///
  /// - Parameter limit: an expression like `(a+)+b` needs exponential time on some texts; it is stopped then.
  package func match(_ text: String, limit: Duration = .seconds(1)) -> Outcome {
    let clock = ContinuousClock()
    let end = clock.now + limit
    var outcome = Outcome.noMatch
    let range = NSRange(location: 0, length: text.utf16.count)
    expression.enumerateMatches(in: text, options: [.reportProgress, .anchored], range: range) {
      match, flags, stop in
      if match != nil {
        outcome = .match
        stop.pointee = true
      } else if flags.contains(.internalError) {
        outcome = .outOfTime
        stop.pointee = true
      } else if flags.contains(.progress), clock.now > end {
        outcome = .outOfTime
        stop.pointee = true
      }
    }
    return outcome
  }
}
