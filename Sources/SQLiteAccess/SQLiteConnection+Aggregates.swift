internal import CSQLite
package import SQLSyntax

/// What an aggregate function does with a group's rows.
package struct AggregateBody {
  let step: ([SQLValue]) throws -> Void
  let result: () throws -> SQLValue

  /// - Parameters:
  ///   - step: takes a row's arguments.
  ///   - result: is asked once, after the last row.
  package init(step: @escaping ([SQLValue]) throws -> Void, result: @escaping () throws -> SQLValue) {
    self.step = step
    self.result = result
  }
}

extension SQLiteConnection {
  /// Makes a Swift aggregate function callable in SQL.
  ///
  /// An error that the body throws fails the statement with the error's description as its message.
  /// - Parameters:
  ///   - argumentCount: the number of arguments; -1 for any.
  ///   - make: makes what works out one group.
  package func createAggregate(
    _ name: String, argumentCount: Int, _ make: @escaping () -> AggregateBody
  ) throws {
    let maker = AggregateMaker(make, failure: handle.functionFailure)
    let context = Unmanaged.passRetained(maker)
    guard let database = handle.database else {
      context.release()
      throw SQLiteError.misuse("the connection is closed")
    }
    try handle.check(
      sqlite3_create_function_v2(
        database, name, Int32(clamping: argumentCount),
        SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, context.toOpaque(), nil,
        { context, count, arguments in
          guard let maker = AggregateMaker.of(context),
            let place = sqlite3_aggregate_context(context, Int32(MemoryLayout<UnsafeRawPointer?>.size))
          else {
            sqlite3_result_error_nomem(context)
            return
          }
          let slot = place.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
          let group: AggregateGroup
          if let known = slot.pointee {
            group = Unmanaged<AggregateGroup>.fromOpaque(known).takeUnretainedValue()
          } else {
            group = AggregateGroup(maker.make())
            slot.pointee = Unmanaged.passRetained(group).toOpaque()
          }
          do {
            try group.body.step(SQLValue.arguments(count, arguments))
          } catch {
            maker.failure.report(error, to: context)
          }
        },
        { context in
          guard let maker = AggregateMaker.of(context) else { return }
          let group: AggregateGroup
          // Without rows there is no memory; it is not asked for here.
          if let place = sqlite3_aggregate_context(context, 0),
            let known = place.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee
          {
            group = Unmanaged<AggregateGroup>.fromOpaque(known).takeRetainedValue()
          } else {
            group = AggregateGroup(maker.make())
          }
          do {
            SQLValue.setResult(of: context, to: try group.body.result())
          } catch {
            maker.failure.report(error, to: context)
          }
        },
        { if let context = $0 { Unmanaged<AggregateMaker>.fromOpaque(context).release() } }))
  }
}

private final class AggregateMaker {
  let make: () -> AggregateBody
  let failure: FunctionFailure

  init(_ make: @escaping () -> AggregateBody, failure: FunctionFailure) {
    self.make = make
    self.failure = failure
  }

  static func of(_ context: OpaquePointer?) -> AggregateMaker? {
    sqlite3_user_data(context).map { Unmanaged<AggregateMaker>.fromOpaque($0).takeUnretainedValue() }
  }
}

private final class AggregateGroup {
  let body: AggregateBody

  init(_ body: AggregateBody) { self.body = body }
}
