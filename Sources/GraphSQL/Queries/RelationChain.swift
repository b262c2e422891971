import GraphModel
import GraphQuery
import SQLSyntax

/// The tables that a path leads through, joined for a subquery.
struct RelationChain {
  /// What stands after FROM.
  private(set) var tables = ""
  /// What a row of the subquery has in common with the outer object: the text within, ...
  private(set) var inner = ""
  /// ... and the outer object's, as a subquery spells it; both are equal where the row belongs to the object.
  let outer: String
  /// The outer object's text where the subquery is a list.
  let listed: String
  /// Whether the text within may be NULL.
  private(set) var innerIsNullable = false
  /// Whether the text outside may be NULL.
  let outerIsNullable: Bool
  /// Whether the outer object is compared with one text within.
  private(set) var hasKey = true
  /// What else selects rows of the subquery.
  private(set) var conditions: [String] = []
  /// The columns of the objects at the end of the path.
  private(set) var target: QueryColumns

  private let schema: QuerySchema
  private var owner: QueryColumns

  /// - Parameters:
  ///   - steps: the path's steps, at least one.
  ///   - base: the object at which it begins.
  ///   - isQualified: whether the base stands outside a subquery already.
  ///   - keysOnly: whether nothing but the key of the objects at the end is asked for.
  ///   - alias: gives a new alias for a table.
  init(
    _ steps: [RelationStep], from base: QueryColumns, isQualified: Bool, keysOnly: Bool,
    schema: QuerySchema, alias: () -> String
  ) throws(QueryError) {
    self.schema = schema
    owner = base
    target = base
    let first = schema.model.relationships[Int(steps[0].relationship)]
    if case .column(let slot, _) = first.storage {
      let column = try base.column(inSlot: slot)
      outer = base.prefix(qualified: true) + column
      listed = base.prefix(qualified: isQualified) + column
      // A foreign key can lead to nothing only where it is NULL, and NULL is never equal.
      outerIsNullable = true
    } else {
      outer = try base.name(of: .object, qualified: true)
      listed = try base.name(of: .object, qualified: isQualified)
      outerIsNullable = false
    }
    for (index, step) in steps.enumerated() {
      let relationship = schema.model.relationships[Int(step.relationship)]
      let isLast = index == steps.count - 1
      try add(relationship, isFirst: index == 0, keysOnly: keysOnly && isLast, alias: alias)
      owner = target
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
      if destination.name != destination.rootName {
        let numbers = destination.familyNumbers.map(String.init).joined(separator: ", ")
        conditions.append("\(target.entityNumber(qualified: true)) IN (\(numbers))")
      }
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

  private mutating func link(
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

  private func columns(_ entity: ResolvedEntity, _ alias: String) -> (table: String, columns: QueryColumns) {
    (
      "\(SQL.quoted(identifier: entity.rootName)) AS \(SQL.quoted(identifier: alias))",
      QueryColumns(entity: entity, model: schema.model, alias: alias)
    )
  }
}
