import GraphQuery
import SQLiteAccess

extension SQLiteError {
  /// The error as users of a store meet it: that of the query where the query is wrong, else the store's.
  func meaning(path: String) -> any Error {
    if let mistake = cause as? QueryError ?? QueryError(malformedSearch: self) { return mistake }
    return StoreError(self, path: path)
  }
}
