import Foundation
package import GraphModel
import GraphValues

/// A fetch request template of a model, with its predicate read and its properties looked up.
package struct CheckedTemplate: Sendable {
  package let template: FetchRequestTemplate
  /// The condition; nil for all objects.
  package let predicate: QueryPredicate?
  /// The variables in the order of the predicate's text.
  package let variables: [TemplateVariable]

  /// - Parameter entity: the entity whose template it is, or one that inherits from it.
  /// - Throws: ``QueryError`` where the predicate is none, or does not fit the model.
  package init(
    _ template: FetchRequestTemplate, of entity: ResolvedEntity, in model: ResolvedModel
  ) throws(QueryError) {
    self.template = template
    guard let text = template.predicate else {
      predicate = nil
      variables = []
      return
    }
    let predicate = try QueryPredicate(format: text)
    self.predicate = predicate
    variables = VariableInference(predicate.node, in: entity, model: model).variables
    try Self.check(predicate, variables, entity, model)
  }

  /// Resolves the predicate with a value of each variable's kind. Where the kind is not known, one that fits is enough.
  private static func check(
    _ predicate: QueryPredicate, _ variables: [TemplateVariable], _ entity: ResolvedEntity,
    _ model: ResolvedModel
  ) throws(QueryError) {
    var values: [String: AttributeValue] = [:]
    for variable in variables where variable.kind != .unknown {
      values[variable.name] = sample(variable, model)
    }
    let unknown = variables.filter { $0.kind == .unknown }
    var failure: QueryError?
    for guess in unknown.isEmpty ? [.null] : guesses {
      for variable in unknown {
        values[variable.name] = variable.isList ? .array([guess]) : guess
      }
      do throws(QueryError) {
        _ = try predicate.substituting(values.mapValues { $0 }).resolve(in: entity, model: model)
        return
      } catch {
        // What only a guess is to blame for is not the first thing to say.
        if failure == nil || error.code == .unknownKey { failure = error }
      }
    }
    if let failure { throw failure }
  }

  private static let guesses: [AttributeValue] = [
    .int(1), .string("a"), .double(1.5), .date(Date(timeIntervalSinceReferenceDate: 0)), .bool(true), .null,
  ]

  private static func sample(_ variable: TemplateVariable, _ model: ResolvedModel) -> AttributeValue {
    let value: AttributeValue =
      switch variable.kind {
      case .property(_, _, let type), .value(let type): sample(type)
      case .object(let name):
        .reference(
          ObjectID(home: ObjectHome(store: UUID(), entity: name, root: model[name]?.rootName ?? name), key: 1)
        )
      case .unknown: .null
      }
    // BETWEEN takes a list of two.
    return variable.isList ? .array([value, value]) : value
  }

  private static func sample(_ type: AttributeType) -> AttributeValue {
    switch type {
    case .int16, .int32, .int64: .int(1)
    case .double, .float: .double(1)
    case .decimal: .decimal(1)
    case .bool: .bool(true)
    case .string: .string("a")
    case .date: .date(Date(timeIntervalSinceReferenceDate: 0))
    case .data: .data(Data())
    case .uuid: .uuid(UUID())
    case .url: URL(string: "a:").map { .url($0) } ?? .string("a:")
    case .codable: .null
    }
  }
}

extension FetchRequestTemplate {
  /// The order.
  package var sortKeys: [SortKey] { sort.map { SortKey($0.property, ascending: !$0.isDescending) } }
}
