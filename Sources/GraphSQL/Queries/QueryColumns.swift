import GraphModel
import GraphQuery
import SQLSyntax

/// The columns of a table as queries spell them, or operands that stand where columns may.
struct QueryColumns {
  let entity: ResolvedEntity
  private let properties: [StoredProperty]
  /// What stands before a column's name.
  private let prefix: String
  /// What stands before it within a subquery.
  private let qualifiedPrefix: String
  /// The key's text, where it is no column of the table.
  private var key: String?
  private var operands: [String] = []
  /// The text of the only column, where the object is an element of an array.
  private var element: String?

  /// - Parameter alias: the table's alias, where it has one.
  init(entity: ResolvedEntity, model: ResolvedModel, alias: String?) {
    self.entity = entity
    properties = model.hierarchyProperties(ofRoot: entity.rootName)
    prefix = alias.map { SQL.quoted(identifier: $0) + "." } ?? ""
    qualifiedPrefix = SQL.quoted(identifier: alias ?? entity.rootName) + "."
  }

  /// The objects of an entity of which only the key is there, as some text.
  init(entity: ResolvedEntity, key: String) {
    self.entity = entity
    properties = []
    prefix = ""
    qualifiedPrefix = ""
    self.key = key
  }

  /// The elements of an array attribute of the objects of an entity.
  init(entity: ResolvedEntity, element: String) {
    self.init(entity: entity, key: "NULL")
    self.element = element
  }

  /// The same, with operands.
  func with(operands: [String]) -> QueryColumns {
    var result = self
    result.operands = operands
    return result
  }

  /// The quoted name of a column.
  ///
  /// - Parameter qualified: whether it stands within a subquery, where other tables may have a column of the name.
  /// - Throws: ``QueryError`` for a transient attribute, which has none.
  func name(of column: QueryColumn, qualified: Bool) throws(QueryError) -> String {
    if let operand = column.operand { return operands[operand] }
    if let element { return element }
    let prefix = qualified ? qualifiedPrefix : prefix
    if column.isObject { return key ?? prefix + SQL.quoted(identifier: TableLayout.keyColumn) }
    guard let property = properties.first(where: { $0.slot == Int(column.slot) }) else {
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

  /// The column of the entity's number.
  func entityNumber(qualified: Bool) -> String {
    (qualified ? qualifiedPrefix : prefix) + SQL.quoted(identifier: TableLayout.entityColumn)
  }

  /// The column of a slot, within a subquery.
  func column(inSlot slot: Int) throws(QueryError) -> String {
    guard let property = properties.first(where: { $0.slot == slot }) else {
      throw QueryError(.unknownKey, "\(entity.name) has no property in slot \(slot)", entity: entity.name)
    }
    return SQL.quoted(identifier: TableLayout.columnName(of: property))
  }

  /// What stands before a column's name.
  func prefix(qualified: Bool) -> String { qualified ? qualifiedPrefix : prefix }
}
