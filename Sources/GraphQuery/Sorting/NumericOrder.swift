package import Foundation

/// Makes of a text the bytes by which it is sorted where numbers in it count as numbers: `file2` comes before `file10`.
///
/// Each run of the digits 0 to 9 becomes the digit 0, the number of its digits without leading zeros, and these digits;
/// other bytes stay. Compared byte by byte, a longer number is the larger one.
package enum NumericOrder {
  package static func key(_ text: String) -> Data {
    var result = Data()
    var digits: [UInt8] = []
    var isInNumber = false
    func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
    func endNumber() {
      guard isInNumber else { return }
      result.append(UInt8(ascii: "0"))
      if digits.count < 0xFF {
        result.append(UInt8(digits.count))
      } else {
        result.append(0xFF)
        withUnsafeBytes(of: UInt64(digits.count).bigEndian) { result.append(contentsOf: $0) }
      }
      result.append(contentsOf: digits)
      digits.removeAll(keepingCapacity: true)
      isInNumber = false
    }
    for byte in text.utf8 {
      if isDigit(byte) {
        isInNumber = true
        if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
      } else {
        endNumber()
        result.append(byte)
      }
    }
    endNumber()
    return result
  }
}
