import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("A fetch with unsaved changes finds what it finds once they are saved")
struct PendingDifferentialTests {
  private func model() throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Mixed", "entities": [ { "name": "Row", "attributes": [
          { "name": "name", "type": "string", "optional": true },
          { "name": "number", "type": "int64", "default": 0 },
          { "name": "score", "type": "double", "optional": true },
          { "name": "price", "type": "decimal", "optional": true },
          { "name": "isOn", "type": "bool", "default": false },
          { "name": "day", "type": "date", "optional": true } ] } ] }
        """)
  }

  @Test func randomChangesAndRequests() throws {
    var random = RandomRequests(for: "PendingDifferentialTests")
    let container = try PersistentContainer(model: model(), location: .inMemory)
    let context = container.newContext()
    for _ in 0..<60 { try random.insert(into: context) }
    try context.save()
    var checks = 0
    for _ in 0..<60 {
      try random.change(context)
      let requests = try (0..<40).map { _ in try random.request() }
      let found = try requests.map { request in
        (
          try context.fetch(request).map(\.id.key), try context.count(request),
          try context.first(request)?.id.key
        )
      }
      // Every other way to read a result has the same.
      for (request, (keys, _, first)) in zip(requests, found) {
        #expect(try context.fetchIDs(request).map(\.key) == keys)
        #expect(try context.fetchLazily(request).map(\.id.key) == keys)
        #expect(try context.exists(request) == (first != nil))
        var visited: [Int64] = []
        try context.forEach(request) { visited.append($0.id.key) }
        #expect(visited == keys)
        #expect(try Self.paged(request, context) == keys)
      }
      try context.save()
      let reference = container.newContext()
      for (request, (keys, count, first)) in zip(requests, found) {
        let expected = try reference.fetch(request).map(\.id.key)
        let what =
          "\(request.predicate.map { "\($0)" } ?? "all") sorted \(request.sortKeys) "
          + "limit \(request.fetchLimit) offset \(request.fetchOffset)"
        #expect(keys == expected, "\(what)")
        #expect(count == expected.count, "\(what)")
        #expect(first == expected.first, "\(what)")
        checks += 3
      }
    }
    #expect(checks == 7200)
  }

  /// A request's result in pages of three, of what its window leaves.
  private static func paged(
    _ request: FetchRequest<ManagedObject>, _ context: ObjectContext
  ) throws -> [Int64] {
    var request = request
    var rest = request.fetchLimit == 0 ? Int.max : request.fetchLimit
    var keys: [Int64] = []
    repeat {
      request.fetchLimit = min(3, rest)
      let page = try context.fetchPage(request)
      keys += page.objects.map(\.id.key)
      rest -= page.objects.count
      request.fetchOffset = 0
      request.startCursor = page.next
    } while request.startCursor != nil && rest > 0
    return keys
  }
}

/// Random rows, changes and requests.
struct RandomRequests {
  var generator: SeededGenerator
  private static let names = ["", "a", "A", "ä", "a\u{308}", "b", "B", "ab", "Ab", "猫", "z%", "a_b", "a*b"]
  private static let attributes = ["name", "number", "score", "price", "isOn", "day"]

  init(for test: String) { generator = SeededGenerator(for: test) }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &generator)]
  }

  mutating func value(_ attribute: String) -> (any AttributeConvertible)? {
    if attribute != "number", attribute != "isOn", generator.oneIn(4) { return nil }
    let small = Int.random(in: -3...3, using: &generator)
    switch attribute {
    case "name": return pick(Self.names)
    case "number": return generator.oneIn(10) ? pick([Int.min, Int.max]) : small
    case "score": return generator.oneIn(10) ? pick([Double.infinity, -.infinity]) : Double(small) / 2
    case "price": return Decimal(small) / 4
    case "isOn": return small > 0
    default: return Date(timeIntervalSinceReferenceDate: Double(small) * 86_400)
    }
  }

  mutating func insert(into context: ObjectContext) throws {
    let object = try context.insert(entity: "Row")
    for attribute in Self.attributes where !generator.oneIn(4) {
      try object.setValue(value(attribute), forKey: attribute)
    }
  }

  /// Inserts, updates and deletes some.
  mutating func change(_ context: ObjectContext) throws {
    for _ in 0..<Int.random(in: 0...4, using: &generator) { try insert(into: context) }
    for object in try context.all("Row") {
      if generator.oneIn(16) {
        context.delete(object)
      } else if generator.oneIn(6) {
        let attribute = pick(Self.attributes)
        try object.setValue(value(attribute), forKey: attribute)
      }
    }
  }

  mutating func request() throws -> FetchRequest<ManagedObject> {
    var request = FetchRequest<ManagedObject>(entityName: "Row")
    if !generator.oneIn(4) { request = try FetchRequest(entityName: "Row", format: condition(depth: 2)) }
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      let attribute = pick(Self.attributes)
      let options: StringComparisonOptions =
        attribute == "name" && generator.oneIn(2) ? [.caseInsensitive, .diacriticInsensitive] : []
      request.sortKeys.append(SortKey(attribute, ascending: Bool.random(using: &generator), options: options))
    }
    if generator.oneIn(2) { request.fetchLimit = Int.random(in: 1...12, using: &generator) }
    if generator.oneIn(3) { request.fetchOffset = Int.random(in: 0...8, using: &generator) }
    if generator.oneIn(6) { request.fetchBatchSize = Int.random(in: 1...8, using: &generator) }
    if generator.oneIn(6) { request.includesPropertyValues = false }
    return request
  }

  private mutating func condition(depth: Int) -> String {
    if depth > 0, generator.oneIn(2) {
      let left = condition(depth: depth - 1)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: return "(\(left)) AND (\(condition(depth: depth - 1)))"
      case 1: return "(\(left)) OR (\(condition(depth: depth - 1)))"
      default: return "NOT (\(left))"
      }
    }
    let compare = pick(["==", "!=", "<", "<=", ">", ">="])
    let small = Int.random(in: -3...3, using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      return
        "name \(pick(["CONTAINS", "BEGINSWITH", "ENDSWITH", "=="]))\(pick(["", "[c]", "[d]", "[cd]"])) '\(pick(Self.names))'"
    case 1: return "name \(pick(["==", "!=", "<", ">="])) '\(pick(Self.names))'"
    case 2: return "\(pick(["name", "score", "price", "day"])) \(pick(["==", "!="])) nil"
    case 3: return "number \(compare) \(small)"
    case 4: return "number BETWEEN {\(small), \(small + 2)}"
    case 5: return "score \(compare) \(Double(small) / 2)"
    case 6: return "isOn == \(pick(["TRUE", "FALSE"]))"
    default: return "number IN {\(small), \(small + 2), 9223372036854775807}"
    }
  }
}
