package import GraphModel
package import GraphQuery

/// Makes the text of ORDER BY of a resolved sort.
///
/// NULL is smaller than every value, as in SQLite. The object's key comes last, so that the order is total.
package struct SortCompiler: Sendable {
  private let schema: QuerySchema
  private let alias: String?

  /// - Parameters:
  ///   - schema: the store's.
  ///   - alias: the table's alias in the statement, where it has one.
  package init(_ schema: QuerySchema, alias: String? = nil) {
    self.schema = schema
    self.alias = alias
  }

  /// `ORDER BY` and the terms; nothing where there is no sort.
  ///
  /// - Throws: ``QueryError`` for transient attributes.
  package func compile(_ sort: ResolvedSort?, entity: ResolvedEntity) throws(QueryError) -> String {
    guard let sort else { return "" }
    return "ORDER BY " + (try terms(sort, entity: entity)).joined(separator: ", ")
  }

  func terms(_ sort: ResolvedSort, entity: ResolvedEntity) throws(QueryError) -> [String] {
    let columns = QueryColumns(entity: entity, model: schema.model, alias: alias)
    var terms: [String] = []
    terms.reserveCapacity(sort.keys.count + 1)
    for (key, term) in zip(sort.keys, try texts(sort, entity: entity)) {
      terms.append(key.ascending ? term : "\(term) DESC")
      // What is sorted by the key has no equals left.
      if key.column.isObject { return terms }
    }
    terms.append(try columns.name(of: .object, qualified: false))
    return terms
  }

  /// What is compared for each key.
  func texts(_ sort: ResolvedSort, entity: ResolvedEntity) throws(QueryError) -> [String] {
    let columns = QueryColumns(entity: entity, model: schema.model, alias: alias)
    var writer = PredicateWriter(columns: columns, schema: schema, firstParameter: 1)
    var texts: [String] = []
    texts.reserveCapacity(sort.keys.count)
    for key in sort.keys {
      let name = try writer.text(of: .column(key.path, key.column)).0
      texts.append(key.options.isEmpty ? name : QueryFunctions.fold(key.options, name))
    }
    return texts
  }

  /// The column of the objects' keys.
  func key(of entity: ResolvedEntity) throws(QueryError) -> String {
    try QueryColumns(entity: entity, model: schema.model, alias: alias).name(of: .object, qualified: false)
  }
}
