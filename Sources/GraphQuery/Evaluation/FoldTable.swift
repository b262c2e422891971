/// For one set of options, what each Unicode scalar becomes when texts are brought into the form in which they
/// are compared: canonically decomposed, case folded with `c`, without nonspacing marks with `d`.
///
/// Built from the standard library's and Foundation's own properties on first use. ASCII and Hangul are left to
/// the folding itself, scalars in no range below stay as they are.
struct FoldTable: Sendable {
  static let normalized = FoldTable(.normalized)
  static let caseInsensitive = FoldTable(.caseInsensitive)
  static let diacriticInsensitive = FoldTable(.diacriticInsensitive)
  static let caseAndDiacriticInsensitive = FoldTable([.caseInsensitive, .diacriticInsensitive])

  static func of(_ options: StringComparisonOptions) -> FoldTable {
    switch (options.contains(.caseInsensitive), options.contains(.diacriticInsensitive)) {
    case (false, false): normalized
    case (true, false): caseInsensitive
    case (false, true): diacriticInsensitive
    case (true, true): caseAndDiacriticInsensitive
    }
  }

  /// No text grows by more than this factor, as the table's building proves.
  static let maximumGrowth = 3

  let foldsCase: Bool
  /// For each 256 scalars the number of their page in `entries`; 0 where all stay as they are.
  let pages: [UInt16]
  /// For each scalar of a page: 0 where it stays as it is; else a flag for marks, the offset and the number of
  /// the bytes it becomes.
  let entries: [UInt32]
  let bytes: [UInt8]

  static let changedFlag: UInt32 = 1 << 30
  static let markFlag: UInt32 = 1 << 31

  private init(_ options: StringComparisonOptions) {
    foldsCase = options.contains(.caseInsensitive)
    var pages = [UInt16](repeating: 0, count: 0x1100)
    var entries = [UInt32](repeating: 0, count: 256)
    var bytes: [UInt8] = []
    for (scalar, decomposed) in CanonicalDecomposition.all {
      let value = scalar.value
      let folded = Self.fold(decomposed, options)
      let isSame = folded.count == 1 && folded[0] == scalar
      let isMark = scalar.properties.canonicalCombiningClass != .notReordered
      if isSame && !isMark { continue }
      let page = Int(value >> 8)
      if pages[page] == 0 {
        pages[page] = UInt16(entries.count / 256)
        entries += repeatElement(0, count: 256)
      }
      var text = String.UnicodeScalarView()
      text += folded
      let utf8 = Array(String(text).utf8)
      precondition(
        utf8.count <= Self.maximumGrowth * UTF8.width(scalar),
        "a scalar that folds to more than thrice itself")
      entries[Int(pages[page]) * 256 + Int(value & 255)] =
        (isMark ? Self.markFlag : 0) | Self.changedFlag | UInt32(bytes.count) << 8 | UInt32(utf8.count)
      bytes += utf8
    }
    self.pages = pages
    self.entries = entries
    self.bytes = bytes
  }

  /// What a scalar of an entry that is not 0 becomes.
  @inline(__always)
  func folded(_ entry: UInt32) -> ArraySlice<UInt8> {
    let offset = Int(entry >> 8 & 0x3F_FFFF)
    return bytes[offset..<offset + Int(entry & 0xFF)]
  }

  @inline(__always)
  func entry(_ scalar: UInt32) -> UInt32 {
    let page = pages[Int(scalar >> 8)]
    return page == 0 ? 0 : entries[Int(page) << 8 | Int(scalar & 255)]
  }

  private static func fold(
    _ decomposed: [Unicode.Scalar], _ options: StringComparisonOptions
  ) -> [Unicode.Scalar] {
    var result = decomposed
    if options.contains(.caseInsensitive), result.contains(where: \.properties.changesWhenCaseFolded) {
      result = CanonicalDecomposition.of(result.flatMap(foldCase))
    }
    if options.contains(.diacriticInsensitive) {
      result.removeAll { $0.properties.generalCategory == .nonspacingMark }
    }
    return result
  }

  /// Full case folding, found by way of the case mappings: lower, upper, lower gives for every scalar what
  /// Unicode's CaseFolding.txt has, but for the dotless `ı`, whose upper case folds elsewhere, and for Cherokee,
  /// which folds to upper case.
  static func foldCase(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if scalar == "\u{131}" { return [scalar] }
    if (0x13A0...0x13FD).contains(scalar.value) || (0xAB70...0xABBF).contains(scalar.value) {
      return Array(scalar.properties.uppercaseMapping.unicodeScalars)
    }
    return scalar.properties.lowercaseMapping.unicodeScalars
      .flatMap { $0.properties.uppercaseMapping.unicodeScalars }
      .flatMap { $0.properties.lowercaseMapping.unicodeScalars }
  }
}
