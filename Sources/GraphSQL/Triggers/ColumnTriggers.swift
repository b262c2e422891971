import GraphModel
import SQLSyntax

/// Keeps a column derived from members that hold their owner's key in a column of their own.
///
/// An owner's value is what its members give at any moment, whatever order rows are written in: members that were
/// there before their owner are counted when it is inserted.
struct ColumnTriggers {
  let derived: DerivedColumn
  /// The members' column with the owner's key.
  let foreignKey: String
  /// The event's trigger name.
  let name: (String) -> String

  var triggers: [TriggerLayout] {
    let (old, new) = ("OLD.\(quotedKey)", "NEW.\(quotedKey)")
    let ofOld = "\(DerivedColumn.key) = \(old)"
    let ofNew = "\(DerivedColumn.key) = \(new)"
    let key = DerivedColumn.key
    let summed = derived.summed
    let table = derived.member.tableName
    // A row that leads to itself is counted as its own member when it is inserted as an owner.
    let isNotItself = derived.isReflexive ? "\(new) <> NEW.\(key)" : nil
    let changes =
      summed.map { "(\(old) IS NOT \(new) OR OLD.\($0) IS NOT NEW.\($0))" }
      ?? "\(old) IS NOT \(new)"
    return [
      TriggerLayout(
        name("insert"), after: .insert, on: table,
        when: [
          "\(new) IS NOT NULL", isNotItself, summed.map { "NEW.\($0) IS NOT NULL" }, derived.isMember("NEW"),
        ],
        do: [derived.add(derived.term("NEW"), where: ofNew)]),
      TriggerLayout(
        name("delete"), after: .delete, on: table,
        when: ["\(old) IS NOT NULL", summed.map { "OLD.\($0) IS NOT NULL" }, derived.isMember("OLD")],
        do: [
          derived.isReal
            ? derived.update(recount, where: ofOld) : derived.subtract(derived.term("OLD"), where: ofOld)
        ]),
      TriggerLayout(
        name("update"), after: .update([foreignKey] + (derived.summedColumn.map { [$0] } ?? [])), on: table,
        when: [changes, derived.isMember("NEW")],
        do: derived.isReal
          ? [derived.update(recount, where: "\(key) IN (\(old), \(new))")]
          : [
            derived.subtract(derived.term("OLD"), where: ofOld),
            derived.add(derived.term("NEW"), where: ofNew),
          ]),
      TriggerLayout(
        name("owner"), after: .insert, on: derived.owner.tableName,
        when: [
          derived.isOwner("NEW"),
          "EXISTS (SELECT 1 FROM \(members(of: "NEW.\(key)")))",
        ],
        do: [derived.update(recount, where: "\(key) = NEW.\(key)")]),
    ]
  }

  private var quotedKey: String { SQL.quoted(identifier: foreignKey) }

  /// The rows of an owner's members.
  private func members(of owner: String) -> String {
    let conditions = [derived.isMember("m"), "m.\(quotedKey) = \(owner)"].compactMap { $0 }
    return "\(derived.memberTable) AS m WHERE \(conditions.joined(separator: " AND "))"
  }

  /// The value of the owner that is being updated, from all its members.
  private var recount: String {
    let owner = "\(derived.ownerTable).\(DerivedColumn.key)"
    return "(SELECT \(derived.aggregate("m")) FROM \(members(of: owner)))"
  }
}
