package import Foundation

/// Reading decimals from text, exactly or not at all.
///
/// `Decimal(string:)` rounds what has more digits than it can hold, and stops at the first letter it does not
/// know.
package enum DecimalText {
  /// - Parameter text: `-12.50`, `1e-9`: a sign, digits with or without a point, an exponent.
  /// - Returns: nil where the text is not a number, or has more digits than a `Decimal` holds (38, and some
  ///   numbers of 39).
  package static func parse(_ text: String) -> Decimal? {
    var bytes = Substring(text).utf8
    var isNegative = false
    if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      bytes.removeFirst()
    }
    var digits: [UInt8] = []
    var places = 0
    var digitCount = 0
    var seenPoint = false
    while let byte = bytes.first {
      if byte == UInt8(ascii: "."), !seenPoint, digitCount > 0 {
        seenPoint = true
        places = 0
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        digitCount += 1
        if seenPoint { places += 1 }
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte - UInt8(ascii: "0")) }
      } else {
        break
      }
      bytes.removeFirst()
    }
    guard digitCount > 0, !seenPoint || places > 0 else { return nil }
    var exponent = -places
    if let byte = bytes.first {
      guard byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") else { return nil }
      guard let power = Int(String(Substring(bytes.dropFirst()))), abs(power) < 1_000_000 else { return nil }
      exponent += power
    }
    return decimal(digits: digits, exponent: exponent, isNegative: isNegative)
  }

  /// The digits of 2^128 - 1, the largest significand.
  private static let largest: [UInt8] = "340282366920938463463374607431768211455".utf8.map { $0 - 0x30 }

  /// The number DIGITS x 10^exponent, or nil where a `Decimal` does not hold it exactly.
  ///
  /// - Parameter digits: digits without zeros at the beginning.
  static func decimal(digits: [UInt8], exponent: Int, isNegative: Bool) -> Decimal? {
    var digits = digits
    var exponent = exponent
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { return .zero }
    guard
      digits.count < largest.count
        || (digits.count == largest.count && !largest.lexicographicallyPrecedes(digits)),
      (-128...127).contains(exponent)
    else { return nil }
    var significand = Decimal.zero
    for digit in digits { significand = significand * 10 + Decimal(digit) }
    let result = Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    return result.isNaN ? nil : result
  }
}
