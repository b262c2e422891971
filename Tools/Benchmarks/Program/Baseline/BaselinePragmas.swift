/// The settings of the baseline's connections: those that Graphstore gives its own.
///
/// Journal mode and page size are kept in the file and so are equal by themselves, both sides working on copies of one
/// file that Graphstore made.
enum BaselinePragmas {
  static func script(synchronous: BenchmarkOptions.Synchronous) -> String {
    """
    PRAGMA cache_size = -16384;
    PRAGMA synchronous = \(synchronous.rawValue.uppercased());
    PRAGMA foreign_keys = 1;
    """
  }
}
