package import GraphValues

/// The rows of a query, read a part at a time.
///
/// The rows are those that there were when the cursor was made, in the query's order, each once, whatever is saved
/// meanwhile. A cursor is closed when it is let go.
package protocol RowCursor: AnyObject {
  /// The next rows; none at the end.
  ///
  /// - Parameter isKnown: asked for each row's key and version; where it answers true the values are left out.
  func next(atMost count: Int, isKnown: ((Int64, Int64) -> Bool)?) throws -> CollectedRows

  /// Makes a call of ``next(atMost:isKnown:)`` that is under way fail; may be called from any thread.
  var interruption: @Sendable () -> Void { get }
}
