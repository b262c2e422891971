import GraphstoreTestSupport
import Testing

/// A music shop's data as a graph, loaded through a context and checked with the `sqlite3` shell's own SQL.
@Suite(
  "Chinook", .chinookStore,
  .enabled("SKIPPED: ../shared/data is missing beside the package") { SharedData.isExpected })
struct ChinookTests {}
