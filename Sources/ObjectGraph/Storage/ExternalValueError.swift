/// Why the file of an external value cannot be read.
package enum ExternalValueError: Error {
  /// There is no such file: the row that led to it is an old one, or another program has removed it.
  case missing(path: String)
  /// The file is not what was written, or cannot be read at all.
  case unreadable(path: String, reason: String)
}
