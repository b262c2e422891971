import GraphValues

/// A hierarchy's table has no more columns than SQLite allows.
struct SizeRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    var columns: [String: Int] = [:]
    for entity in model.entities {
      let root = model.ancestors(of: entity).last?.name ?? entity.name
      let before = columns[root, default: 0]
      // A to-one may need a second column for its place in an ordered inverse.
      let after =
        before + entity.attributesAndMembers.count
        + entity.relationships.reduce(0) { $0 + ($1.description.isToMany ? 0 : 2) }
      columns[root] = after
      if before <= LoadingLimits.columns && after > LoadingLimits.columns {
        log.add(
          entity.place,
          "the entities that inherit from \(root) have more than \(LoadingLimits.columns) columns together")
      }
    }
  }
}
