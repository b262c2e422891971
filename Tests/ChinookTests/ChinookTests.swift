import Testing

/// A music shop's data as flat entities, loaded through contexts and checked with the `sqlite3` shell's own SQL.
@Suite(
  "Chinook", .chinookStore,
  .enabled("SKIPPED: ../shared/data/chinook/ChinookData.json is missing beside the package") {
    ChinookStore.isExpected
  })
struct ChinookTests {}
