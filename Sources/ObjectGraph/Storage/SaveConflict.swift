/// Why a store refused to save; nothing was written.
package enum SaveConflict: Error {
  /// A row would repeat the values of a uniqueness constraint.
  case uniqueness(entity: String, properties: [String], key: Int64?, otherKey: Int64?)
  /// Rows have another version than expected, or are gone.
  case version(entity: String, keys: [Int64])
}
