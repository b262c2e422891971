import Foundation
import GraphValues
import Synchronization

/// MATCHES: regular expressions as ICU has them, over the whole text, in bounded time.
package enum RegularExpressions {
  /// How long one expression may work on one text.
  static let timeLimit = Duration.milliseconds(250)
  private static let cacheLimit = 64

  private struct Key: Hashable {
    let pattern: [UInt8]
    let options: StringComparisonOptions
  }

  private static let cache = Guarded<[Key: NSRegularExpression]>([:])
  private static let slow = Guarded(
    SlowExpressions<Key>(limit: .seconds(5), window: .seconds(10), capacity: cacheLimit))

  /// Checks a pattern.
  ///
  /// - Throws: ``QueryError`` where it is malformed.
  static func check(_ pattern: String, _ options: StringComparisonOptions) throws(QueryError) {
    _ = try expression(Array(pattern.utf8), options)
  }

  static func matches(
    _ text: UnsafeBufferPointer<UInt8>, pattern: UnsafeBufferPointer<UInt8>,
    _ options: StringComparisonOptions
  ) throws(QueryError) -> Bool {
    let expression = try expression(Array(pattern), options)
    // A long text takes its time with any expression.
    let usual = Duration.milliseconds(5) + .microseconds(text.count)
    let text = prepare(String(decoding: text, as: UTF8.self), options)
    let start = ContinuousClock.now
    let deadline = start + timeLimit
    var isMatch = false
    var isLate = false
    expression.enumerateMatches(
      in: text, options: [.reportProgress, .anchored], range: NSRange(location: 0, length: text.utf16.count)
    ) { match, flags, stop in
      if match != nil {
        isMatch = true
        stop.pointee = true
      } else if flags.contains(.internalError) || ContinuousClock.now > deadline {
        isLate = true
        stop.pointee = true
      }
    }
    let time = start.duration(to: .now)
    let key = Key(pattern: Array(pattern), options: options)
    if time > usual, slow.withLock({ $0.spend(time, on: key, until: .now) }) {
      throw QueryError(.timeout, "the regular expression of MATCHES is slow on too many texts")
    }
    if isMatch { return true }
    if isLate {
      throw QueryError(.timeout, "the regular expression of MATCHES took more than \(timeLimit) on one text")
    }
    return false
  }

  private static func expression(
    _ pattern: [UInt8], _ options: StringComparisonOptions
  ) throws(QueryError) -> NSRegularExpression {
    let key = Key(pattern: pattern, options: options)
    if let known = cache.withLock({ $0[key] }) { return known }
    let text = prepare(String(decoding: pattern, as: UTF8.self), options)
    let flags: NSRegularExpression.Options = options.contains(.caseInsensitive) ? .caseInsensitive : []
    do {
      // Alone first: a pattern like "a)|(b" is only balanced by what is put around it.
      _ = try NSRegularExpression(pattern: text, options: flags)
      let whole = try NSRegularExpression(pattern: "\\A(?:\(text))\\z", options: flags)
      cache.withLock { cache in
        if cache.count >= cacheLimit { cache.removeAll(keepingCapacity: true) }
        cache[key] = whole
      }
      return whole
    } catch {
      throw QueryError(.regularExpression, "the regular expression of MATCHES is malformed")
    }
  }

  /// Neither case folding nor decomposing may touch a pattern's escapes and classes, so that case is left to the
  /// expression, and composed characters stay one character.
  private static func prepare(_ text: String, _ options: StringComparisonOptions) -> String {
    if options.contains(.diacriticInsensitive) { return TextFolding.fold(text, .diacriticInsensitive) }
    return options.isEmpty ? text : text.precomposedStringWithCanonicalMapping
  }
}
