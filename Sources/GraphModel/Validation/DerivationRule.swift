import GraphValues

/// Derived attributes are computed from what there is, and have the type that comes of it.
struct DerivationRule: ModelRule {
  /// A derived attribute while it is checked.
  private struct Subject {
    let attribute: AttributeDescription
    let reader: ObjectReader
    let entity: EntityDraft
    let model: ModelDraft
    let log: MistakeLog

    var place: SourcePlace { reader.place(of: "derived") }

    func add(_ message: String) { log.add(place, message) }
  }

  func check(_ model: ModelDraft, _ log: MistakeLog) {
    for entity in model.entities {
      for attribute in entity.attributes {
        guard let text = attribute.description.derivation else { continue }
        checkKeys(attribute, log)
        guard let derivation = DerivationText(text) else {
          log.add(attribute.reader.place(of: "derived"), DerivationText.mistake(in: text))
          continue
        }
        let subject = Subject(
          attribute: attribute.description, reader: attribute.reader, entity: entity, model: model, log: log)
        switch derivation {
        case .count(let name): checkCount(name, subject, hasType: attribute.hasType)
        case .sum(let name, let property): checkSum(name, property, subject, hasType: attribute.hasType)
        case .lowercase(let name), .canonical(let name): checkText(name, subject, hasType: attribute.hasType)
        case .now: if attribute.hasType { expect([.date], "now() gives a date", subject) }
        }
      }
      checkUniqueness(entity, model, log)
    }
  }

  /// What is computed cannot be told how to be.
  private func checkKeys(_ attribute: AttributeDraft, _ log: MistakeLog) {
    let reader = attribute.reader
    for key in ["min", "max", "minLength", "maxLength", "pattern", "values"] where reader.has(key) {
      log.add(reader.place(of: key), "a derived attribute is computed; it has no \"\(key)\"")
    }
    if attribute.description.isExternal {
      log.add(reader.place(of: "external"), "a derived attribute cannot be external")
    }
    if attribute.description.isArray {
      log.add(reader.place(of: "array"), "a derived attribute is no array")
    }
  }

  private func checkCount(_ name: String, _ subject: Subject, hasType: Bool) {
    guard toMany(name, "@count", subject) != nil, hasType else { return }
    expect([.int64, .int32, .int16], "@count gives an integer", subject)
    expectValue("a count", subject)
  }

  private func checkSum(_ name: String, _ property: String, _ subject: Subject, hasType: Bool) {
    if hasType { expectValue("a sum", subject) }
    guard let relationship = toMany(name, "@sum", subject),
      let destination = subject.model.entity(named: relationship.description.destination)
    else { return }
    guard let summed = source(property, of: destination, "@sum adds up numbers", subject), hasType else {
      return
    }
    let quoted = MistakeLog.quote(property)
    switch summed.type {
    case .int16, .int32,
      .int64 where !summed.isArray:
      expect([.int64], "the sum of \(summed.type) is int64", subject)
    case .double,
      .float where !summed.isArray:
      expect([.double], "the sum of \(summed.type) is double", subject)
    case .decimal where !summed.isArray:
      guard let scale = summed.scale else {
        subject.add("\(quoted) is a decimal without a scale; the store adds up only those that have one")
        return
      }
      if expect([.decimal], "the sum of decimals is decimal", subject), subject.attribute.scale != scale {
        subject.log.add(
          subject.reader.place(of: "scale"),
          "the sum of \(quoted) has its scale; write \"scale\": \(scale)")
      }
    default:
      subject.add("\(quoted) is \(Self.noun(summed)); @sum adds up numbers")
    }
  }

  private func checkText(_ name: String, _ subject: Subject, hasType: Bool) {
    let what = "lowercase and canonical are of strings"
    guard let text = source(name, of: subject.entity, what, subject) else { return }
    let quoted = MistakeLog.quote(name)
    if text.type != .string || text.isArray {
      subject.add("\(quoted) is \(Self.noun(text)); \(what)")
    } else if hasType, expect([.string], "what is derived from a string is a string", subject) {
      let isOptional = isOptional(name, text, subject)
      if isOptional && !subject.attribute.isOptional {
        subject.add("\(quoted) is optional, so what is derived from it is; write \"optional\": true")
      } else if subject.attribute.isOptional && !isOptional {
        subject.log.add(
          subject.reader.place(of: "optional"),
          "\(quoted) is never missing, so what is derived from it is not optional")
      }
    }
  }

  private func isOptional(_ name: String, _ text: AttributeDescription, _ subject: Subject) -> Bool {
    guard let dot = name.firstIndex(of: "."),
      case .composite(let composite) = subject.model.property(named: String(name[..<dot]), of: subject.entity)
    else { return text.isOptional }
    return text.isOptional || composite.description.isOptional
  }

  /// A to-many of the entity, or nil with a mistake noted.
  private func toMany(_ name: String, _ operation: String, _ subject: Subject) -> RelationshipDraft? {
    let quoted = MistakeLog.quote(name)
    switch subject.model.property(named: name, of: subject.entity) {
    case .relationship(let relationship):
      if relationship.description.isToMany { return relationship }
      subject.add("\(quoted) is a to-one; \(operation) needs a to-many")
    case .attribute, .composite:
      subject.add("\(quoted) is an attribute, not a relationship; \(operation) needs a to-many")
    case nil:
      let line = [subject.entity] + subject.model.ancestors(of: subject.entity)
      let names = line.flatMap(\.relationships).filter(\.description.isToMany).map(\.name)
      let suggestion = subject.log.suggestion(for: name, among: names)
      subject.add("\(subject.entity.name) has no relationship \(quoted)\(suggestion)")
    }
    return nil
  }

  /// A stored attribute that is not derived itself, or nil with a mistake noted.
  private func source(
    _ name: String, of entity: EntityDraft, _ what: String, _ subject: Subject
  ) -> AttributeDescription? {
    let quoted = MistakeLog.quote(name)
    switch subject.model.property(named: name, of: entity) {
    case .attribute(let source):
      let attribute = source.description
      if attribute.isTransient {
        subject.add("\(quoted) is transient; a derived attribute is computed from what is stored")
      } else if attribute.isExternal {
        subject.add("\(quoted) is external; a derived attribute is computed from what is in the row")
      } else if attribute.derivation != nil {
        subject.add("\(quoted) is derived itself")
      } else {
        return source.hasType ? attribute : nil
      }
    case .relationship: subject.add("\(quoted) is a relationship; \(what)")
    case .composite: subject.add("\(quoted) is a composite; \(what)")
    case nil:
      let suggestion = subject.log.suggestion(for: name, among: subject.model.propertyNames(of: entity))
      subject.add("\(entity.name) has no attribute \(quoted)\(suggestion)")
    }
    return nil
  }

  @discardableResult
  private func expect(_ types: [AttributeType], _ why: String, _ subject: Subject) -> Bool {
    if types.contains(subject.attribute.type) { return true }
    let advice = types.map { "\"\($0)\"" }.joined(separator: " or ")
    subject.log.add(
      subject.reader.place(of: "type"), "\(why); write \"type\": \(advice), not \"\(subject.attribute.type)\""
    )
    return false
  }

  private func expectValue(_ what: String, _ subject: Subject) {
    if subject.attribute.isOptional {
      subject.log.add(subject.reader.place(of: "optional"), "\(what) is never missing, so it is not optional")
    }
  }

  /// The store changes counts and sums while it writes other rows, when what is unique in the end may not be so.
  private func checkUniqueness(_ entity: EntityDraft, _ model: ModelDraft, _ log: MistakeLog) {
    let groups = zip(entity.description.uniquenessConstraints, entity.reader.places("unique"))
    for (group, place) in groups {
      for (name, place) in zip(group, place.elements) {
        guard case .attribute(let attribute) = model.property(named: name, of: entity),
          let text = attribute.description.derivation
        else { continue }
        switch DerivationText(text) {
        case .count, .sum:
          log.add(place, "\(MistakeLog.quote(name)) is a count or a sum, which is not unique")
        default: break
        }
      }
    }
  }

  private static func noun(_ attribute: AttributeDescription) -> String {
    attribute.isArray ? "an array" : "of type \(attribute.type)"
  }
}
