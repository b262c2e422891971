import Foundation
import GraphValues

extension PredicateExpressions.DictionaryKeySubscript: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    guard let table = try lowering.captured(wrapped) else {
      throw PredicateLowering.unsupported("a subscript of a dictionary that is not captured")
    }
    return try lowering.lookup(key, in: table, otherwise: .null)
  }
}

extension PredicateExpressions.DictionaryKeyDefaultValueSubscript: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    guard let table = try lowering.captured(wrapped) else {
      throw PredicateLowering.unsupported("a subscript of a dictionary that is not captured")
    }
    return try lowering.lookup(key, in: table, otherwise: try lowering.lower(self.default))
  }
}

extension PredicateLowering {
  fileprivate mutating func lookup<Key: PredicateExpression, Value>(
    _ key: Key, in table: [Key.Output: Value], otherwise: LoweredExpression
  ) throws(QueryError) -> LoweredExpression where Key.Output: Hashable {
    let key = try lower(key)
    if let captured = Self.captured(key, as: Key.Output.self) {
      return table[captured].map { .captured($0) } ?? otherwise
    }
    var entries: [(key: AttributeValue, value: LoweredExpression)] = []
    entries.reserveCapacity(table.count)
    for (key, value) in table {
      guard case .operand(.literal(let literal)) = CapturedValue.lowered(key) else {
        throw Self.unsupported("a dictionary with keys of type \(Key.Output.self)")
      }
      entries.append((literal, .captured(value)))
    }
    // The same text for the same table, whatever the order of its keys in memory.
    entries.sort { (ValueOrder.compare($0.key, $1.key) ?? 0) < 0 }
    return .lookup(try LookupTable(try Self.operand(key), entries, otherwise: otherwise))
  }
}

extension PredicateExpressions.CollectionIndexSubscript: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let collection = try lowering.lower(wrapped)
    let place = try lowering.lower(index)
    guard let elements = PredicateLowering.captured(collection, as: Wrapped.Output.self) else {
      let path: PropertyPath? =
        switch collection {
        case .members(let path, nil): path
        case .operand(.keyPath(let path)) where Wrapped.Output.self is any ListValue.Type: path
        default: nil
        }
      guard let path, let number = PredicateLowering.captured(place, as: Int.self) else {
        throw PredicateLowering.unsupported("the member at a place of \(collection.phrase)")
      }
      guard number >= 0 else {
        throw QueryError(.arguments, "a subscript in a #Predicate is out of the bounds of its collection")
      }
      return .operand(.keyPath(path.appending(PropertyPath.place(Int64(number)))))
    }
    if let place = PredicateLowering.captured(place, as: Index.Output.self) {
      guard elements.indices.contains(place) else {
        throw QueryError(.arguments, "a subscript in a #Predicate is out of the bounds of its collection")
      }
      return .captured(elements[place])
    }
    guard elements is any RandomAccessCollection, Index.Output.self == Int.self else {
      throw PredicateLowering.unsupported("a subscript of \(Wrapped.Output.self)")
    }
    var entries: [(key: AttributeValue, value: LoweredExpression)] = []
    for index in elements.indices {
      guard let number = index as? Int else { continue }
      entries.append((.int(Int64(number)), .captured(elements[index])))
    }
    // There is nothing beyond the bounds.
    return .lookup(try LookupTable(try PredicateLowering.operand(place), entries, otherwise: .null))
  }
}

extension PredicateExpressions.CollectionRangeSubscript: LowerableExpression {
  func lowered(_ lowering: inout PredicateLowering) throws(QueryError) -> LoweredExpression {
    let collection = try lowering.lower(wrapped)
    guard let elements = PredicateLowering.captured(collection, as: Wrapped.Output.self),
      let bounds = try bounds(&lowering)
    else { throw PredicateLowering.unsupported("the members at the places of \(collection.phrase)") }
    guard bounds.lowerBound >= elements.startIndex, bounds.upperBound <= elements.endIndex else {
      throw QueryError(.arguments, "a subscript in a #Predicate is out of the bounds of its collection")
    }
    return .captured(elements[bounds])
  }

  private func bounds(_ lowering: inout PredicateLowering) throws(QueryError) -> Swift.Range<
    Wrapped.Output.Index
  >? {
    let range = try lowering.lower(self.range)
    if case .captured(let value) = range { return value as? Swift.Range<Wrapped.Output.Index> }
    guard case .range(let lower, let upper, isClosed: false) = range,
      let lower = PredicateLowering.captured(lower, as: Wrapped.Output.Index.self),
      let upper = PredicateLowering.captured(upper, as: Wrapped.Output.Index.self), lower <= upper
    else { return nil }
    return lower..<upper
  }
}
