internal import CSQLite
internal import GraphValues

/// The batch that the feeding table shows at the moment; its memory is the batch's own.
struct FeedState {
  var words: UnsafePointer<UInt64>?
  var bytes: UnsafeRawPointer?
  var kinds: UnsafePointer<SlotKind>?
  var count = 0
  var stride = 0
  var firstSlot = 0
  var slotCount = 0
  /// Tells one batch from another, so that no cursor reads a batch that is gone; 0 where there is none.
  var generation: UInt64 = 0
  /// The row at which the last cursor stands; -1 where it stands at none.
  var currentRow = -1
}

/// A table-valued SQLite table whose rows are those of the batch that is being fed.
///
/// Columns: `key`, `version`, `entity`, and `c0`, `c1` and so on for the slots.
struct FeedTable {
  static let name = "graphstore_feed"
  /// The slots that the table can show. SQLite takes at most 2,000 columns.
  static let slotLimit = 1_900
  /// The slots that it shows at first: declaring many columns takes more than a millisecond.
  static let usualSlots = 64

  // SQLite's own part comes first: SQLite sees nothing but it.
  var base = sqlite3_vtab()
  let feed: UnsafeMutablePointer<FeedState>

  struct Cursor {
    var base = sqlite3_vtab_cursor()
    let feed: UnsafeMutablePointer<FeedState>
    var row = 0
    var count = 0
    var generation: UInt64 = 0
  }

  /// What belongs to the module as long as the connection is open.
  private final class Registration {
    let feed: UnsafeMutablePointer<FeedState>
    let declaration: String
    let module: UnsafeMutablePointer<sqlite3_module>

    init(feed: UnsafeMutablePointer<FeedState>, slots: Int) {
      self.feed = feed
      declaration =
        "CREATE TABLE x(key INTEGER, version INTEGER, entity INTEGER, "
        + (0..<slots).map { "c\($0)" }.joined(separator: ", ") + ")"
      module = .allocate(capacity: 1)
      module.initialize(to: FeedTable.makeModule())
    }

    deinit {
      module.deinitialize(count: 1)
      module.deallocate()
    }
  }

  /// Makes the feeding table known to a connection, with at least so many slots.
  ///
  /// Statements compiled before a wider table replaces the one they read keep theirs.
  static func register(on handle: ConnectionHandle, slots: Int = usualSlots) throws {
    if slots <= handle.feedWidth { return }
    let slots = slots <= usualSlots ? usualSlots : slotLimit
    let registration = Registration(feed: handle.feed, slots: slots)
    let context = Unmanaged.passRetained(registration).toOpaque()
    // SQLite releases the registration with the connection, and also where this fails.
    try handle.check(
      sqlite3_create_module_v2(handle.database, name, registration.module, context) { context in
        if let context { Unmanaged<Registration>.fromOpaque(context).release() }
      })
    handle.feedWidth = slots
  }

  private static func makeModule() -> sqlite3_module {
    var module = sqlite3_module()
    // Without xCreate the table exists by its name, and cannot be created in a schema.
    module.xConnect = { database, context, _, _, table, _ in
      guard let context, let table else { return SQLITE_MISUSE }
      let registration = Unmanaged<Registration>.fromOpaque(context).takeUnretainedValue()
      let result = sqlite3_declare_vtab(database, registration.declaration)
      if result != SQLITE_OK { return result }
      graphstore_vtab_config_directonly(database)
      let new = UnsafeMutablePointer<FeedTable>.allocate(capacity: 1)
      new.initialize(to: FeedTable(feed: registration.feed))
      table.pointee = UnsafeMutableRawPointer(new).assumingMemoryBound(to: sqlite3_vtab.self)
      return SQLITE_OK
    }
    module.xDisconnect = { table in
      guard let table else { return SQLITE_OK }
      let own = UnsafeMutableRawPointer(table).assumingMemoryBound(to: FeedTable.self)
      own.deinitialize(count: 1)
      own.deallocate()
      return SQLITE_OK
    }
    module.xDestroy = module.xDisconnect
    module.xBestIndex = { table, info in
      guard let table, let info else { return SQLITE_MISUSE }
      let feed = UnsafeMutableRawPointer(table).assumingMemoryBound(to: FeedTable.self).pointee.feed
      let rows = max(feed.pointee.count, 256)
      info.pointee.estimatedCost = Double(rows)
      info.pointee.estimatedRows = Int64(rows)
      return SQLITE_OK
    }
    module.xOpen = { table, cursor in
      guard let table, let cursor else { return SQLITE_MISUSE }
      let feed = UnsafeMutableRawPointer(table).assumingMemoryBound(to: FeedTable.self).pointee.feed
      let new = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
      new.initialize(to: Cursor(feed: feed))
      cursor.pointee = UnsafeMutableRawPointer(new).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }
    module.xClose = { cursor in
      guard let own = FeedTable.cursor(cursor) else { return SQLITE_OK }
      own.deinitialize(count: 1)
      own.deallocate()
      return SQLITE_OK
    }
    module.xFilter = { cursor, _, _, _, _ in
      guard let own = FeedTable.cursor(cursor) else { return SQLITE_MISUSE }
      let feed = own.pointee.feed
      // A cursor outside of a feeding shows no rows.
      own.pointee.generation = feed.pointee.generation
      own.pointee.count = feed.pointee.count
      own.pointee.row = 0
      feed.pointee.currentRow = feed.pointee.count > 0 ? 0 : -1
      return SQLITE_OK
    }
    module.xNext = { cursor in
      guard let own = FeedTable.cursor(cursor) else { return SQLITE_MISUSE }
      let feed = own.pointee.feed
      if feed.pointee.generation != own.pointee.generation { return SQLITE_ABORT }
      let row = own.pointee.row &+ 1
      own.pointee.row = row
      feed.pointee.currentRow = row < own.pointee.count ? row : -1
      return SQLITE_OK
    }
    module.xEof = { cursor in
      guard let own = FeedTable.cursor(cursor) else { return 1 }
      return own.pointee.row >= own.pointee.count ? 1 : 0
    }
    module.xRowid = { cursor, rowID in
      guard let own = FeedTable.cursor(cursor) else { return SQLITE_MISUSE }
      rowID?.pointee = Int64(own.pointee.row)
      return SQLITE_OK
    }
    module.xColumn = { cursor, context, column in
      guard let own = FeedTable.cursor(cursor) else { return SQLITE_MISUSE }
      return FeedTable.column(Int(column), row: own.pointee.row, own.pointee.feed, own, context)
    }
    return module
  }

  private static func cursor(
    _ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?
  ) -> UnsafeMutablePointer<Cursor>? {
    UnsafeMutableRawPointer(cursor)?.assumingMemoryBound(to: Cursor.self)
  }

  private static func column(
    _ column: Int, row: Int, _ feed: UnsafeMutablePointer<FeedState>,
    _ cursor: UnsafeMutablePointer<Cursor>, _ context: OpaquePointer?
  ) -> Int32 {
    guard feed.pointee.generation == cursor.pointee.generation, let words = feed.pointee.words,
      row < feed.pointee.count
    else { return SQLITE_ABORT }
    let start = words + row &* feed.pointee.stride
    let slot = column &- RowLayout.headerWords
    if slot < 0 {
      sqlite3_result_int64(context, Int64(bitPattern: start[max(column, 0)]))
      return SQLITE_OK
    }
    guard slot < feed.pointee.slotCount, let kinds = feed.pointee.kinds,
      start[RowLayout.headerWords &+ slot >> 6] & (1 << UInt64(slot & 63)) == 0
    else { return SQLITE_OK }
    let word = start[feed.pointee.firstSlot &+ slot]
    switch kinds[slot] {
    case .integer:
      sqlite3_result_int64(context, Int64(bitPattern: word))
    case .real:
      sqlite3_result_double(context, Double(bitPattern: word))
    case .text:
      let count = word & 0xFFFF_FFFF
      guard count > 0, let bytes = feed.pointee.bytes else {
        sqlite3_result_text(context, "", 0, transientDestructor)
        return SQLITE_OK
      }
      // Without a destructor SQLite does not copy: the batch outlives the statement's run.
      sqlite3_result_text64(
        context, (bytes + Int(word >> 32)).assumingMemoryBound(to: CChar.self), count, nil,
        UInt8(SQLITE_UTF8))
    case .blob:
      let count = word & 0xFFFF_FFFF
      guard count > 0, let bytes = feed.pointee.bytes else {
        return sqlite3_result_zeroblob64(context, 0)
      }
      sqlite3_result_blob64(context, bytes + Int(word >> 32), count, nil)
    }
    return SQLITE_OK
  }
}
