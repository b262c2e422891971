package import Foundation

/// Reading decimals from text, exactly or not at all.
///
/// `Decimal(string:)` rounds what has more digits than it can hold, and stops at the first letter it does not
/// know.
package enum DecimalText {
  /// - Parameter text: `-12.50`, `1e-9`: a sign, digits with or without a point, an exponent.
  /// - Returns: nil where the text is not a number, or not one that a `Decimal` of 38 digits holds exactly.
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
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { return .zero }
    while exponent > 127, digits.count < 38 {
      digits.append(0)
      exponent -= 1
    }
    guard digits.count <= 38, (-128...127).contains(exponent) else { return nil }
    return decimal(digits: digits, exponent: exponent, isNegative: isNegative)
  }

  private static func decimal(digits: [UInt8], exponent: Int, isNegative: Bool) -> Decimal? {
    var significand = Decimal.zero
    for digit in digits { significand = significand * 10 + Decimal(digit) }
    let result = Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    return result.isNaN ? nil : result
  }
}
