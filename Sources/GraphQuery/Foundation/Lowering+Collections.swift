import Foundation
import GraphValues

extension PredicateExpressions.SequenceContains: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let sequence = try lowering.lower(self.sequence)
    let element = try lowering.lower(self.element)
    return .predicate(try Self.contains(sequence, element, &lowering))
  }

  private static func contains(
    _ sequence: LoweredExpression, _ element: LoweredExpression, _ lowering: inout PredicateLowering
  ) throws(QueryError) -> PredicateNode {
    switch sequence {
    case .members(let path, nil):
      return PredicateLowering.compare(.keyPath(path), .contains, try PredicateLowering.operand(element))
    case .members(let path, let filter):
      return try lowering.count(path, filter, .greater) { (member) throws(QueryError) in
        try PredicateLowering.compare(member, .equal, element)
      }
    case .list(let elements):
      var nodes: [PredicateNode] = []
      for other in elements {
        nodes.append(
          .conjunction([other.condition, try PredicateLowering.compare(other.value, .equal, element)]))
      }
      return .disjunction(nodes)
    case .choice(let node, let first, let second):
      guard element.isSmall else { throw PredicateLowering.tooManyParts("the element that is looked for") }
      return PredicateLowering.choose(
        node, try contains(first, element, &lowering), try contains(second, element, &lowering))
    default: return try PredicateLowering.contains(sequence, element)
    }
  }
}

extension PredicateExpressions.CollectionContainsCollection: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    if Base.Output.self is any StringProtocol.Type { return try lowering.comparison(base, .contains, other) }
    guard let base = try lowering.captured(base), let other = try lowering.captured(other) else {
      throw PredicateLowering.unsupported("whether a collection that is not captured contains another")
    }
    let needle = Array(other)
    let elements = Array(base)
    let isContained = (0...max(0, elements.count - needle.count)).contains {
      elements.dropFirst($0).starts(with: needle)
    }
    return .predicate(.constant(isContained))
  }
}

extension PredicateExpressions.SequenceStartsWith: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    if Base.Output.self is any StringProtocol.Type {
      return try lowering.comparison(base, .beginsWith, prefix)
    }
    guard let base = try lowering.captured(base), let prefix = try lowering.captured(prefix) else {
      throw PredicateLowering.unsupported("the start of a sequence that is not captured")
    }
    return .predicate(.constant(base.starts(with: prefix)))
  }
}

extension PredicateExpressions.StringContainsRegex: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let subject = try lowering.lower(subject)
    guard let regex = try lowering.captured(regex) as? PredicateExpressions.PredicateRegex else {
      throw PredicateLowering.unsupported("a regular expression that is not captured")
    }
    // MATCHES takes the whole text.
    let pattern = "(?s:.*?)(?:\(Self.pattern(regex.stringRepresentation)))(?s:.*)"
    return .predicate(
      try PredicateLowering.compare(subject, .matches, .operand(.literal(.string(pattern)))))
  }

  private static func pattern(_ text: String) -> String {
    guard text.count > 1, text.hasPrefix("/"), text.hasSuffix("/") else { return text }
    return String(text.dropFirst().dropLast())
  }
}

extension PredicateExpressions.SequenceMaximum: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let sequence = try lowering.lower(elements)
    guard let elements = PredicateLowering.captured(sequence, as: Elements.Output.self) else {
      if case .operand(.keyPath(let path)) = sequence, Elements.Output.self is any ListValue.Type {
        return .operand(.aggregate(CollectionAggregate(.maximum, of: path)))
      }
      throw PredicateLowering.unsupported("\"max()\" of \(sequence.phrase)")
    }
    return elements.max().map { .captured($0) } ?? .null
  }
}

extension PredicateExpressions.SequenceMinimum: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let sequence = try lowering.lower(elements)
    guard let elements = PredicateLowering.captured(sequence, as: Elements.Output.self) else {
      if case .operand(.keyPath(let path)) = sequence, Elements.Output.self is any ListValue.Type {
        return .operand(.aggregate(CollectionAggregate(.minimum, of: path)))
      }
      throw PredicateLowering.unsupported("\"min()\" of \(sequence.phrase)")
    }
    return elements.min().map { .captured($0) } ?? .null
  }
}
