/// CRC-32 as zlib, gzip and PNG compute it, eight bytes at a time: any tool can check a file with it.
///
/// It finds damage, not forgery.
package enum Checksum {
  /// Entry `256 * n + b`: the checksum of the byte b with n zero bytes behind it.
  private static let table: [UInt32] = {
    var table = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
      table[byte] = value
    }
    for index in 256..<table.count {
      let before = table[index - 256]
      table[index] = before >> 8 ^ table[Int(before & 0xFF)]
    }
    return table
  }()

  /// The checksum of some bytes; complexity O(n).
  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      var sum = UInt32.max
      var index = 0
      while index &+ 8 <= bytes.count {
        let low = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)) ^ sum
        let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index &+ 4, as: UInt32.self))
        let first = table[0x700 &+ Int(low & 0xFF)] ^ table[0x600 &+ Int(low >> 8 & 0xFF)]
        let second = table[0x500 &+ Int(low >> 16 & 0xFF)] ^ table[0x400 &+ Int(low >> 24)]
        let third = table[0x300 &+ Int(high & 0xFF)] ^ table[0x200 &+ Int(high >> 8 & 0xFF)]
        let fourth = table[0x100 &+ Int(high >> 16 & 0xFF)] ^ table[Int(high >> 24)]
        sum = first ^ second ^ third ^ fourth
        index &+= 8
      }
      while index < bytes.count {
        sum = sum >> 8 ^ table[Int((sum ^ UInt32(bytes[index])) & 0xFF)]
        index &+= 1
      }
      return ~sum
    }
  }
}
