internal import CSQLite
package import SQLSyntax

extension SQLiteConnection {
  /// Makes a Swift function callable in SQL.
  ///
  /// An error that the body throws fails the statement with the error's description as its message.
  /// - Parameters:
  ///   - argumentCount: the number of arguments; -1 for any.
  ///   - deterministic: whether equal arguments always give an equal result.
  ///   - directOnly: whether the schema may not call it.
  package func createFunction(
    _ name: String, argumentCount: Int, deterministic: Bool = false, directOnly: Bool = true,
    _ body: @escaping ([SQLValue]) throws -> SQLValue
  ) throws {
    let context = Unmanaged.passRetained(FunctionBody(body, handle.functionFailure))
    try create(name, argumentCount, deterministic, directOnly, context.toOpaque()) {
      context, count, arguments in
      guard let body = Unmanaged<FunctionBody>.from(sqlite3_user_data(context)) else { return }
      do {
        SQLValue.setResult(of: context, to: try body.body(SQLValue.arguments(count, arguments)))
      } catch {
        body.failure.report(error, to: context)
      }
    } destroy: {
      Unmanaged<FunctionBody>.release($0)
    }
  }

  /// Makes a predicate on the UTF-8 bytes of two texts callable in SQL; NULL where an argument is.
  ///
  /// The buffers are valid during the call only; nothing is copied.
  package func createTextPredicate(
    _ name: String, deterministic: Bool = true, directOnly: Bool = true,
    _ body: @escaping (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) throws -> Bool
  ) throws {
    let context = Unmanaged.passRetained(TextPredicateBody(body, handle.functionFailure))
    try create(name, 2, deterministic, directOnly, context.toOpaque()) { context, _, arguments in
      guard let body = Unmanaged<TextPredicateBody>.from(sqlite3_user_data(context)), let arguments,
        let first = sqlite3_value_text(arguments[0]), let second = sqlite3_value_text(arguments[1])
      else {
        sqlite3_result_null(context)
        return
      }
      do {
        let result = try body.body(
          UnsafeBufferPointer(start: first, count: Int(sqlite3_value_bytes(arguments[0]))),
          UnsafeBufferPointer(start: second, count: Int(sqlite3_value_bytes(arguments[1]))))
        sqlite3_result_int(context, result ? 1 : 0)
      } catch {
        body.failure.report(error, to: context)
      }
    } destroy: {
      Unmanaged<TextPredicateBody>.release($0)
    }
  }

  /// Makes an order of texts usable as a collation: negative, zero or positive as the first comes before, with or
  /// after the second.
  package func createCollation(_ name: String, _ body: @escaping (String, String) -> Int) throws {
    let database = try handle.openDatabase()
    let context = Unmanaged.passRetained(CollationBody(body))
    let result = sqlite3_create_collation_v2(
      database, name, SQLITE_UTF8, context.toOpaque(),
      { context, firstCount, first, secondCount, second in
        guard let body = Unmanaged<CollationBody>.from(context) else { return 0 }
        let first = UnsafeRawBufferPointer(start: first, count: Int(firstCount))
        let second = UnsafeRawBufferPointer(start: second, count: Int(secondCount))
        return Int32(
          body.body(String(decoding: first, as: UTF8.self), String(decoding: second, as: UTF8.self))
            .signum())
      },
      { Unmanaged<CollationBody>.release($0) })
    // Unlike functions, SQLite does not free a collation that it refused.
    if result != SQLITE_OK { context.release() }
    try handle.check(result)
  }

  private func create(
    _ name: String, _ argumentCount: Int, _ deterministic: Bool, _ directOnly: Bool,
    _ context: UnsafeMutableRawPointer,
    call:
      @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void,
    destroy: @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) throws {
    var flags = SQLITE_UTF8
    if deterministic { flags |= SQLITE_DETERMINISTIC }
    if directOnly { flags |= SQLITE_DIRECTONLY }
    guard let database = handle.database else {
      destroy(context)
      throw SQLiteError.misuse("the connection is closed")
    }
    try handle.check(
      sqlite3_create_function_v2(
        database, name, Int32(clamping: argumentCount), flags, context, call, nil, nil, destroy))
  }
}

private final class FunctionBody {
  let body: ([SQLValue]) throws -> SQLValue
  let failure: FunctionFailure

  init(_ body: @escaping ([SQLValue]) throws -> SQLValue, _ failure: FunctionFailure) {
    self.body = body
    self.failure = failure
  }
}

private final class TextPredicateBody {
  typealias Body = (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) throws -> Bool
  let body: Body
  let failure: FunctionFailure

  init(_ body: @escaping Body, _ failure: FunctionFailure) {
    self.body = body
    self.failure = failure
  }
}

private final class CollationBody {
  let body: (String, String) -> Int
  init(_ body: @escaping (String, String) -> Int) { self.body = body }
}

extension Unmanaged {
  fileprivate static func from(_ context: UnsafeMutableRawPointer?) -> Instance? {
    context.map { fromOpaque($0).takeUnretainedValue() }
  }

  fileprivate static func release(_ context: UnsafeMutableRawPointer?) {
    if let context { fromOpaque(context).release() }
  }
}

extension SQLValue {
  /// A call's arguments.
  static func arguments(
    _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) -> [SQLValue] {
    guard let arguments else { return [] }
    var values: [SQLValue] = []
    values.reserveCapacity(Int(count))
    for index in 0..<Int(count) { values.append(SQLValue(arguments[index])) }
    return values
  }

  private init(_ value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let start = sqlite3_value_text(value)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      self = .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(value)
      self = .blob(
        [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))))
    default: self = .null
    }
  }

  /// Makes a value a call's result.
  static func setResult(of context: OpaquePointer?, to value: SQLValue) {
    switch value {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(var value):
      value.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) {
          sqlite3_result_text64(
            context, $0.baseAddress, UInt64($0.count), transientDestructor, UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let value):
      value.withUnsafeBytes { bytes in
        if bytes.isEmpty {
          _ = sqlite3_result_zeroblob64(context, 0)
        } else {
          sqlite3_result_blob64(context, bytes.baseAddress, UInt64(bytes.count), transientDestructor)
        }
      }
    }
  }
}
