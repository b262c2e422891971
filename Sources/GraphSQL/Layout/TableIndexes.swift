import GraphModel

/// The indexes of a hierarchy's table.
struct TableIndexes {
  private(set) var uniqueness: [UniquenessLayout] = []
  private(set) var plain: [IndexLayout] = []

  init(
    _ root: ResolvedEntity, _ family: [ResolvedEntity], _ columns: [TableLayout.Column],
    names: inout SchemaNames
  ) {
    let table = root.name
    for entity in family {
      // A constraint holds for all that inherit from the entity, and for no others.
      let condition =
        entity.number == root.number ? nil : TableLayout.condition(entity.familyRange, prefix: "")
      for constraint in entity.description.uniquenessConstraints {
        let properties = constraint.compactMap { entity.property(named: $0) }
        let terms = properties.map { IndexLayout.Term(TableLayout.columnName(of: $0)) }
        let name = names.name("\(table)_unique_\(terms.map(\.column).joined(separator: "_"))")
        uniqueness.append(
          UniquenessLayout(
            entity: entity.name, properties: constraint, slots: properties.map(\.slot),
            index: IndexLayout(name, on: table, terms, isUnique: true, condition: condition)))
      }
    }
    for column in columns {
      guard let reference = column.reference else { continue }
      plain.append(
        IndexLayout(
          names.name("\(table)_reference_\(column.name)"), on: table,
          [IndexLayout.Term(column.name)] + (reference.orderColumn.map { [IndexLayout.Term($0)] } ?? [])))
    }
    var number = 0
    for entity in family {
      for index in entity.description.indexes {
        let terms = index.elements.compactMap { element in
          entity.property(named: element.property).map {
            IndexLayout.Term(TableLayout.columnName(of: $0), isDescending: element.isDescending)
          }
        }
        number += 1
        plain.append(IndexLayout(names.name("\(table)_index_\(number)"), on: table, terms))
      }
    }
  }
}
