import Foundation
import GraphModel
public import GraphQuery
public import GraphValues

extension ObjectContext {
  /// The objects that a request selects, in sections of those that have a value in common.
  ///
  /// ```swift
  /// let sections = try context.fetch(request, sectionedBy: p.author.to(a.name))
  /// for section in sections { print(section.name, section.count) }
  /// ```
  ///
  /// Sections are sorted by their values, in which nil is the smallest, and within them objects by the request's sort
  /// keys. Where the first of these is the very value, its direction and its options are those of the sections; sections
  /// of texts that are equal under the options stay apart. One query reads the objects, and one more for each
  /// relationship that the value is behind.
  ///
  /// - Parameters:
  ///   - request: the objects; its window counts objects.
  ///   - expression: a property, of the object or behind to-ones, or what is computed from properties.
  ///   - ascending: whether small values come first.
  /// - Throws: as `fetch(_:)`; `QueryError` where the value has no order.
  public func fetch<Result: Entity, Value: AttributeConvertible>(
    _ request: FetchRequest<Result>, sectionedBy expression: some PropertyExpression<Result, Value>,
    ascending: Bool = true
  ) throws -> [FetchedSection<Value, Result>] {
    try sections(of: request, by: SortKey(expression, ascending: ascending), expression.expression).map {
      section in
      guard let value = Value(attributeValue: section.value) else {
        throw GraphError(
          .invalidValue, "a section holds \(section.value.kindName), which is no \(Value.self)",
          entity: request.entityName)
      }
      return FetchedSection(value: value, objects: section.objects, name: section.name)
    }
  }

  /// The objects that a request selects, in sections of those that have a property's value in common; see
  /// ``fetch(_:sectionedBy:ascending:)``.
  public func fetch<Result: Entity, Value: AttributeConvertible>(
    _ request: FetchRequest<Result>, sectionedBy keyPath: KeyPath<Result, Value>, ascending: Bool = true
  ) throws -> [FetchedSection<Value, Result>] {
    guard let name = Result.propertyName(for: keyPath) else {
      throw QueryError(
        .unknownKey, "the key path \(keyPath) leads to no property of the model", entity: request.entityName)
    }
    return try fetch(request, sectionedBy: Property<Result, Value>(name), ascending: ascending)
  }

  /// The objects that a request selects, in sections of those that have the value of a key path in common; see
  /// ``fetch(_:sectionedBy:ascending:)``.
  public func fetch(
    _ request: FetchRequest<ManagedObject>, sectionedBy keyPath: String, ascending: Bool = true
  ) throws -> [FetchedSection<AttributeValue, ManagedObject>] {
    let key = SortKey(keyPath, ascending: ascending)
    return try sections(of: request, by: key, .keyPath(PropertyPath(dotted: keyPath)))
  }

  private func sections<Result: FetchResult>(
    of request: FetchRequest<Result>, by key: SortKey, _ expression: QueryExpression
  ) throws -> [FetchedSection<AttributeValue, Result>] {
    try core.beginReading()
    var request = request.sorted(bySections: key)
    let entity = try core.registry(named: request.entityName).entity
    let value = try expression.resolve(in: entity, model: core.model, store: core.store.identifier)
    if case .column(let path, _) = value.operand, !path.steps.isEmpty {
      let names = path.steps.compactMap { step -> String? in
        guard case .relationship(let index) = step.kind, step.position == nil else { return nil }
        return core.model.relationships[Int(index)].name
      }
      if names.count == path.steps.count {
        request.relationshipKeyPathsForPrefetching.append(names.joined(separator: "."))
      }
    }
    var sections: [FetchedSection<AttributeValue, Result>] = []
    var (last, objects): (AttributeValue?, [Result]) = (nil, [])
    func close() {
      guard let last else { return }
      sections.append(FetchedSection(value: last, objects: objects, name: last.sectionName))
      objects = []
    }
    let plan = try FetchPlan(request, in: self)
    var failure: QueryError?
    try FetchRunner(plan).run { object in
      guard failure == nil else { return }
      do throws(QueryError) {
        let common = try value.value(for: object)
        if common != last {
          close()
          last = common
        }
        objects.append(Result.fetched(object))
      } catch {
        failure = error
      }
    }
    close()
    if let failure { throw failure }
    try core.beginReading()
    return sections
  }
}

extension AttributeValue {
  /// The value as the name of a section.
  var sectionName: String {
    switch self {
    case .null: ""
    case .bool(let value): String(value)
    case .int(let value): String(value)
    case .double(let value): String(value)
    case .decimal(let value): value.description
    case .string(let value): value
    case .date(let value): value.ISO8601Format()
    case .uuid(let value): value.uuidString
    case .url(let value): value.absoluteString
    case .data(let value): value.base64EncodedString()
    case .codable(let value): String(decoding: value, as: UTF8.self)
    case .array(let values): values.map(\.sectionName).joined(separator: ", ")
    case .reference(let id): id.description
    }
  }
}

extension FetchRequest {
  /// The request with an order in which objects of one section stand together.
  func sorted(bySections key: SortKey) -> FetchRequest {
    var request = self
    let isFirst = sortKeys.first.map { $0.keyPath == key.keyPath && $0.expression == key.expression }
    if isFirst != true {
      request.sortKeys.insert(key, at: 0)
    } else if let first = sortKeys.first, !first.options.isEmpty {
      // What the options call equal is not one section, and must not be mixed.
      var exact = first
      exact.options = []
      request.sortKeys.insert(exact, at: 1)
    }
    return request
  }
}
