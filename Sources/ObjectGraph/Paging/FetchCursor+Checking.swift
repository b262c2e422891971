import GraphQuery

extension FetchCursor {
  /// The place, once it is known to be one of the request.
  ///
  /// - Throws: ``GraphError`` with code `invalidRequest`.
  func position<Result>(in request: FetchRequest<Result>, _ sort: ResolvedSort) throws -> SortPosition {
    let order = request.sortKeys.map(\.description)
    guard entityName == request.entityName, self.order == order, sort.admits(position) else {
      throw GraphError(
        .invalidRequest,
        "the cursor is of a fetch of \(entityName) sorted by \(Self.text(self.order)), and this one is of "
          + "\(request.entityName) sorted by \(Self.text(order)): a cursor goes with the sort keys that it was made for",
        entity: request.entityName)
    }
    return position
  }

  private static func text(_ order: [String]) -> String {
    order.isEmpty ? "nothing" : order.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
