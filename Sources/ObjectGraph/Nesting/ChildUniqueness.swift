import GraphModel
import GraphValues

/// Whether what a child saves repeats unique values: among its own objects, and those of its parent, stored and unsaved.
struct ChildUniqueness {
  private struct Row {
    let key: Int64
    let values: [AttributeValue]
  }

  private struct Group {
    let owner: EntityRegistry
    let names: [String]
    var rows: [Row] = []
    /// Objects that have, or have had, other values.
    var changed: Set<Int64> = []
  }

  private let changes: ChangeSet
  private let store: ContextStore
  private let parent: ContextCore

  init(_ changes: ChangeSet, _ store: ContextStore) {
    self.changes = changes
    self.store = store
    parent = store.parent
  }

  /// The rows that repeat values, in the order of constraints and rows.
  ///
  /// - Throws: errors of the store.
  func conflicts() throws -> [UniquenessConflict] {
    var groups: [String: Group] = [:]
    for insertion in changes.insertions { try add(insertion.entity, insertion.rows, nil, &groups) }
    for update in changes.updates { try add(update.entity, update.rows, Set(update.slots), &groups) }
    if groups.isEmpty { return [] }
    var gone: [String: Set<Int64>] = [:]
    for deletion in changes.deletions {
      let root = try parent.registry(named: deletion.entity).entity.rootName
      gone[root, default: []].formUnion(deletion.keys)
    }
    if let closure = changes.closure {
      for (root, keys) in try store.doomedKeys(closure) { gone[root, default: []].formUnion(keys) }
    }
    return try groups.sorted { $0.key < $1.key }.flatMap { _, group in
      try conflicts(group, gone[group.owner.entity.rootName] ?? [])
    }
  }

  private func conflicts(_ group: Group, _ gone: Set<Int64>) throws -> [UniquenessConflict] {
    var owners: [[AttributeValue]: Int64] = [:]
    var result: [UniquenessConflict] = []
    func note(_ key: Int64, _ other: Int64, isInContext: Bool) {
      result.append(
        UniquenessConflict(
          entity: group.owner.entity.name, properties: group.names, key: key, otherKey: other,
          isInContext: isInContext))
    }
    for row in group.rows {
      if let other = owners.updateValue(row.key, forKey: row.values), other != row.key {
        note(row.key, other, isInContext: true)
      }
    }
    var index = UniqueKeyIndex(group.names, of: group.owner)
    try index.find(Set(owners.keys))
    for row in group.rows {
      guard let other = index[row.values]?.key, other != row.key, !group.changed.contains(other),
        !gone.contains(other)
      else { continue }
      note(row.key, other, isInContext: false)
    }
    return result
  }

  private func add(
    _ entity: String, _ rows: PackedRows, _ slots: Set<Int>?, _ groups: inout [String: Group]
  ) throws {
    let registry = try parent.registry(named: entity)
    for names in registry.entity.uniquenessConstraints {
      let own = names.compactMap { registry.entity.slots[$0] }
      if let slots, slots.isDisjoint(with: own) { continue }
      // The constraint of a parent holds for the parent's whole family.
      let owner =
        ([entity] + registry.entity.ancestors).compactMap { parent.knownRegistry(named: $0) }
        .first { $0.entity.description.uniquenessConstraints.contains(names) } ?? registry
      var group =
        groups.removeValue(forKey: Self.name(owner, names)) ?? Group(owner: owner, names: names)
      for row in 0..<rows.count {
        group.changed.insert(rows.key(row))
        let values = own.map { registry.decode(rows.buffer, row: row, slot: $0) ?? .null }
        if !values.contains(where: \.isNull) { group.rows.append(Row(key: rows.key(row), values: values)) }
      }
      groups[Self.name(owner, names)] = group
    }
  }

  private static func name(_ owner: EntityRegistry, _ names: [String]) -> String {
    owner.entity.name + "/" + names.joined(separator: ",")
  }
}
