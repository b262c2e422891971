import GraphValues

extension Optional: PredicateArgument where Wrapped: PredicateArgument {
  /// The wrapped value, or null.
  public var predicateOperand: PredicateOperand { self?.predicateOperand ?? PredicateOperand(.null) }
}

extension Array: PredicateArgument where Element: PredicateArgument {
  /// The list of the elements.
  public var predicateOperand: PredicateOperand { PredicateOperand(list: self) }
}

extension ArraySlice: PredicateArgument where Element: PredicateArgument {
  /// The list of the elements.
  public var predicateOperand: PredicateOperand { PredicateOperand(list: self) }
}

extension Set: PredicateArgument where Element: PredicateArgument {
  /// The list of the elements.
  public var predicateOperand: PredicateOperand { PredicateOperand(list: self) }
}

extension ClosedRange: PredicateArgument where Bound: PredicateArgument {
  /// The bounds, both included.
  public var predicateOperand: PredicateOperand {
    PredicateOperand(from: lowerBound.predicateOperand.scalar, through: upperBound.predicateOperand.scalar)
  }
}

extension Range: PredicateArgument where Bound: PredicateArgument {
  /// The bounds, the upper one excluded.
  public var predicateOperand: PredicateOperand {
    PredicateOperand(from: lowerBound.predicateOperand.scalar, upTo: upperBound.predicateOperand.scalar)
  }
}

extension PredicateOperand {
  init(list elements: some Collection<some PredicateArgument>) {
    self.init(.array(elements.map { $0.predicateOperand.scalar }))
  }

  /// The value; a range, which no list can hold, becomes a list that compares with nothing and is refused.
  var scalar: AttributeValue { value ?? .array([]) }
}
