public import GraphQuery
public import GraphValues

extension FetchRequest where Result: Entity {
  /// Rows with the values of columns: a tuple of them, or the values themselves where there is one column.
  ///
  /// ```swift
  /// let rows = try context.fetch(request.select(p.title, p.likes, p.author.to(a.name)))   // [(String, Int64, String?)]
  /// ```
  ///
  /// - Parameter columns: properties, what is computed from them, and aggregates.
  public func select<each Column: Selectable & SendableMetatype>(
    _ columns: repeat each Column
  ) -> ProjectionRequest<Result, (repeat (each Column).Value)>
  where repeat (each Column).Value: AttributeConvertible & SendableMetatype {
    let (selections, roots) = Self.described(repeat each columns)
    return ProjectionRequest(self, selections, roots: roots) { reader in
      var reader = reader
      return (repeat try reader.next(as: (each Column).Value.self))
    }
  }

  /// The values of one column.
  ///
  /// - Parameter column: a property, what is computed from properties, or an aggregate.
  public func select<Column: Selectable>(_ column: Column) -> ProjectionRequest<Result, Column.Value>
  where Column.Value: AttributeConvertible & SendableMetatype {
    let (selections, roots) = Self.described(column)
    return ProjectionRequest(self, selections, roots: roots) { reader in
      var reader = reader
      return try reader.next(as: Column.Value.self)
    }
  }

  /// Rows with the values of columns, decoded by the columns' names.
  ///
  /// - Parameters:
  ///   - columns: properties, what is computed from them, and aggregates; all attributes where there are none. A name
  ///     is given to a column by `named(_:)`.
  ///   - type: what a row is decoded to.
  public func select<Row: Decodable & SendableMetatype, each Column: Selectable>(
    _ columns: repeat each Column, as type: Row.Type
  ) -> ProjectionRequest<Result, Row> {
    let (selections, roots) = Self.described(repeat each columns)
    return ProjectionRequest(self, selections, roots: roots) { reader in
      try Row(from: ProjectedRowDecoder(reader))
    }
  }

  private static func described<each Column: Selectable>(
    _ columns: repeat each Column
  ) -> ([Selection], [String?]) {
    var selections: [Selection] = []
    var roots: [String?] = []
    for column in repeat each columns {
      selections.append(column.selection)
      roots.append(Self.entityName(of: column))
    }
    return (selections, roots)
  }

  private static func entityName<Column: Selectable>(of column: Column) -> String? {
    (Column.Root.self as? any Entity.Type)?.entityName
  }
}

extension FetchRequest {
  /// Rows with the values of columns by their names.
  ///
  /// ```swift
  /// let rows = try context.fetch(
  ///   try request.select(["author.name", "sum(likes) AS total"], groupedBy: ["author.name"],
  ///     having: QueryPredicate(format: "total > 10")))
  /// ```
  ///
  /// - Parameters:
  ///   - columns: `title`, `author.name`, `likes + 1 AS more`, `sum(likes)`, `count(distinct author)`, `count()`; none for
  ///     all attributes.
  ///   - groups: what the groups are made by.
  ///   - having: a condition on groups, in which the names of columns stand for their values.
  ///   - distinct: whether rows that are equal count once.
  /// - Throws: `QueryError` where a text is no column.
  public func select(
    _ columns: [String], groupedBy groups: [String] = [], having: QueryPredicate? = nil,
    distinct: Bool = false
  ) throws -> ProjectionRequest<Result, ProjectedRow> {
    var result = ProjectionRequest(self, try columns.map { try Selection($0) }) { reader in
      ProjectedRow(names: reader.names, values: reader.values)
    }
    result.projection.groups = try groups.map { try Selection($0) }
    result.projection.having = having
    result.projection.isDistinct = distinct
    return result
  }
}

extension Entity {
  /// The number of objects, of a group or of all.
  public static var objectCount: GroupValue<Self, Int> { GroupValue(.count, nil) }
}
