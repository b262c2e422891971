package import Foundation

/// The order-preserving form of decimals without a declared scale.
///
/// - zero is the byte 0x01;
/// - a positive number is 0x02, the exponent *e* plus 32768 in two bytes, most significant first, then the
///   digits d1 d2 d3 ... of 0.d1d2d3... x 10^e (d1 is not 0), two to a byte, each pair plus 1, without
///   trailing zero pairs;
/// - a negative number is 0x00, then the bytes that follow 0x02 in its absolute value, each complemented,
///   then 0xFF.
///
/// Comparing two forms byte by byte compares the numbers.
package enum DecimalCoding {
  package static func encode(_ value: Decimal) -> [UInt8]? {
    if value.isNaN { return nil }
    if value.isZero { return [0x01] }
    let (digits, exponent) = decompose(value)
    var body: [UInt8] = [UInt8((exponent + 32768) >> 8), UInt8((exponent + 32768) & 0xFF)]
    var index = 0
    while index < digits.count {
      let low = index + 1 < digits.count ? digits[index + 1] : 0
      body.append(digits[index] * 10 + low + 1)
      index += 2
    }
    if value.sign == .minus { return [0x00] + body.map { ~$0 } + [0xFF] }
    return [0x02] + body
  }

  package static func decode(_ bytes: some Collection<UInt8>) -> Decimal? {
    var rest = Array(bytes)
    guard let sign = rest.first else { return nil }
    rest.removeFirst()
    switch sign {
    case 0x01: return rest.isEmpty ? Decimal.zero : nil
    case 0x02: break
    case 0x00:
      guard rest.popLast() == 0xFF else { return nil }
      rest = rest.map { ~$0 }
    default: return nil
    }
    // The form is unique: no zero at the beginning, no pair of zeros at the end.
    guard rest.count >= 3, rest.count <= 2 + 20, rest[2] > 10, rest.last != 1 else { return nil }
    let exponent = (Int(rest[0]) << 8 | Int(rest[1])) - 32768
    var digits: [UInt8] = []
    for pair in rest[2...] {
      guard (1...100).contains(pair) else { return nil }
      digits.append((pair - 1) / 10)
      digits.append((pair - 1) % 10)
    }
    return DecimalText.decimal(digits: digits, exponent: exponent - digits.count, isNegative: sign == 0)
  }

  /// The value times 10^scale where that is an integer of 64 bits.
  package static func scaled(_ value: Decimal, by scale: Int) -> Int64? {
    if value.isNaN { return nil }
    if value.isZero { return 0 }
    let (digits, exponent) = decompose(value)
    let places = exponent + scale
    guard places >= digits.count, places <= 19 else { return nil }
    var result: Int64 = 0
    for index in 0..<places {
      let digit = Int64(index < digits.count ? digits[index] : 0)
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        value.sign == .minus
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflow || carry { return nil }
      result = sum
    }
    return result
  }

  package static func unscaled(_ value: Int64, by scale: Int) -> Decimal {
    Decimal(sign: value < 0 ? .minus : .plus, exponent: -scale, significand: Decimal(value.magnitude))
  }

  /// Digits without leading or trailing zeros, and the exponent *e* of 0.DIGITS x 10^e.
  private static func decompose(_ value: Decimal) -> (digits: [UInt8], exponent: Int) {
    var whole: [UInt8] = []
    var fraction: [UInt8] = []
    var seenPoint = false
    for byte in value.description.utf8 {
      switch byte {
      case UInt8(ascii: "."): seenPoint = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = byte - UInt8(ascii: "0")
        if seenPoint { fraction.append(digit) } else { whole.append(digit) }
      default: break
      }
    }
    var exponent = whole.count
    var digits = whole + fraction
    let leading = digits.prefix { $0 == 0 }.count
    digits.removeFirst(leading)
    exponent -= leading
    while digits.last == 0 { digits.removeLast() }
    return (digits, exponent)
  }
}
