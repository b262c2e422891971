package import GraphValues

/// What a save has done beyond the change set: the work of delete rules in the store.
package struct SaveOutcome: Sendable {
  /// The keys of rows deleted by rule, ascending, by the name of their hierarchy's root entity.
  package var deleted: [String: [Int64]] = [:]
  /// The rows whose to-one was set to null by rule: the to-one's place among the model's relationships, and
  /// the rows' keys, ascending. Such a row's version is one higher than before.
  package var nullified: [(relationship: Int, keys: [Int64])] = []
  /// The batches of the change set that were written in another form, and that form: references to files in place
  /// of large values. Objects keep these rows, and not the values.
  package var rewrittenRows: [ObjectIdentifier: PackedRows] = [:]

  package init() {}
}
