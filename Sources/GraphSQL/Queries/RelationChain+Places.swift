import GraphModel
import GraphQuery
import SQLSyntax

/// Steps to a certain object, to elements of arrays and to members at places.
extension RelationChain {
  /// The object that a parameter names.
  mutating func addStart(_ number: Int, _ parameter: String, alias: () -> String) throws(QueryError) {
    let entity = schema.model.entities[number]
    let next = columns(entity, alias())
    outer = parameter
    listed = parameter
    link(
      next.table, within: try next.columns.name(of: .object, qualified: true), without: parameter,
      isFirst: true, isNullable: false)
    conditions += Self.family(entity, next.columns)
    target = next.columns
  }

  /// The elements of an array attribute.
  mutating func addElements(
    of array: QueryColumn, as element: QueryColumn, _ position: MemberPosition?, isFirst: Bool,
    alias: () -> String
  ) throws(QueryError) {
    let text = try owner.name(of: array, qualified: true)
    let alias = SQL.quoted(identifier: alias())
    let table = "json_each(\(QueryFunctions.elements(element, of: text))) AS \(alias)"
    if isFirst {
      tables = table
      hasKey = false
    } else {
      tables += " JOIN \(table)"
    }
    switch position {
    case nil: break
    case .index(let index): conditions.append("\(alias).\"key\" = \(index)")
    case .last: conditions.append("\(alias).\"key\" = json_array_length(\(text)) - 1")
    }
    target = QueryColumns(
      entity: owner.entity, element: QueryFunctions.listElement(element, "\(alias).\"value\""))
  }

  /// The member at a place of an ordered to-many.
  mutating func add(
    _ relationship: ResolvedRelationship, at position: MemberPosition, isFirst: Bool, alias: () -> String
  ) throws(QueryError) {
    let destination = schema.model.destination(of: relationship)
    let member = try member(of: relationship, destination, at: position, alias: alias)
    if isFirst {
      outer = member
      listed = member
    }
    let next = columns(destination, alias())
    link(
      next.table, within: try next.columns.name(of: .object, qualified: true), without: member,
      isFirst: isFirst, isNullable: false)
    target = next.columns
  }

  /// The key of the member at a place; what has no place yet stands last, as when members are read.
  private func member(
    of relationship: ResolvedRelationship, _ destination: ResolvedEntity, at position: MemberPosition,
    alias: () -> String
  ) throws(QueryError) -> String {
    let key = try owner.name(of: .object, qualified: true)
    let (table, member, condition, order): (String, String, [String], String)
    switch relationship.storage {
    case .inverseColumn(let slot, let orderSlot):
      let next = columns(destination, alias())
      let prefix = next.columns.prefix(qualified: true)
      table = next.table
      member = try next.columns.name(of: .object, qualified: true)
      condition =
        ["\(prefix)\(try next.columns.column(inSlot: slot)) = \(key)"]
        + Self.family(destination, next.columns)
      order = prefix + (try next.columns.column(inSlot: orderSlot ?? slot))
    case .join(let index, let isSource):
      let quoted = SQL.quoted(identifier: alias())
      table = "\(SQL.quoted(identifier: schema.joinTables[index])) AS \(quoted)"
      let (mine, theirs) = (
        JoinTableLayout.ownerColumn(isSource: isSource), JoinTableLayout.memberColumn(isSource: isSource)
      )
      member = "\(quoted).\(SQL.quoted(identifier: theirs))"
      condition = ["\(quoted).\(SQL.quoted(identifier: mine)) = \(key)"]
      let name = isSource ? JoinTableLayout.sourceOrderColumn : JoinTableLayout.targetOrderColumn
      order = "\(quoted).\(SQL.quoted(identifier: name))"
    case .column:
      throw QueryError(.typeMismatch, "\"\(relationship.name)\" leads to one object, which has no places")
    }
    let terms: String
    switch position {
    case .index(let index): terms = "\(order) IS NULL, \(order), \(member) LIMIT 1 OFFSET \(index)"
    case .last: terms = "\(order) IS NULL DESC, \(order) DESC, \(member) DESC LIMIT 1"
    }
    return
      "(SELECT \(member) FROM \(table) WHERE \(condition.joined(separator: " AND ")) ORDER BY \(terms))"
  }
}
