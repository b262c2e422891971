package import GraphstoreTestSupport
import Foundation
package import GraphModel
package import GraphQuery
import GraphSQL
package import GraphValues

/// Random values, rows, predicates and sorts over ``Sample``, rich in edges.
package struct RandomQueries {
  package var random: SeededGenerator
  package let entity: ResolvedEntity

  package init(random: SeededGenerator, entity: ResolvedEntity) {
    self.random = random
    self.entity = entity
  }

  private static let integers: [Int64] = [
    0, 1, -1, 2, 5, 42, 100, .max, .min, .max - 1, .min + 1, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, 32767,
    -32768,
  ]
  private static let doubles: [Double] = [
    0, -0.0, 1, -1, 0.1, 0.5, 5.5, -2.5, .infinity, -.infinity, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude,
    0x1p53, 0x1p53 + 2, 0x1p63, -0x1p63, 1e-7, 1e20, 42, 0.1 + 0.2,
  ]
  private static let decimals = [
    "0", "1", "-1", "0.1", "0.3", "1.10", "-2.5", "123456789012345678.123456789",
    "99999999999999999999999999999999999999",
    "-0.00000000000000000000000000000000000001", "42", "0.30000000000000004", "5.5", "1e20", "0.001",
    "0.0005",
  ]
  private static let texts = [
    "", "a", "A", "b", "ab", "aB", "abc", "ABC", "é", "e\u{301}", "É", "café", "cafe",
    "Cafe\u{301} con Leche", "straße",
    "STRASSE", "ı", "İ", "i", "I", "a\0b", "\0", "a%b", "a_b", "a*b", "a?b", "a\\b", "100%", "漢字", "👨‍👩‍👧", "👨‍👩‍👦",
    "😀",
    "\u{301}", "a\u{301}\u{323}", "a\u{323}\u{301}", "\u{10FFFF}", "\u{D7FF}x", "\u{E000}", "tüv", "tûv",
    "tuv", "각",
    "\u{1100}\u{1161}\u{11A8}", " ", "\n", "'", "\"", "ß", "ss", "ﬁ", "fi", "Σ", "ς", "a\u{10FFFF}",
    "a\u{10FFFF}b",
  ]
  private static let patterns = [
    "*", "?", "a*", "*b", "*a*", "a?b", "?", "??", "*\\**", "caf?", "*é*", "A*C", "a\\?b", "*s*s*", "\\",
  ]
  private static let expressions = [
    ".*", "a.*", "[a-c]+", "caf.", "\\w+", ".", "(?i)abc", "s+", "é", "\\d*", "STRASSE|a.b",
  ]

  package mutating func row() -> [AttributeValue] {
    var values = [AttributeValue](repeating: .null, count: entity.layout.kinds.count)
    for property in entity.properties where !property.isOptional || !random.chance(30) {
      values[property.slot] = value(of: property)
    }
    return values
  }

  /// A value that the property can keep.
  private mutating func value(of property: StoredProperty) -> AttributeValue {
    guard let attribute = property.attribute else {
      return .reference(Sample.id(Int64.random(in: 1...8, using: &random)))
    }
    for _ in 0..<50 {
      let value = attribute.isArray ? array(of: attribute.type) : value(attribute.type)
      if attribute.codec.sqlValue(value) != nil { return value }
    }
    if attribute.isArray { return .array([]) }
    switch attribute.type {
    case .float: return .double(1)
    case .decimal: return .decimal(1)
    default: return .int(1)
    }
  }

  mutating func value(_ type: AttributeType) -> AttributeValue {
    switch type {
    case .int16, .int32, .int64:
      return .int(random.chance(50) ? random.pick(Self.integers) : Int64.random(in: -9...9, using: &random))
    case .double: return .double(random.pick(Self.doubles))
    case .float:
      return .double(random.chance(50) ? random.pick(Self.doubles) : Double(Float(random.pick(Self.doubles))))
    case .decimal: return .decimal(decimal(random.pick(Self.decimals)))
    case .bool: return .bool(random.chance(50))
    case .string: return .string(text())
    case .date:
      return .date(
        Date(timeIntervalSinceReferenceDate: random.pick([0, -1e11, 1e12, 0.25, 1.5e-7, -0.0, 7e8, 1000])))
    case .data, .codable:
      return .data(Data(random.pick([[], [0], [0, 0], [1], [255], [1, 2, 3]] as [[UInt8]])))
    case .uuid:
      let byte = random.pick([0, 1, 128, 255] as [UInt8])
      return .uuid(UUID(uuid: (byte, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, byte)))
    case .url:
      return URL(string: "https://example.org/" + random.pick(["", "a", "A", "caf%C3%A9", "b?c=d"])).map {
        .url($0)
      } ?? .null
    }
  }

  private mutating func text() -> String {
    random.chance(75) ? random.pick(Self.texts) : random.pick(Self.texts) + random.pick(Self.texts)
  }

  private func decimal(_ text: String) -> Decimal {
    Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) ?? 0
  }

  // MARK: Predicates

  package mutating func predicate(depth: Int) -> QueryPredicate {
    if depth > 0, random.chance(60) {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return !predicate(depth: depth - 1)
      case 1:
        return .all((0..<Int.random(in: 0...3, using: &random)).map { _ in predicate(depth: depth - 1) })
      default:
        return .any((0..<Int.random(in: 0...3, using: &random)).map { _ in predicate(depth: depth - 1) })
      }
    }
    return comparison()
  }

  private mutating func comparison() -> QueryPredicate {
    let property = random.pick(entity.properties)
    let key = QueryExpression.keyPath(PropertyPath(property.name))
    guard let attribute = property.attribute else { return object(key) }
    if attribute.isArray { return elements(of: property, attribute.type) }
    if attribute.type == .string || attribute.type == .url, random.chance(70) { return textual(key) }
    let operators: [ComparisonOperator] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
    let comparison = random.pick(operators)
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return make(key, random.pick([.equal, .notEqual, .less]), .literal(.null))
    case 1, 2: return make(key, .isIn, .literal(.array(list(attribute.type))))
    case 3:
      return make(key, .between, .literal(.array([operand(attribute.type), operand(attribute.type)])))
    case 4:
      let others = entity.properties.filter { other in
        other.attribute?.type == attribute.type && other.attribute?.scale == attribute.scale
          && other.attribute?.isArray == false
      }
      return make(key, comparison, .keyPath(PropertyPath(random.pick(others).name)))
    case 5: return make(.literal(operand(attribute.type)), comparison, key)
    case 6 where [.int16, .int32, .int64, .double, .float].contains(attribute.type):
      return make(
        key, comparison, .keyPath(PropertyPath(random.pick(["i", "io", "s", "m", "d", "dn", "f"]))))
    default: return make(key, comparison, .literal(operand(attribute.type)))
    }
  }

  private mutating func object(_ key: QueryExpression) -> QueryPredicate {
    let key = random.chance(20) ? QueryExpression.object : key
    let id = AttributeValue.reference(Sample.id(Int64.random(in: 1...8, using: &random)))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return make(key, random.pick([.equal, .notEqual]), .literal(.null))
    case 1:
      return make(
        key, .isIn, .literal(.array([id, .reference(Sample.id(3)), random.chance(50) ? .null : id])))
    case 2:
      return make(key, random.pick([.equal, .notEqual]), .keyPath(PropertyPath(random.pick(["r", "q"]))))
    case 3: return make(key, random.pick([.equal, .notEqual]), .object)
    default: return make(key, random.pick([.equal, .notEqual]), .literal(id))
    }
  }

  private mutating func textual(_ key: QueryExpression) -> QueryPredicate {
    let options = StringComparisonOptions(rawValue: random.pick([0, 0, 1, 2, 3, 4, 7]))
    let comparison = random.pick([
      ComparisonOperator.contains, .beginsWith, .endsWith, .like, .matches, .equal, .notEqual, .less,
      .greaterOrEqual,
      .isIn,
    ])
    let other = QueryExpression.keyPath(PropertyPath(random.pick(["t", "tn", "tm", "l"])))
    switch comparison {
    case .matches: return make(key, .matches, .literal(.string(random.pick(Self.expressions))), options)
    case .like:
      if random.chance(30) { return make(key, .like, other, options) }
      return make(key, .like, .literal(.string(random.pick(Self.patterns + Self.texts))), options)
    case .isIn where random.chance(60):
      let elements = (0..<3).map { _ in AttributeValue.string(text()) } + (random.chance(20) ? [.null] : [])
      return make(key, .isIn, .literal(.array(elements)), options)
    default:
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return make(key, comparison, other, options)
      case 1: return make(.literal(.string(text())), comparison, key, options)
      case 2: return make(key, comparison, .literal(.null), options)
      default: return make(key, comparison, .literal(.string(text())), options)
      }
    }
  }

  private mutating func list(_ type: AttributeType) -> [AttributeValue] {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in random.chance(10) ? .null : operand(type) }
  }

  /// A constant that may be compared with the type, often of another numeric type.
  mutating func operand(_ type: AttributeType) -> AttributeValue {
    switch type {
    case .int16, .int32, .int64, .double, .float, .decimal:
      if random.chance(2) { return .double(.nan) }
      return value(random.pick([type, type, .int64, .double, .decimal]))
    default: return value(type)
    }
  }

  func make(
    _ left: QueryExpression, _ comparison: ComparisonOperator, _ right: QueryExpression,
    _ options: StringComparisonOptions = []
  ) -> QueryPredicate {
    QueryPredicate(Comparison(left, comparison, right, options: options))
  }

  package mutating func sort() -> [SortKey] {
    let sortable = entity.properties.filter { $0.attribute?.isArray == false }
    return (0..<Int.random(in: 0...3, using: &random)).map { _ in
      let property = random.pick(sortable)
      let isText = property.attribute?.type == .string || property.attribute?.type == .url
      return SortKey(
        property.name, ascending: random.chance(50),
        options: isText ? StringComparisonOptions(rawValue: random.pick([0, 0, 1, 2, 3, 4, 8, 11])) : [])
    }
  }
}
