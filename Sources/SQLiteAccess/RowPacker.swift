internal import CSQLite
internal import GraphValues

/// The columns of a row as SQLite hands them over.
protocol RowColumns {
  func type(_ index: Int) -> Int32
  func integer(_ index: Int) -> Int64
  func real(_ index: Int) -> Double
  /// The text's first byte; nil for NULL. Converts the column to UTF-8 text.
  func text(_ index: Int) -> UnsafeRawPointer?
  /// The blob's first byte; nil for NULL and where it is empty.
  func blob(_ index: Int) -> UnsafeRawPointer?
  /// The number of bytes of the text or blob just asked for.
  func byteCount(_ index: Int) -> Int
}

/// The columns of a statement's current row.
struct StatementColumns: RowColumns {
  let statement: OpaquePointer?

  func type(_ index: Int) -> Int32 { sqlite3_column_type(statement, Int32(truncatingIfNeeded: index)) }
  func integer(_ index: Int) -> Int64 { sqlite3_column_int64(statement, Int32(truncatingIfNeeded: index)) }
  func real(_ index: Int) -> Double { sqlite3_column_double(statement, Int32(truncatingIfNeeded: index)) }
  func text(_ index: Int) -> UnsafeRawPointer? {
    UnsafeRawPointer(sqlite3_column_text(statement, Int32(truncatingIfNeeded: index)))
  }
  func blob(_ index: Int) -> UnsafeRawPointer? {
    sqlite3_column_blob(statement, Int32(truncatingIfNeeded: index))
  }
  func byteCount(_ index: Int) -> Int {
    Int(sqlite3_column_bytes(statement, Int32(truncatingIfNeeded: index)))
  }
}

/// The arguments of a call of the collecting aggregate function.
struct ArgumentColumns: RowColumns {
  let arguments: UnsafeMutablePointer<OpaquePointer?>

  func type(_ index: Int) -> Int32 { sqlite3_value_type(arguments[index]) }
  func integer(_ index: Int) -> Int64 { sqlite3_value_int64(arguments[index]) }
  func real(_ index: Int) -> Double { sqlite3_value_double(arguments[index]) }
  func text(_ index: Int) -> UnsafeRawPointer? { UnsafeRawPointer(sqlite3_value_text(arguments[index])) }
  func blob(_ index: Int) -> UnsafeRawPointer? { sqlite3_value_blob(arguments[index]) }
  func byteCount(_ index: Int) -> Int { Int(sqlite3_value_bytes(arguments[index])) }
}

/// Memory in which a batch is put together before it is copied at its exact size; small enough to stay in
/// the processor's cache.
struct RowScratch {
  var words: UnsafeMutablePointer<UInt64>
  var wordCapacity: Int
  var bytes: UnsafeMutableRawPointer
  var byteCapacity: Int

  init() {
    wordCapacity = 256
    words = .allocate(capacity: wordCapacity)
    byteCapacity = 4096
    bytes = .allocate(byteCount: byteCapacity, alignment: 16)
  }

  func deallocate() {
    words.deallocate()
    bytes.deallocate()
  }

  mutating func growWords(toHold needed: Int, keeping used: Int) {
    let capacity = max(needed, wordCapacity * 2)
    let new = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
    new.initialize(from: words, count: used)
    words.deallocate()
    words = new
    wordCapacity = capacity
  }

  mutating func growBytes(toHold needed: Int, keeping used: Int) {
    let capacity = max(needed, byteCapacity * 2)
    let new = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    new.copyMemory(from: bytes, byteCount: used)
    bytes.deallocate()
    bytes = new
    byteCapacity = capacity
  }
}

/// Packs rows into batches as SQLite hands them over.
struct RowPacker {
  /// A batch with more bytes than this is closed.
  static let byteGoal = 256 * 1024

  private let layout: RowLayout
  /// The kind of each slot, with the flag of those that may be null.
  private let codes: UnsafeMutablePointer<UInt8>
  private let slotCount: Int
  private let nullWords: Int
  private let firstSlot: Int
  private let stride: Int
  private let rowsPerBatch: Int
  private let lastNullWord: UInt64
  private let isKnown: ((_ key: Int64, _ version: Int64) -> Bool)?
  /// What stands before the key of each row; nil where nothing does.
  private let link: RowLink?
  /// The columns before the key.
  private let lead: Int

  private(set) var scratch: RowScratch
  private var rowCount = 0
  private var byteCount = 0
  private var batches: [PackedRows] = []
  private var keys: [Int64] = []
  private var knownRows: [Int] = []
  /// The owner of each row, and its place in the owner's list, where rows are linked.
  private(set) var owners: [Int64] = []
  private(set) var orders: [Int64] = []
  /// Set where a row holds more than a batch can address.
  private(set) var isTooBig = false

  private static let mayBeNull: UInt8 = 4

  init(
    layout: RowLayout, nullable: [Bool], rowsPerBatch: Int,
    isKnown: ((_ key: Int64, _ version: Int64) -> Bool)?, link: RowLink?, scratch: RowScratch
  ) {
    self.layout = layout
    slotCount = layout.kinds.count
    nullWords = layout.nullWords
    firstSlot = layout.firstSlot
    stride = layout.stride
    codes = .allocate(capacity: max(1, slotCount))
    for (slot, (kind, mayBeNull)) in zip(layout.kinds, nullable).enumerated() {
      (codes + slot).initialize(to: kind.code | (mayBeNull ? Self.mayBeNull : 0))
    }
    self.rowsPerBatch = max(1, rowsPerBatch)
    self.isKnown = isKnown
    self.link = link
    lead = link == nil ? 0 : RowLink.columnCount
    self.scratch = scratch
    // The bits past the last slot are set, as in batches that are built in memory.
    let rest = slotCount % 64
    lastNullWord = rest == 0 ? 0 : UInt64.max << UInt64(rest)
  }

  /// Frees what only packing needs, but for the scratch memory.
  func deallocate() {
    codes.deallocate()
  }

  /// The rows read so far.
  var collectedCount: Int { keys.count }

  /// The columns of a row of this layout.
  var columnCount: Int { lead &+ RowLayout.headerWords &+ slotCount }

  /// Packs a row; false where the batch cannot hold it.
  mutating func append(_ columns: some RowColumns) -> Bool {
    if let link {
      let owner = columns.integer(0)
      if !link.accepts(owner, columns.integer(lead)) { return true }
      owners.append(owner)
      if link.isOrdered { orders.append(columns.integer(1)) }
    }
    let key = columns.integer(lead)
    let version = columns.integer(lead &+ 1)
    keys.append(key)
    if let isKnown, isKnown(key, version) {
      knownRows.append(keys.count &- 1)
      return true
    }
    if rowCount == rowsPerBatch || byteCount > Self.byteGoal { closeBatch() }

    let base = rowCount &* stride
    if base &+ stride > scratch.wordCapacity {
      scratch.growWords(toHold: base + stride, keeping: base)
    }
    let firstByte = byteCount
    let row = scratch.words + base
    row[0] = UInt64(bitPattern: key)
    row[1] = UInt64(bitPattern: version)
    row[2] = UInt64(bitPattern: columns.integer(lead &+ 2))
    let nulls = row + RowLayout.headerWords
    if nullWords > 0 {
      for word in 0..<nullWords &- 1 { nulls[word] = 0 }
      nulls[nullWords &- 1] = lastNullWord
    }
    let slots = row + firstSlot
    for slot in 0..<slotCount {
      let column = lead &+ RowLayout.headerWords &+ slot
      let code = codes[slot]
      var word: UInt64 = 0
      var isNull = false
      switch code & 3 {
      case 0:
        if code & Self.mayBeNull != 0, columns.type(column) == SQLITE_NULL {
          isNull = true
        } else {
          word = UInt64(bitPattern: columns.integer(column))
        }
      case 1:
        if code & Self.mayBeNull != 0, columns.type(column) == SQLITE_NULL {
          isNull = true
        } else {
          word = columns.real(column).storedBitPattern
        }
      case 2:
        if let start = columns.text(column) {
          word = append(start, columns.byteCount(column))
        } else {
          isNull = true
        }
      default:
        if let start = columns.blob(column) {
          word = append(start, columns.byteCount(column))
        } else {
          // An empty blob has no address either.
          isNull = columns.type(column) == SQLITE_NULL
          word = UInt64(byteCount) << 32
        }
      }
      slots[slot] = isNull ? 0 : word
      if isNull { nulls[slot >> 6] |= 1 << UInt64(slot & 63) }
    }
    rowCount &+= 1
    if byteCount &- firstByte > Self.byteGoal { isolateLastRow(firstByte: firstByte) }
    return !isTooBig
  }

  /// Copies bytes into the batch; gives the slot's word.
  @inline(__always)
  private mutating func append(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
    let offset = byteCount
    let end = offset &+ count
    if end > scratch.byteCapacity {
      guard end <= RowBuffer.byteLimit else {
        isTooBig = true
        return 0
      }
      scratch.growBytes(toHold: end, keeping: offset)
    }
    (scratch.bytes + offset).copyMemory(from: start, byteCount: count)
    byteCount = end
    return UInt64(offset) << 32 | UInt64(count)
  }

  private mutating func closeBatch() {
    if rowCount == 0 { return }
    batches.append(
      batch(words: 0..<rowCount * layout.stride, bytes: 0..<byteCount))
    rowCount = 0
    byteCount = 0
  }

  /// Gives a huge row a batch of its own, so that its memory goes with it.
  private mutating func isolateLastRow(firstByte: Int) {
    let base = (rowCount - 1) * layout.stride
    if rowCount > 1 {
      batches.append(batch(words: 0..<base, bytes: 0..<firstByte))
      for slot in 0..<layout.kinds.count where layout.kinds[slot].hasBytes {
        let isNull = scratch.words[base + RowLayout.headerWords + slot / 64] & (1 << UInt64(slot % 64)) != 0
        if !isNull { scratch.words[base + layout.firstSlot + slot] -= UInt64(firstByte) << 32 }
      }
    }
    batches.append(batch(words: base..<base + layout.stride, bytes: firstByte..<byteCount))
    rowCount = 0
    byteCount = 0
  }

  private func batch(words: Range<Int>, bytes: Range<Int>) -> PackedRows {
    PackedRows(
      layout: layout,
      words: Array(UnsafeBufferPointer(start: scratch.words + words.lowerBound, count: words.count)),
      bytes: Array(
        UnsafeRawBufferPointer(start: scratch.bytes + bytes.lowerBound, count: bytes.count)))
  }

  mutating func finish() -> CollectedRows {
    closeBatch()
    return CollectedRows(batches: batches, keys: keys, knownRows: knownRows)
  }
}

extension SlotKind {
  fileprivate var code: UInt8 {
    switch self {
    case .integer: 0
    case .real: 1
    case .text: 2
    case .blob: 3
    }
  }

  fileprivate var hasBytes: Bool { self == .text || self == .blob }
}
