import GraphModel
import GraphSQL
import GraphValues
import SQLSyntax

/// Looks the names of a statement up and numbers its parameters.
struct SQLRendering {
  let names: StoredNames
  let path: String

  func render(_ sql: SQLText) throws -> RenderedSQL {
    var text = ""
    var bindings: [SQLValue] = []
    func bind(_ value: SQLValue) {
      bindings.append(value)
      text += "?\(bindings.count)"
    }
    for segment in sql.segments {
      switch segment {
      case .sql(let raw): text += raw
      case .value(let value): bind(value)
      case .stored(let value, let entity, let property): bind(try stored(value, entity, property))
      case .list(let values):
        text += "("
        for (index, value) in values.enumerated() {
          if index > 0 { text += ", " }
          bind(value)
        }
        text += ")"
      case .identifier(let name): text += SQL.quoted(identifier: name)
      case .table(let name): text += names.table(ofRoot: try entity(name).rootName)
      case .column(let name, let property, let alias):
        text += prefix(alias) + SQL.quoted(identifier: try column(entity(name), property).name)
      case .key(let alias): text += prefix(alias) + StoredNames.key
      case .family(let name, let alias):
        let entity = try entity(name)
        text += names.layout.table(ofRoot: entity.rootName)?.familyCondition(of: entity, alias: alias) ?? "1"
      case .invalid(let reason): throw invalid(reason)
      }
    }
    return RenderedSQL(text: text, bindings: bindings)
  }

  func entity(_ name: String) throws -> ResolvedEntity {
    if let entity = names.model[name] { return entity }
    let near = Suggestion.nearest(to: name, among: names.model.entities.map(\.name))
    throw invalid(
      "the model \"\(names.model.model.name)\" has no entity \"\(name)\""
        + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
  }

  private func column(_ entity: ResolvedEntity, _ name: String) throws -> TableLayout.Column {
    if let property = entity.property(named: name),
      let column = names.layout.table(ofRoot: entity.rootName)?.column(ofSlot: property.slot)
    {
      return column
    }
    if entity.property(named: name) != nil {
      throw invalid("\(entity.name).\(name) is transient: it is in memory only, and has no column")
    }
    if entity.relationship(named: name) != nil {
      throw invalid("\(entity.name).\(name) leads to many objects, and has no column")
    }
    let near = Suggestion.nearest(to: name, among: entity.properties.map(\.name))
    throw invalid(
      "\(entity.name) has no property \"\(name)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
  }

  private func stored(_ value: AttributeValue, _ entityName: String, _ name: String) throws -> SQLValue {
    let column = try column(entity(entityName), name)
    if value.isNull { return .null }
    if case .reference(let id) = value, column.property.attribute == nil { return .integer(id.key) }
    guard let codec = column.property.attribute?.codec, !codec.isExternal, let bound = codec.sqlValue(value)
    else {
      throw invalid("a value of \(entityName).\(name) is not of its type, or cannot be kept in its column")
    }
    return bound
  }

  private func prefix(_ alias: String?) -> String { alias.map { SQL.quoted(identifier: $0) + "." } ?? "" }

  private func invalid(_ reason: String) -> StoreError {
    StoreError(.invalidStatement, reason, path: path)
  }
}
