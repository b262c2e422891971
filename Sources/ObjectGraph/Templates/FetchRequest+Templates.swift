import GraphModel
public import GraphQuery

extension FetchRequest where Result: Entity {
  /// A fetch request that the model keeps under a name, with values for the variables of its predicate.
  ///
  /// - Parameters:
  ///   - name: the template's name, of the entity or of one that it inherits from.
  ///   - variables: a value for each variable, by the name without `$`.
  /// - Throws: `QueryError` where there is no such template, its predicate does not fit the model, a variable has no
  ///   value, or the predicate has no variable of a name.
  public init(named name: String, variables: [String: any PredicateArgument & Sendable] = [:]) throws {
    self.init()
    let model = ResolvedModel(Result.model)
    guard let entity = model[Result.entityName] else {
      throw GraphError(
        .unknownEntity, "the model \"\(model.model.name)\" has no entity \"\(Result.entityName)\"",
        entity: Result.entityName)
    }
    try apply(try FetchTemplates.named(name, of: entity, in: model), variables)
  }

  /// The request of a template that generated code has a function for, which sets the variables; a mistake is thrown
  /// when it is run.
  @_spi(Generated) public init(template name: String) {
    self.init()
    var next: String? = Result.entityName
    while let entity = Result.model.entities.first(where: { $0.name == next }) {
      if let template = entity.fetchRequests.first(where: { $0.name == name }) {
        do {
          predicate = try template.predicate.map { try QueryPredicate(format: $0) }
        } catch {
          self.init(failing: error)
        }
        sortKeys = template.sortKeys
        fetchLimit = template.limit ?? 0
        return
      }
      next = entity.parent
    }
    self.init(
      failing: QueryError(
        .unknownKey,
        "\(Result.entityName) has no fetch request \"\(name)\" in the model: run model-codegen again",
        entity: Result.entityName))
  }
}

extension FetchRequest {
  /// Takes over what a template says.
  mutating func apply(
    _ checked: CheckedTemplate, _ variables: [String: any PredicateArgument & Sendable]
  ) throws {
    let names = checked.variables.map(\.name)
    for name in names where variables[name] == nil {
      throw QueryError(
        .missingVariable, "the fetch request \"\(checked.template.name)\" needs a value for $\(name)",
        entity: entityName, suggestion: Suggestion.nearest(to: name, among: variables.keys))
    }
    for name in variables.keys.sorted() where !names.contains(name) {
      throw QueryError(
        .arguments, "the fetch request \"\(checked.template.name)\" has no variable $\(name)",
        entity: entityName, suggestion: Suggestion.nearest(to: name, among: names))
    }
    predicate = checked.predicate
    self.variables = variables
    sortKeys = checked.template.sortKeys
    fetchLimit = checked.template.limit ?? 0
  }
}

extension ObjectContext {
  /// A fetch request that the model keeps under a name, with values for the variables of its predicate.
  ///
  /// ```swift
  /// let request: FetchRequest<GifModel> = try context.fetchRequest(named: "recent", variables: ["least": 10])
  /// ```
  ///
  /// - Parameters:
  ///   - name: the template's name, of the entity or of one that it inherits from.
  ///   - variables: a value for each variable, by the name without `$`.
  /// - Throws: `QueryError` where there is no such template, a variable has no value, or the predicate has no variable
  ///   of a name.
  public func fetchRequest<Result: Entity>(
    named name: String, variables: [String: any PredicateArgument & Sendable] = [:]
  ) throws -> FetchRequest<Result> {
    let registry = try core.registry(for: Result.self)
    var request = FetchRequest<Result>()
    try request.apply(
      try FetchTemplates.named(name, of: registry.entity, in: core.model), variables)
    return request
  }

  /// A fetch request that the model keeps under a name, for an entity known only at run time.
  ///
  /// - Throws: as ``fetchRequest(named:variables:)``; ``GraphError`` with code `unknownEntity`.
  public func fetchRequest(
    named name: String, entity: String, variables: [String: any PredicateArgument & Sendable] = [:]
  ) throws -> FetchRequest<ManagedObject> {
    let registry = try core.registry(named: entity)
    var request = FetchRequest<ManagedObject>(entityName: entity)
    try request.apply(
      try FetchTemplates.named(name, of: registry.entity, in: core.model), variables)
    return request
  }
}
