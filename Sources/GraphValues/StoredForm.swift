import Foundation

extension Double {
  /// The bit pattern as a store keeps it: SQLite writes -0.0 as 0.0.
  @inlinable package var storedBitPattern: UInt64 {
    self == 0 ? 0 : bitPattern
  }
}

extension String {
  /// Whether both strings are the same bytes in UTF-8; complexity O(n).
  ///
  /// Swift's `==` compares by canonical equivalence, SQLite's BINARY collation by bytes; uniqueness, change
  /// detection and evaluation follow the latter.
  package func hasSameBytes(as other: String) -> Bool {
    let count = utf8.count
    guard count == other.utf8.count else { return false }
    let fast = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        sameBytes(left, right)
      }
    }
    return (fast ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether the string is exactly these bytes in UTF-8; complexity O(n).
  package func holdsBytes(of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let equal = utf8.withContiguousStorageIfAvailable { sameBytes($0, bytes) }
    return equal ?? utf8.elementsEqual(bytes)
  }

  /// Whether this string's UTF-8 bytes come before the other's.
  package func bytesPrecede(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }

  func hashBytes(into hasher: inout Hasher) {
    let hashed: Void? = utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if hashed == nil {
      for byte in utf8 { hasher.combine(byte) }
    }
    hasher.combine(0xFF as UInt8)
  }
}

/// `memcmp` compares many bytes at once, `elementsEqual` one by one.
private func sameBytes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
  guard left.count == right.count else { return false }
  guard let left = left.baseAddress, let other = right.baseAddress else { return true }
  return memcmp(left, other, right.count) == 0
}
