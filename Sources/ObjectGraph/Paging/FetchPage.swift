/// A part of a fetch's result, and where the next one begins.
public struct FetchPage<Result> {
  /// The objects, in the request's order.
  public let objects: [Result]
  /// The place behind the last of them; nil where nothing comes behind it.
  public let next: FetchCursor?
}
