import GraphModel
import GraphQuery
import SQLSyntax

/// The tables that a path leads through, joined for a subquery.
struct RelationChain {
  /// What stands after FROM.
  var tables = ""
  /// What a row of the subquery has in common with the outer object: the text within, ...
  var inner = ""
  /// ... and the outer object's, as a subquery spells it; both are equal where the row belongs to the object.
  var outer = ""
  /// The outer object's text where the subquery is a list.
  var listed = ""
  /// Whether the text within may be NULL.
  var innerIsNullable = false
  /// Whether the text outside may be NULL.
  var outerIsNullable = true
  /// Whether the outer object is compared with one text within.
  var hasKey = true
  /// What else selects rows of the subquery.
  var conditions: [String] = []
  /// The columns of the objects at the end of the path.
  var target: QueryColumns

  let schema: QuerySchema
  /// The objects at which the next step begins.
  var owner: QueryColumns

  /// - Parameters:
  ///   - steps: the path's steps, at least one.
  ///   - base: the object at which it begins.
  ///   - isQualified: whether the base stands outside a subquery already.
  ///   - keysOnly: whether nothing but the key of the objects at the end is asked for.
  ///   - start: the parameter of the key at which the path begins, where a constant names the object.
  ///   - alias: gives a new alias for a table.
  init(
    _ steps: [RelationStep], from base: QueryColumns, isQualified: Bool, keysOnly: Bool, start: String?,
    schema: QuerySchema, alias: () -> String
  ) throws(QueryError) {
    self.schema = schema
    owner = base
    target = base
    for (index, step) in steps.enumerated() {
      let isFirst = index == 0
      switch step.kind {
      case .object(_, let entity): try addStart(Int(entity), start ?? "NULL", alias: alias)
      case .elements(let array, let element):
        try addElements(of: array, as: element, step.position, isFirst: isFirst, alias: alias)
      case .relationship(let number):
        let relationship = schema.model.relationships[Int(number)]
        if let position = step.position {
          try add(relationship, at: position, isFirst: isFirst, alias: alias)
        } else {
          if isFirst { try begin(at: relationship, isQualified: isQualified) }
          try add(
            relationship, isFirst: isFirst, keysOnly: keysOnly && index == steps.count - 1, alias: alias)
        }
      }
      owner = target
    }
    if steps.count > 20, tables.split(separator: " JOIN ").count > Self.tableLimit {
      throw QueryError(.tooComplex, "a path leads through more relationships than SQLite joins tables")
    }
  }

  /// SQLite joins 64 tables: https://sqlite.org/limits.html
  private static let tableLimit = 60

  /// What a path that begins with a relationship has in common with its object.
  private mutating func begin(
    at relationship: ResolvedRelationship, isQualified: Bool
  ) throws(QueryError) {
    if case .column(let slot, _) = relationship.storage {
      let column = try owner.column(inSlot: slot)
      outer = owner.prefix(qualified: true) + column
      listed = owner.prefix(qualified: isQualified) + column
      // A foreign key can lead to nothing only where it is NULL, and NULL is never equal.
      outerIsNullable = true
    } else {
      outer = try owner.name(of: .object, qualified: true)
      listed = try owner.name(of: .object, qualified: isQualified)
      outerIsNullable = false
    }
  }

  private mutating func add(
    _ relationship: ResolvedRelationship, isFirst: Bool, keysOnly: Bool, alias: () -> String
  ) throws(QueryError) {
    let destination = schema.model.destination(of: relationship)
    switch relationship.storage {
    case .column(let slot, _):
      let next = columns(destination, alias())
      let key = try next.columns.name(of: .object, qualified: true)
      let reference =
        isFirst ? outer : owner.prefix(qualified: true) + (try owner.column(inSlot: slot))
      link(next.table, within: key, without: reference, isFirst: isFirst, isNullable: false)
      target = next.columns
    case .inverseColumn(let slot, _):
      let next = columns(destination, alias())
      let reference = next.columns.prefix(qualified: true) + (try next.columns.column(inSlot: slot))
      let key = isFirst ? outer : try owner.name(of: .object, qualified: true)
      link(next.table, within: reference, without: key, isFirst: isFirst, isNullable: true)
      target = next.columns
      // Siblings' columns of one name are one.
      conditions += Self.family(destination, target)
    case .join(let index, let isSource):
      let key = isFirst ? outer : try owner.name(of: .object, qualified: true)
      if schema.model.joins[index].isSelfInverse {
        try addPairs(index, destination, key, isFirst: isFirst, alias: alias)
        return
      }
      let join = alias()
      let table = "\(SQL.quoted(identifier: schema.joinTables[index])) AS \(SQL.quoted(identifier: join))"
      let prefix = SQL.quoted(identifier: join) + "."
      let mine = JoinTableLayout.ownerColumn(isSource: isSource)
      let theirs = JoinTableLayout.memberColumn(isSource: isSource)
      link(
        table, within: prefix + SQL.quoted(identifier: mine), without: key, isFirst: isFirst,
        isNullable: false)
      let member = prefix + SQL.quoted(identifier: theirs)
      if keysOnly {
        target = QueryColumns(entity: destination, key: member)
        return
      }
      let next = columns(destination, alias())
      tables += " JOIN \(next.table) ON \(try next.columns.name(of: .object, qualified: true)) = \(member)"
      target = next.columns
    }
  }

  /// A pair of a relationship that is its own inverse lies once, in either direction.
  private mutating func addPairs(
    _ index: Int, _ destination: ResolvedEntity, _ key: String, isFirst: Bool, alias: () -> String
  ) throws(QueryError) {
    let next = columns(destination, alias())
    let member = try next.columns.name(of: .object, qualified: true)
    let table = SQL.quoted(identifier: schema.joinTables[index])
    let (source, target) = (
      SQL.quoted(identifier: JoinTableLayout.sourceColumn),
      SQL.quoted(identifier: JoinTableLayout.targetColumn)
    )
    let pairs = """
      \(member) IN (SELECT \(target) FROM \(table) WHERE \(source) = \(key) \
      UNION SELECT \(source) FROM \(table) WHERE \(target) = \(key))
      """
    if isFirst {
      tables = next.table
      hasKey = false
      conditions.append(pairs)
    } else {
      tables += " JOIN \(next.table) ON \(pairs)"
    }
    self.target = next.columns
  }

  /// WHERE, with what selects the rows that belong to the outer object and with other conditions.
  func selection(_ others: [String]) -> String {
    let all = (hasKey ? ["\(inner) = \(outer)"] : []) + conditions + others
    return all.isEmpty ? "" : " WHERE " + all.joined(separator: " AND ")
  }

  mutating func link(
    _ table: String, within: String, without: String, isFirst: Bool, isNullable: Bool
  ) {
    if isFirst {
      tables = table
      inner = within
      innerIsNullable = isNullable
    } else {
      tables += " JOIN \(table) ON \(within) = \(without)"
    }
  }

  /// The condition that a row is of an entity or inherits from it, where its table holds others.
  static func family(_ entity: ResolvedEntity, _ columns: QueryColumns) -> [String] {
    if entity.name == entity.rootName { return [] }
    let numbers = entity.familyNumbers.map(String.init).joined(separator: ", ")
    return ["\(columns.entityNumber(qualified: true)) IN (\(numbers))"]
  }

  func columns(_ entity: ResolvedEntity, _ alias: String) -> (table: String, columns: QueryColumns) {
    (
      "\(SQL.quoted(identifier: entity.rootName)) AS \(SQL.quoted(identifier: alias))",
      QueryColumns(entity: entity, model: schema.model, alias: alias)
    )
  }
}
