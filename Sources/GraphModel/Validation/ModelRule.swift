import GraphValues

/// A rule that models have to keep.
protocol ModelRule: Sendable {
  /// Notes every place of a model that breaks the rule.
  func check(_ model: ModelDraft, _ log: MistakeLog)
}

/// The rules, in the order in which they look; mistakes are reported in the order of their places.
enum ModelRules {
  static let all: [any ModelRule] = [
    ModelNameRule(), EntityNameRule(), PropertyNameRule(), DuplicateNameRule(), FormerNameRule(),
    CompositeRule(), InheritanceRule(), SiblingRule(), SizeRule(),
    TransientRule(), ScaleRule(), SwiftTypeRule(), ExternalRule(), LengthRule(), PatternRule(),
    ClosedValuesRule(), RangeRule(), DefaultRule(),
    UniquenessRule(), IndexRule(), FullTextRule(), SpatialRule(), FetchRequestRule(),
    DestinationRule(), InverseRule(), CountRule(), DerivationRule(), GeneratedNameRule(),
  ]
}

/// A rule that looks at one attribute at a time.
protocol AttributeRule: ModelRule {
  /// Notes what is wrong with an attribute whose type is known.
  func check(_ attribute: AttributeDescription, _ reader: ObjectReader, _ log: MistakeLog)
}

extension AttributeRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    for entity in model.entities {
      for attribute in entity.attributesAndMembers where attribute.hasType {
        check(attribute.description, attribute.reader, log)
      }
    }
  }
}
