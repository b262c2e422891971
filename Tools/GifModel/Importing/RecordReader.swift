import Graphstore

/// Makes posts of records: dictionaries whose keys and values may be anything.
struct RecordReader {
  /// Why a record was refused: all that is wrong with it.
  struct Refused: Error {
    let reasons: [String]
  }

  private let context: ObjectContext
  private let entity: EntityDescription

  init(_ context: ObjectContext) throws {
    self.context = context
    guard let entity = GifModel.model.entity(named: GifModel.entityName) else {
      throw Failure("the model has no entity \(GifModel.entityName)")
    }
    self.entity = entity
  }

  /// Inserts a post with the values of a record; of a record that is refused nothing stays.
  func insert(_ record: FeedRecord) throws -> GifModel {
    let values: [String: JSONValue]
    switch record.content {
    case .values(let found): values = found
    case .mistake(let reason): throw Refused(reasons: [reason])
    }
    let object = try context.insert(entity: entity.name)
    var reasons: [String] = missing(in: values)
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      if let reason = try set(key, of: object, to: value) { reasons.append(reason) }
    }
    guard reasons.isEmpty, let gif = object.as(GifModel.self) else {
      context.delete(object)
      throw Refused(reasons: reasons)
    }
    return gif
  }

  /// What the model requires and the record does not have.
  private func missing(in values: [String: JSONValue]) -> [String] {
    entity.attributes.filter { !$0.isOptional }.compactMap { attribute in
      switch values[attribute.name] {
      case nil: attribute.defaultValue == nil ? "\(attribute.name) is missing" : nil
      case .attribute(.null): "\(attribute.name) is null, but required"
      default: nil
      }
    }
  }

  /// - Returns: why the value cannot be set; nil where it was.
  private func set(_ key: String, of object: ManagedObject, to value: JSONValue) throws -> String? {
    do {
      switch value {
      case .attribute(let value):
        try object.setValue(value, forKey: key)
        return nil
      case .other(let kind):
        // Whether there is such a key at all matters more.
        try object.setValue(nil, forKey: key)
        return "\(entity.name).\(key) cannot hold \(kind)"
      }
    } catch let error as GraphError where [.unknownProperty, .invalidValue].contains(error.code) {
      return error.message
    }
  }
}
