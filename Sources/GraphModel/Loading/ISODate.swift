import Foundation

/// Dates as ISO 8601 texts in the proleptic Gregorian calendar, exact to the last bit of a `Date`.
///
/// `2026-02-28` (midnight UTC), `2026-02-28T10:30:00Z`, `2026-02-28T10:30:00.125+01:00`; years beyond 0 to 9999
/// are written with a sign and up to nine digits: `-004000-01-01`.
enum ISODate {
  /// The days from 1970-01-01 to 2001-01-01, Foundation's reference date.
  private static let referenceDay = 11_323

  static func parse(_ text: String) -> Date? {
    var rest = Substring(text).utf8
    guard let year = takeYear(&rest), take("-", &rest), let month = takeDigits(2, &rest), take("-", &rest),
      let day = takeDigits(2, &rest), (1...12).contains(month), day >= 1, day <= length(month, of: year)
    else { return nil }
    var seconds = (days(year: year, month: month, day: day) - referenceDay) * 86_400
    var fraction: [UInt8] = []
    if !rest.isEmpty {
      guard take("T", &rest), let hour = takeDigits(2, &rest), hour < 24, take(":", &rest),
        let minute = takeDigits(2, &rest), minute < 60
      else { return nil }
      seconds += hour * 3_600 + minute * 60
      if take(":", &rest) {
        guard let second = takeDigits(2, &rest), second < 60 else { return nil }
        seconds += second
        if take(".", &rest) {
          while let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
            fraction.append(byte - UInt8(ascii: "0"))
            rest.removeFirst()
          }
          if fraction.isEmpty || fraction.count > 400 { return nil }
        }
      }
      guard let offset = takeZone(&rest), rest.isEmpty else { return nil }
      seconds -= offset
    }
    return date(seconds: seconds, fraction: fraction)
  }

  /// - Returns: nil for a date that is not finite or lies more than a billion years away.
  static func format(_ date: Date) -> String? {
    let value = date.timeIntervalSinceReferenceDate
    guard value.isFinite, abs(value) < 3e16 else { return nil }
    var (seconds, fraction) = split(value)
    if value < 0 {
      // Count the fraction from the second below.
      seconds = -seconds
      if let complement = complement(fraction) {
        fraction = complement
        seconds -= 1
      }
    }
    let day = floor(seconds, 86_400)
    let second = seconds - day * 86_400
    let (year, month, dayOfMonth) = civil(days: day + referenceDay)
    var text = "\(spell(year: year))-\(pad(month, 2))-\(pad(dayOfMonth, 2))"
    text += "T\(pad(second / 3_600, 2)):\(pad(second / 60 % 60, 2)):\(pad(second % 60, 2))"
    if !fraction.isEmpty { text += "." + fraction.map { String($0) }.joined() }
    return text + "Z"
  }

  /// The whole seconds and the digits behind the point of the shortest decimal that gives the number's
  /// absolute value back.
  private static func split(_ value: Double) -> (seconds: Int, fraction: [UInt8]) {
    let text = abs(value).description
    let parts = text.split(separator: "e", omittingEmptySubsequences: false)
    let power = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    var whole = mantissa[0].utf8.map { $0 - UInt8(ascii: "0") }
    var fraction = mantissa.count > 1 ? mantissa[1].utf8.map { $0 - UInt8(ascii: "0") } : []
    if power > 0 {
      for _ in 0..<power { whole.append(fraction.isEmpty ? 0 : fraction.removeFirst()) }
    } else if power < 0 {
      for _ in 0..<(-power) { fraction.insert(whole.popLast() ?? 0, at: 0) }
    }
    while fraction.last == 0 { fraction.removeLast() }
    return (whole.reduce(0) { $0 * 10 + Int($1) }, fraction)
  }

  /// The digits of 1 - 0.DIGITS, or nil for no digits.
  private static func complement(_ digits: [UInt8]) -> [UInt8]? {
    guard let last = digits.lastIndex(where: { $0 != 0 }) else { return nil }
    return digits[...last].enumerated().map { index, digit in index == last ? 10 - digit : 9 - digit }
  }

  private static func date(seconds: Int, fraction: [UInt8]) -> Date? {
    var whole = seconds
    var digits = fraction
    if seconds < 0, let complement = complement(fraction) {
      whole += 1
      digits = complement
    }
    // Through text, so that the sum of seconds and fraction is rounded once.
    let text = "\(seconds < 0 ? "-" : "")\(abs(whole)).\(digits.map { String($0) }.joined())0"
    return Double(text).map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  private static func takeYear(_ rest: inout Substring.UTF8View) -> Int? {
    guard let sign = rest.first else { return nil }
    guard sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") else { return takeDigits(4, &rest) }
    rest.removeFirst()
    let count = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }.count
    guard (4...9).contains(count), let year = takeDigits(count, &rest) else { return nil }
    return sign == UInt8(ascii: "-") ? -year : year
  }

  private static func takeDigits(_ count: Int, _ rest: inout Substring.UTF8View) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count else { return nil }
    var result = 0
    for byte in digits {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      result = result * 10 + Int(byte - UInt8(ascii: "0"))
    }
    rest.removeFirst(count)
    return result
  }

  private static func take(_ scalar: Unicode.Scalar, _ rest: inout Substring.UTF8View) -> Bool {
    guard rest.first == UInt8(ascii: scalar) else { return false }
    rest.removeFirst()
    return true
  }

  private static func takeZone(_ rest: inout Substring.UTF8View) -> Int? {
    if take("Z", &rest) { return 0 }
    let isBehind = rest.first == UInt8(ascii: "-")
    guard take("-", &rest) || take("+", &rest), let hours = takeDigits(2, &rest), hours < 24,
      take(":", &rest), let minutes = takeDigits(2, &rest), minutes < 60
    else { return nil }
    return (isBehind ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  private static func length(_ month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// The days since 1970-01-01: years are counted from March, in cycles of 400 years or 146,097 days.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let cycle = floor(shifted, 400)
    let yearOfCycle = shifted - cycle * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear - 719_468
  }

  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let cycle = floor(shifted, 146_097)
    let dayOfCycle = shifted - cycle * 146_097
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  private static func floor(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor)
  }

  private static func spell(year: Int) -> String {
    if (0...9_999).contains(year) { return pad(year, 4) }
    return (year < 0 ? "-" : "+") + pad(abs(year), 6)
  }

  private static func pad(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
