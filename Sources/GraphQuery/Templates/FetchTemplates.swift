package import GraphModel

/// The fetch request templates of a model.
package enum FetchTemplates {
  /// Reads the predicates of all templates and looks their properties up.
  ///
  /// - Throws: `ModelError` with every mistake at its place in the model's files.
  package static func check(_ model: ResolvedModel) throws(ModelError) {
    var mistakes: [ModelError.Mistake] = []
    for entity in model.entities {
      for template in entity.description.fetchRequests {
        do {
          _ = try CheckedTemplate(template, of: entity, in: model)
        } catch {
          mistakes.append(
            ModelError.Mistake(
              file: template.place.file, path: template.place.path + ".predicate", message: "\(error)"))
        }
      }
    }
    if !mistakes.isEmpty { throw ModelError(mistakes: mistakes) }
  }

  /// The template of a name, of an entity or the nearest that it inherits from.
  ///
  /// - Throws: ``QueryError`` where there is none, or its predicate does not fit the model.
  package static func named(
    _ name: String, of entity: ResolvedEntity, in model: ResolvedModel
  ) throws(QueryError) -> CheckedTemplate {
    let line = [entity] + entity.ancestors.compactMap { model[$0] }
    for owner in line {
      if let template = owner.description.fetchRequests.first(where: { $0.name == name }) {
        return try CheckedTemplate(template, of: entity, in: model)
      }
    }
    let names = line.flatMap { $0.description.fetchRequests.map(\.name) }
    throw QueryError(
      .unknownKey, "\(entity.name) has no fetch request \"\(name)\" in the model", entity: entity.name,
      suggestion: NearName.of(name, in: names))
  }
}
