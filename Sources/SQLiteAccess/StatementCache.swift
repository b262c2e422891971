internal import CSQLite
internal import GraphValues

/// How a statement's text is run.
enum StatementRole: UInt8 {
  /// As it stands.
  case plain
  /// Wrapped so that its rows go through the collecting aggregate function.
  case collecting
  /// From outside, as it stands; it was looked at when it was compiled.
  case guarded
}

/// A statement's text and role; texts are compared by their bytes, because two spellings of one character
/// make two statements.
struct StatementKey: Hashable {
  let text: String
  let role: StatementRole

  static func == (lhs: StatementKey, rhs: StatementKey) -> Bool {
    lhs.role == rhs.role && lhs.text.hasSameBytes(as: rhs.text)
  }

  func hash(into hasher: inout Hasher) {
    let hashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if hashed == nil {
      for byte in text.utf8 { hasher.combine(byte) }
    }
    hasher.combine(role.rawValue)
  }
}

/// A compiled statement; freed with its last reference.
final class PreparedStatement {
  let pointer: OpaquePointer
  let key: StatementKey
  var isInUse = false
  var lastUse: UInt64 = 0

  init(pointer: OpaquePointer, key: StatementKey) {
    self.pointer = pointer
    self.key = key
  }

  deinit {
    sqlite3_finalize(pointer)
  }
}

/// The compiled statements of a connection, the least recently used given up first.
struct StatementCache {
  private var entries: [StatementKey: PreparedStatement] = [:]
  private var clock: UInt64 = 0
  /// The one used last, which is often wanted again: comparing texts is faster than hashing one.
  private var latest: PreparedStatement?
  var capacity: Int {
    didSet {
      while entries.count > max(0, capacity) { evict() }
    }
  }

  init(capacity: Int) { self.capacity = capacity }

  var count: Int { entries.count }

  /// The compiled statement, where there is one that nobody uses.
  mutating func checkOut(_ key: StatementKey) -> PreparedStatement? {
    let found = latest.flatMap { $0.key == key ? $0 : nil } ?? entries[key]
    guard let statement = found, !statement.isInUse else { return nil }
    latest = statement
    clock += 1
    statement.lastUse = clock
    statement.isInUse = true
    return statement
  }

  /// Keeps a statement that was just compiled and is in use, unless one of that key is kept.
  mutating func insert(_ statement: PreparedStatement) {
    guard capacity > 0, entries[statement.key] == nil else { return }
    if entries.count >= capacity { evict() }
    clock += 1
    statement.lastUse = clock
    entries[statement.key] = statement
  }

  mutating func removeAll() {
    entries.removeAll()
    latest = nil
  }

  func contains(_ key: StatementKey) -> Bool { entries[key] != nil }

  /// Gives up the least recently used one; complexity O(n), small beside compiling the one that replaces it.
  private mutating func evict() {
    guard let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
    entries[oldest.key] = nil
    if latest === oldest.value { latest = nil }
  }
}
