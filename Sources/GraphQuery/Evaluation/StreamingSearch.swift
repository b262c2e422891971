import Foundation

/// Searches texts for an operand without writing them folded, where that is the same.
///
/// Letters are folded as they are read. Of scalars beyond ASCII most only separate what an ASCII operand could be
/// found in; those that fold to ASCII, or are marks, are known by their first two bytes.
enum StreamingSearch {
  /// - Parameter operand: the folded operand.
  /// - Returns: nil where the answer takes the whole text folded: an operand beyond ASCII, marks that count.
  static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ operand: UnsafeBufferPointer<UInt8>,
    _ options: StringComparisonOptions
  ) -> Bool? {
    if operand.isEmpty { return true }
    guard let start = text.baseAddress, let needle = operand.baseAddress else { return nil }
    for byte in operand where byte >= 0x80 { return nil }
    let tables = Tables.of(options)
    return tables.prefixes.withUnsafeBufferPointer { prefixes in
      let search = Search(
        text: start, count: text.count, needle: needle, size: operand.count,
        caseBit: options.contains(.caseInsensitive) ? 0x20 : 0,
        dropsMarks: options.contains(.diacriticInsensitive), table: tables.table)
      return search.run(prefixes)
    }
  }

  /// What is known of scalars under a set of options.
  private struct Tables: Sendable {
    static let caseInsensitive = Tables(.caseInsensitive)
    static let diacriticInsensitive = Tables(.diacriticInsensitive)
    static let caseAndDiacriticInsensitive = Tables([.caseInsensitive, .diacriticInsensitive])
    static let normalized = Tables(.normalized)

    let table: FoldTable
    /// By the lower six bits of the first and of the second byte, whether a scalar that begins so folds to something
    /// with ASCII, or is a mark.
    let prefixes: [Bool]

    static func of(_ options: StringComparisonOptions) -> Tables {
      switch (options.contains(.caseInsensitive), options.contains(.diacriticInsensitive)) {
      case (true, true): caseAndDiacriticInsensitive
      case (true, false): caseInsensitive
      case (false, true): diacriticInsensitive
      case (false, false): normalized
      }
    }

    private init(_ options: StringComparisonOptions) {
      table = FoldTable.of(options)
      var prefixes = [Bool](repeating: false, count: 64 * 64)
      for (scalar, _) in CanonicalDecomposition.all {
        let entry = table.entry(scalar.value)
        guard entry != 0 else { continue }
        let folded = table.folded(entry)
        if folded.isEmpty || entry & FoldTable.markFlag != 0 || folded.contains(where: { $0 < 0x80 }) {
          let bytes = Array(String(scalar).utf8)
          prefixes[Int(bytes[0] & 0x3F) << 6 | Int(bytes[1] & 0x3F)] = true
        }
      }
      self.prefixes = prefixes
    }
  }
}

private struct Search {
  let text: UnsafePointer<UInt8>
  let count: Int
  let needle: UnsafePointer<UInt8>
  let size: Int
  let caseBit: UInt8
  let dropsMarks: Bool
  let table: FoldTable

  private enum Match {
    case yes
    case no
    case unknown
  }

  func run(_ prefixes: UnsafeBufferPointer<Bool>) -> Bool? {
    let first = needle[0]
    // The other case of a letter; else the byte itself.
    let other = caseBit != 0 && first >= 0x61 && first <= 0x7A ? first ^ 0x20 : first
    var index = 0
    while index < count {
      let byte = text[index]
      if byte < 0x80 {
        if byte == first || byte == other {
          switch match(at: index + 1, matched: 1) {
          case .yes: return true
          case .unknown: return nil
          case .no: break
          }
        }
        index += 1
      } else if byte < 0xC2 || index + 1 >= count {
        return nil
      } else {
        if prefixes[Int(byte & 0x3F) << 6 | Int(text[index + 1] & 0x3F)] {
          switch scalar(at: index) {
          case .yes: return true
          case .unknown: return nil
          case .no: break
          }
        }
        index += byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      }
    }
    return false
  }

  /// A match that begins in what the scalar at a place folds to.
  private func scalar(at index: Int) -> Match {
    guard dropsMarks else { return .unknown }
    let (scalar, length) = UTF8Scalar.decode(text, at: index, end: count)
    let entry = table.entry(scalar)
    if entry == 0 { return .no }
    let folded = table.folded(entry)
    if entry & FoldTable.markFlag != 0, !folded.isEmpty { return .unknown }
    for from in folded.indices where folded[from] == needle[0] {
      var matched = 0
      var place = from
      while place < folded.endIndex, matched < size, folded[place] == needle[matched] {
        place += 1
        matched += 1
      }
      if matched == size { return end(at: place == folded.endIndex ? index + length : nil) }
      if place < folded.endIndex { continue }
      let match = match(at: index + length, matched: matched)
      if match != .no { return match }
    }
    return .no
  }

  /// The rest of a match: what stands from a place on, against what is left of the needle.
  private func match(at start: Int, matched: Int) -> Match {
    var index = start
    var matched = matched
    while matched < size {
      if index >= count { return .no }
      var byte = text[index]
      if byte < 0x80 {
        if caseBit != 0, byte >= 0x41, byte <= 0x5A { byte |= caseBit }
        if byte != needle[matched] { return .no }
        matched += 1
        index += 1
        continue
      }
      let (scalar, length) = UTF8Scalar.decode(text, at: index, end: count)
      let entry = table.entry(scalar)
      if entry == 0 { return .no }
      if entry & FoldTable.markFlag != 0, !dropsMarks || entry & 0xFF != 0 { return .unknown }
      for byte in table.folded(entry) {
        if matched == size { return end(at: nil) }
        if byte != needle[matched] { return .no }
        matched += 1
      }
      index += length
    }
    return end(at: index)
  }

  /// A match must not end before a mark that counts; those that are dropped are passed over.
  ///
  /// - Parameter index: the place after it; nil where it ends within what a scalar folds to.
  private func end(at index: Int?) -> Match {
    guard var index else { return .unknown }
    while index < count, text[index] >= 0xCC {
      let (scalar, length) = UTF8Scalar.decode(text, at: index, end: count)
      let entry = table.entry(scalar)
      if entry == 0 { return .yes }
      let folded = table.folded(entry)
      if folded.isEmpty {
        index += length
        continue
      }
      // What is no mark itself may decompose to one.
      return entry & FoldTable.markFlag != 0 || folded[folded.startIndex] >= 0xCC ? .unknown : .yes
    }
    return .yes
  }
}
