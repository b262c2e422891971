import Foundation
import GraphValues

extension QueryOperand {
  /// What the operand is for an object, exactly as SQL has it.
  ///
  /// - Throws: ``QueryError`` where a sum of integers leaves their range.
  func value(
    _ source: any SlotSource, _ literals: [AttributeValue], _ scope: ObjectScope?
  ) throws(QueryError) -> AttributeValue {
    switch self {
    case .column(let path, let column):
      guard let object = path.object(from: source, scope, literals) else { return .null }
      return column.isObject ? .int(object.objectKey) : object.slotValue(Int(column.slot))
    case .aggregate(let function, let members, let filter, let value):
      var values: [(key: Int64, value: AttributeValue)] = []
      var count: Int64 = 0
      let inner = ObjectScope(source, within: scope)
      _ = try members.contains(from: source, scope, literals) { (member) throws(QueryError) in
        if let filter, try !filter.holds(for: member, literals, inner) { return false }
        count += 1
        guard let value = try value?.value(member, literals, inner), !value.isNull else { return false }
        values.append((member.objectKey, value))
        return false
      }
      if value == nil { return .int(count) }
      if function.isDistinct { values.removeDuplicates() }
      return try function.plain.result(&values, of: value?.columnKind, scale: value?.scale)
    case .literal(let number): return literals[Int(number)]
    case .function(.coalesce, let arguments, _):
      for argument in arguments {
        let value = try argument.value(source, literals, scope)
        if !value.isNull { return value }
      }
      return .null
    case .function(let function, let arguments, let kind):
      var values: [AttributeValue] = []
      values.reserveCapacity(arguments.count)
      for argument in arguments {
        // All of them, as in SQL: the one after a nil may have no value.
        values.append(try argument.value(source, literals, scope))
      }
      return values.contains(where: \.isNull) ? .null : try function.result(values, kind)
    case .conditional(let shape, let first, let second):
      return try shape.holds(for: source, literals, scope)
        ? try first.value(source, literals, scope) : try second.value(source, literals, scope)
    }
  }
}

extension QueryOperand {
  fileprivate var columnKind: QueryColumn.Kind? {
    if case .column(_, let column) = self { column.kind } else { nil }
  }
}

extension PredicateShape {
  /// ``matches(_:_:_:)`` for an object of a type that is not known.
  func holds(
    for source: any SlotSource, _ literals: [AttributeValue], _ scope: ObjectScope?
  ) throws(QueryError) -> Bool {
    try matches(source, literals, scope)
  }
}

extension [(key: Int64, value: AttributeValue)] {
  /// Keeps the first of equal values, by the order of the keys.
  fileprivate mutating func removeDuplicates() {
    sort { first, second in
      let order = ValueOrder.compare(first.value, second.value) ?? 0
      return order == 0 ? first.key < second.key : order < 0
    }
    var kept: Self = []
    for value in self {
      if let last = kept.last, ValueOrder.compare(last.value, value.value) == 0 { continue }
      kept.append(value)
    }
    self = kept
  }
}

extension CollectionAggregate.Function {
  /// - Parameters:
  ///   - values: the values that are not nil, with their objects' keys.
  ///   - scale: the decimal places that decimals are kept with; nil for other numbers.
  func result(
    _ values: inout [(key: Int64, value: AttributeValue)], of kind: QueryColumn.Kind?, scale: Int?
  ) throws(QueryError) -> AttributeValue {
    switch self {
    case .count, .distinctCount, .distinctSum, .distinctAverage: return .int(Int64(values.count))
    case .minimum, .maximum:
      var best: AttributeValue?
      for (_, value) in values {
        guard let known = best, let order = ValueOrder.compare(value, known) else {
          best = best ?? value
          continue
        }
        if self == .minimum ? order < 0 : order > 0 { best = value }
      }
      return best ?? .null
    case .sum, .average:
      // Sums of floating point numbers depend on the order: it is that of the keys, as in the indexes.
      values.sort { $0.key < $1.key }
      return self == .sum
        ? try Self.sum(values.map(\.value), kind, scale) : try Self.average(values.map(\.value), scale)
    }
  }

  private static func sum(
    _ values: [AttributeValue], _ kind: QueryColumn.Kind?, _ scale: Int?
  ) throws(QueryError) -> AttributeValue {
    if values.isEmpty {
      switch kind {
      case .decimal: return .decimal(0)
      case .double, .float: return .double(0)
      default: return .int(0)
      }
    }
    var integer: Int64 = 0
    var decimal = Decimal()
    var double = 0.0
    for value in values {
      switch value {
      case .int(let value):
        let (sum, overflow) = integer.addingReportingOverflow(value)
        if overflow { throw QueryError(.arguments, "@sum of integers overflows") }
        integer = sum
      case .decimal(let value): decimal = try DecimalSum.adding(decimal, value)
      case .double(let value): double += value
      default: break
      }
    }
    switch values.first {
    case .decimal:
      if let scale, DecimalCoding.scaled(decimal, by: scale) == nil {
        throw QueryError(.arguments, "@sum of decimals overflows")
      }
      return .decimal(decimal)
    case .double: return double.isNaN ? .null : .double(double)
    default: return .int(integer)
    }
  }

  /// As SQLite has it: the sum in floating point, of decimals as the integers that they are kept as.
  private static func average(
    _ values: [AttributeValue], _ scale: Int?
  ) throws(QueryError) -> AttributeValue {
    if values.isEmpty { return .null }
    if scale == nil, case .decimal = values[0] {
      var sum = Decimal()
      for case .decimal(let value) in values { sum = try DecimalSum.adding(sum, value) }
      return DecimalSum.average(sum, values.count).map { .double($0) } ?? .null
    }
    var sum = 0.0
    for value in values {
      switch value {
      case .int(let value): sum += Double(value)
      case .decimal(let value): sum += DecimalCoding.scaled(value, by: scale ?? 0).map { Double($0) } ?? 0
      case .double(let value): sum += value
      default: break
      }
    }
    var average = sum / Double(values.count)
    if let scale { average /= pow(10, Double(scale)) }
    return average.isNaN ? .null : .double(average)
  }
}
