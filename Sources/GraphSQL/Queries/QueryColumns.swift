import GraphModel
import GraphQuery
import SQLSyntax

/// The columns of an entity's table as queries spell them.
struct QueryColumns {
  let entity: ResolvedEntity
  private let prefix: String

  init(entity: ResolvedEntity, alias: String?) {
    self.entity = entity
    prefix = alias.map { SQL.quoted(identifier: $0) + "." } ?? ""
  }

  /// The quoted name of a column.
  ///
  /// - Throws: ``QueryError`` for a transient attribute, which has none.
  func name(of column: QueryColumn) throws(QueryError) -> String {
    if column.slot < 0 { return prefix + SQL.quoted(identifier: TableLayout.keyColumn) }
    guard let property = entity.properties.first(where: { $0.slot == Int(column.slot) }) else {
      throw QueryError(
        .unknownKey, "\(entity.name) has no property in slot \(column.slot)", entity: entity.name)
    }
    guard property.isPersistent else {
      throw QueryError(
        .unsupported,
        "\"\(property.name)\" of \(entity.name) is transient: it is in memory only, and the store cannot search it",
        keyPath: property.name, entity: entity.name)
    }
    return prefix + SQL.quoted(identifier: TableLayout.columnName(of: property))
  }
}
