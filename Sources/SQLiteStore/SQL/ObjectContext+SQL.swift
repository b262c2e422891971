import GraphValues
@_spi(Generated) public import ObjectGraph

/// Bound SQL on the store of a context. It sees what is stored: unsaved changes do not count.
extension ObjectContext {
  /// The objects whose keys a statement selects, in its order.
  ///
  /// ```swift
  /// let p = GifModel.Properties.self
  /// let gifs = try context.fetch(
  ///   GifModel.self, sql: "SELECT * FROM \(GifModel.self) WHERE \(p.userid) = \(7) ORDER BY \(p.newsid) DESC")
  /// ```
  ///
  /// The statement has a column `_id` with the keys, or is that column alone; keys of no object of the entity, and of
  /// objects that this context is about to delete, are left out. Unsaved changes of objects stay on them.
  ///
  /// - Throws: ``StoreError`` with code `invalidStatement` for what is no SQL, names what there is not, wants to change
  ///   the store or is more than one statement; `interrupted`; ``GraphError``.
  public func fetch<Typed: Entity>(
    _ type: Typed.Type, sql: SQLText, interruption: SQLInterruption? = nil
  ) throws -> [Typed] {
    try Typed.checkFetched(entityName: Typed.entityName, in: self)
    return try fetch(entity: Typed.entityName, sql: sql, interruption: interruption)
      .map { Typed.fetched($0) }
  }

  /// The objects of an entity known only at run time whose keys a statement selects, in its order.
  ///
  /// - Throws: as ``fetch(_:sql:interruption:)``.
  public func fetch(
    entity name: String, sql: SQLText, interruption: SQLInterruption? = nil
  ) throws -> [ManagedObject] {
    let store = try sqlStore()
    let root = try rootName(ofEntity: name)
    let (keys, rows) = try store.objects(sql, ofRoot: root, interruption)
    return try objects(ofEntity: name, keys: keys, rows: rows)
  }

  /// The rows of a statement that reads.
  ///
  /// - Throws: as ``fetch(_:sql:interruption:)``.
  public func rows(sql: SQLText, interruption: SQLInterruption? = nil) throws -> [SQLRow] {
    try sqlStore().rows(sql, interruption)
  }

  /// The rows of a statement that reads, decoded by the names of its columns.
  ///
  /// - Throws: as ``fetch(_:sql:interruption:)``, and `DecodingError` where a row does not fit the type.
  public func rows<Row: Decodable>(
    _ type: Row.Type, sql: SQLText, interruption: SQLInterruption? = nil
  ) throws -> [Row] {
    try rows(sql: sql, interruption: interruption).map { try Row(from: SQLRowDecoder(row: $0)) }
  }

  /// The rows of a statement that reads as tuples, column by column.
  ///
  /// ```swift
  /// for (user, count) in try context.rows(
  ///   columns: Int.self, Int.self, sql: "SELECT \(p.userid), count(*) FROM \(GifModel.self) GROUP BY 1") { … }
  /// ```
  ///
  /// - Throws: as ``fetch(_:sql:interruption:)``, also where a column is of another type.
  public func rows<each Column: SQLColumn>(
    columns: repeat (each Column).Type, sql: SQLText, interruption: SQLInterruption? = nil
  ) throws -> [(repeat each Column)] {
    try rows(sql: sql, interruption: interruption).map { row in
      var index = -1
      func next<Value: SQLColumn>(_ type: Value.Type) throws -> Value {
        index += 1
        return try row.value(index, as: type)
      }
      return (repeat try next((each Column).self))
    }
  }

  private func sqlStore() throws -> SQLiteStore {
    guard let store = rootStore as? SQLiteStore else {
      throw StoreError(.invalidStatement, "the store of this context takes no SQL", path: "")
    }
    return store
  }
}
