import GraphModel
import SQLSyntax

/// Keeps a column derived from members that a join table leads to.
///
/// An owner's value is what the links to rows that are there give, whatever order rows and links are written in.
struct JoinTriggers {
  let derived: DerivedColumn
  let join: JoinTableLayout
  let isSource: Bool
  /// The event's trigger name.
  let name: (String) -> String

  /// A direction in which a link leads from an owner to a member.
  private struct Side {
    let owner: String
    let member: String
    /// What tells a link of this direction from one that the other direction counts; nil where there is none.
    let condition: String?
  }

  var triggers: [TriggerLayout] {
    let key = DerivedColumn.key
    let table = join.tableName
    let ends = [JoinTableLayout.sourceColumn, JoinTableLayout.targetColumn]
    let changes = ends.map { SQL.quoted(identifier: $0) }.map { "OLD.\($0) IS NOT NEW.\($0)" }
      .joined(separator: " OR ")
    var triggers = [
      TriggerLayout(name("insert"), after: .insert, on: table, when: [], do: sides.map(adding)),
      TriggerLayout(name("delete"), after: .delete, on: table, when: [], do: sides.map(removing)),
      TriggerLayout(
        name("update"), after: .update(ends), on: table, when: ["(\(changes))"],
        // What is counted anew after the change has the new link in it already.
        do: sides.map(removing) + sides.map { derived.isReal ? recounting("NEW", $0) : adding($0) }),
      TriggerLayout(
        name("owner"), after: .insert, on: derived.owner.tableName,
        when: [derived.isOwner("NEW"), "EXISTS (\(links(from: "NEW.\(key)")))"],
        do: [derived.update(recount, where: "\(key) = NEW.\(key)")]),
    ]
    if let summed = derived.summed, let column = derived.summedColumn {
      triggers += memberTriggers(summed, column)
    }
    return triggers
  }

  /// Sums change with the members' values, and with the members.
  private func memberTriggers(_ summed: String, _ column: String) -> [TriggerLayout] {
    let key = DerivedColumn.key
    let table = derived.member.tableName
    let ownersOfNew = "\(key) IN (\(owners(of: "NEW.\(key)")))"
    let ownersOfOld = "\(key) IN (\(owners(of: "OLD.\(key)")))"
    // A row that is its own member is summed when it is inserted as an owner.
    let isNotItself = derived.isReflexive ? " AND \(key) <> NEW.\(key)" : ""
    let recounted = { (condition: String) in derived.update(recount, where: condition) }
    return [
      TriggerLayout(
        name("member_insert"), after: .insert, on: table, when: ["NEW.\(summed) IS NOT NULL"],
        do: [
          derived.isReal
            ? recounted(ownersOfNew + isNotItself)
            : derived.add(derived.term("NEW"), where: ownersOfNew + isNotItself)
        ]),
      TriggerLayout(
        name("member_delete"), after: .delete, on: table, when: ["OLD.\(summed) IS NOT NULL"],
        do: [
          derived.isReal
            ? recounted(ownersOfOld) : derived.subtract(derived.term("OLD"), where: ownersOfOld)
        ]),
      TriggerLayout(
        name("member_update"), after: .update([column]), on: table,
        when: ["OLD.\(summed) IS NOT NEW.\(summed)"],
        do: derived.isReal
          ? [recounted(ownersOfNew)]
          : [
            derived.subtract(derived.term("OLD"), where: ownersOfNew),
            derived.add(derived.term("NEW"), where: ownersOfNew),
          ]),
    ]
  }

  // MARK: Links

  private var joinTable: String { SQL.quoted(identifier: join.tableName) }

  private var sides: [Side] {
    let source = SQL.quoted(identifier: JoinTableLayout.sourceColumn)
    let target = SQL.quoted(identifier: JoinTableLayout.targetColumn)
    if join.join.isSelfInverse {
      return [
        Side(owner: source, member: target, condition: nil),
        Side(owner: target, member: source, condition: "\(source) <> \(target)"),
      ]
    }
    return [
      isSource
        ? Side(owner: source, member: target, condition: nil)
        : Side(owner: target, member: source, condition: nil)
    ]
  }

  private func adding(_ side: Side) -> String {
    derived.add(term("NEW", side), where: ownerCondition("NEW", side))
  }

  private func removing(_ side: Side) -> String {
    derived.isReal
      ? recounting("OLD", side) : derived.subtract(term("OLD", side), where: ownerCondition("OLD", side))
  }

  private func recounting(_ row: String, _ side: Side) -> String {
    derived.update(recount, where: ownerCondition(row, side))
  }

  private func ownerCondition(_ row: String, _ side: Side) -> String {
    let isNotItself = side.condition == nil ? "" : " AND \(row).\(side.owner) <> \(row).\(side.member)"
    return "\(DerivedColumn.key) = \(row).\(side.owner)\(isNotItself)"
  }

  /// What a link adds to its owner: nothing where its member is missing.
  private func term(_ row: String, _ side: Side) -> String {
    guard let summed = derived.summed else { return "1" }
    return """
      coalesce((SELECT m.\(summed) FROM \(derived.memberTable) AS m \
      WHERE m.\(DerivedColumn.key) = \(row).\(side.member)), 0)
      """
  }

  /// The members' keys of an owner.
  private func links(from owner: String) -> String {
    sides.map { select($0.member, where: "\($0.owner) = \(owner)", $0) }.joined(separator: " UNION ALL ")
  }

  /// The owners' keys of a member.
  private func owners(of member: String) -> String {
    sides.map { select($0.owner, where: "\($0.member) = \(member)", $0) }.joined(separator: " UNION ALL ")
  }

  private func select(_ column: String, where condition: String, _ side: Side) -> String {
    "SELECT \(column) FROM \(joinTable) WHERE \(condition)\(side.condition.map { " AND \($0)" } ?? "")"
  }

  /// The value of the owner that is being updated, from all its links.
  private var recount: String {
    let owner = "\(derived.ownerTable).\(DerivedColumn.key)"
    if derived.summed == nil { return "(SELECT count(*) FROM (\(links(from: owner))))" }
    return """
      (SELECT \(derived.aggregate("m")) FROM \(derived.memberTable) AS m \
      WHERE m.\(DerivedColumn.key) IN (\(links(from: owner))))
      """
  }
}
