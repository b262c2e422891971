import Graphstore
import Testing

/// Expects a store error of a code, with a message.
@discardableResult
func expect(
  _ code: StoreError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> StoreError? {
  let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
  if let error {
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    #expect(error.message.count > 10, sourceLocation: sourceLocation)
  }
  return error
}

/// Expects an error of the object graph of a code, with a message.
@discardableResult
func expect(
  _ code: GraphError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> GraphError? {
  let error = #expect(throws: GraphError.self, sourceLocation: sourceLocation) { try body() }
  if let error {
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    #expect(error.message.count > 10, sourceLocation: sourceLocation)
  }
  return error
}
