import GraphValues
import SQLSyntax

/// Lists of IN as one parameter, so that the text of the SQL does not depend on their length.
///
/// The parameter is JSON for `json_each`, which is exact for integers only: reals go as the integers of their bits,
/// texts (JSON functions end them at a NUL) and blobs as hexadecimal digits, and functions of ours bring them back.
enum ListParameter {
  static func json(_ list: AttributeValue, scale: Int?) -> String {
    guard case .array(let elements) = list else { return "[]" }
    var json = "["
    for element in elements {
      guard let value = SQLValue(element, scale: scale) else { continue }
      if json.utf8.count > 1 { json += "," }
      switch value {
      case .null: json += "null"
      case .integer(let number): json += String(number)
      case .real(let number): json += String(Int64(bitPattern: (number == 0 ? 0 : number).bitPattern))
      case .text(let text): append(text.utf8, to: &json)
      case .blob(let bytes): append(bytes, to: &json)
      }
    }
    return json + "]"
  }

  private static func append(_ bytes: some Collection<UInt8>, to json: inout String) {
    json += "\""
    let digits = [UInt8](unsafeUninitializedCapacity: bytes.count * 2) { buffer, count in
      for byte in bytes {
        buffer[count] = digit(byte >> 4)
        buffer[count + 1] = digit(byte & 15)
        count += 2
      }
    }
    json += String(decoding: digits, as: UTF8.self)
    json += "\""
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x61 + value - 10 }

  /// The bytes of hexadecimal digits; nil where there are others.
  static func bytes(_ hexadecimal: String) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(hexadecimal.utf8.count / 2)
    var high: UInt8?
    for digit in hexadecimal.utf8 {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x61...0x66: value = digit - 0x61 + 10
      default: return nil
      }
      if let first = high {
        result.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? result : nil
  }
}
