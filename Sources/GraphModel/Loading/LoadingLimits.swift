import GraphValues

/// How large a model may be: files from strangers are answered quickly, whatever they hold.
package enum LoadingLimits {
  /// The most bytes of a model's files together.
  package static let bytes = 16 << 20
  /// What one file may hold.
  static let json = JSONReader.Limits(depth: 64, values: 1_000_000, numberLength: 400)
  /// The most entities of a model.
  package static let entities = 10_000
  /// The most files of a folder.
  package static let files = 10_000
  /// The longest line of parents.
  package static let inheritanceDepth = 32
  /// The most columns of an entity hierarchy: SQLite's own limit without our own columns.
  package static let columns = 1_990
  /// The most bytes of a name.
  package static let nameLength = 128
  /// The most bytes of a pattern.
  package static let patternLength = 4_096
  /// The most bytes of any other string.
  package static let stringLength = 1 << 20
  /// The most mistakes that are reported.
  package static let mistakes = 1_000
}
