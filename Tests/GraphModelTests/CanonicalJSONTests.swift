import Foundation
import GraphModel
import GraphValues
import GraphstoreTestSupport
import Testing

@Suite("Canonical text of models")
struct CanonicalJSONTests {
  private static let texts = [
    "x", "a \"quoted\" \\ word", "line\nline\t\u{0}\u{7F}\u{2028}", "e\u{301}", "é", "猫👩‍👩‍👧‍👦", "</script>",
    "\\(x)\"\"\"#",
  ]

  private func value(_ type: AttributeType, _ generator: inout SeededGenerator) -> AttributeValue {
    let bits = Int64(bitPattern: generator.next())
    switch type {
    case .int16: return .int(Int64(Int16(truncatingIfNeeded: bits)))
    case .int32: return .int(Int64(Int32(truncatingIfNeeded: bits)))
    case .int64: return .int(bits)
    case .double:
      let value = Double(bitPattern: UInt64(bitPattern: bits))
      return .double(value.isNaN ? .infinity : value)
    case .float:
      let value = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      return .double(value.isNaN ? -.infinity : Double(value))
    case .decimal:
      return .decimal(DecimalText.parse("\(bits)\(bits.magnitude)e\(bits % 90)") ?? 1)
    case .bool: return .bool(bits > 0)
    case .string: return .string(Self.texts.randomElement(using: &generator) ?? "")
    case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(bits >> 10) / 4_096))
    case .data: return .data(Data(withUnsafeBytes(of: bits) { Array($0) }))
    case .uuid: return .uuid(UUID())
    case .url: return .url(URL(filePath: "/tmp/\(bits)"))
    case .codable: return .codable(Data("{\"n\":[\(bits),1.50]}".utf8))
    }
  }

  private func attribute(_ index: Int, _ generator: inout SeededGenerator) -> AttributeDescription {
    let type = AttributeType.allCases.randomElement(using: &generator) ?? .string
    var result = AttributeDescription(name: "a\(index)", type: type)
    result.isArray = generator.oneIn(4)
    result.isOptional = Bool.random(using: &generator)
    if type == .codable { result.swiftType = "Box<Int>" }
    if type == .decimal && !result.isArray && generator.oneIn(8) { result.scale = 2 }
    if generator.oneIn(2) && result.scale == nil {
      let one = value(type, &generator)
      result.defaultValue = .value(result.isArray ? .array([one, value(type, &generator)]) : one)
      if type == .date && !result.isArray && generator.oneIn(3) { result.defaultValue = .now }
      if type == .uuid && !result.isArray && generator.oneIn(3) { result.defaultValue = .newUUID }
    }
    result.isTransient = generator.oneIn(8)
    if generator.oneIn(5) && !result.isArray && result.defaultValue == nil && result.scale == nil {
      switch type {
      case .int16, .int32, .int64, .double, .float, .decimal,
        .date where result.scale == nil:
        result.minimum = value(type, &generator)
      case .string: result.pattern = "[a-z]\\d+"
      default: break
      }
    }
    if generator.oneIn(6) && type == .data { result.minimumLength = 0 }
    if generator.oneIn(6) && type == .data { result.maximumLength = 1_000 }
    result.userInfo = generator.oneIn(4) ? ["k": Self.texts[3], "ä": Self.texts[1]] : [:]
    result.renamedFrom = generator.oneIn(4) ? "b\(index)" : nil
    result.documentation = generator.oneIn(3) ? Self.texts.randomElement(using: &generator) : nil
    return result
  }

  @Test("random models read back equal")
  func roundTrip() throws {
    var generator = SeededGenerator(for: "canonical text")
    for round in 0..<60 {
      var entities: [EntityDescription] = []
      for index in 0..<Int.random(in: 1...5, using: &generator) {
        var entity = EntityDescription(name: "E\(index)")
        entity.parent =
          index > 0 && generator.oneIn(3) ? "E\(Int.random(in: 0..<index, using: &generator))" : nil
        entity.isAbstract = generator.oneIn(5)
        let count = Int.random(in: 0...8, using: &generator)
        entity.attributes = (0..<count).map { attribute(index * 10 + $0, &generator) }
        entity.relationships = (0..<Int.random(in: 0...3, using: &generator)).map { number in
          var relationship = RelationshipDescription(name: "r\(index)\(number)", destination: "E0")
          relationship.isToMany = Bool.random(using: &generator)
          relationship.isOrdered = relationship.isToMany && generator.oneIn(2)
          relationship.isOptional = Bool.random(using: &generator)
          relationship.deleteRule = DeleteRule.allCases.randomElement(using: &generator) ?? .nullify
          if relationship.isToMany && generator.oneIn(2) {
            relationship.minimumCount = 2
            relationship.maximumCount = 5
          }
          return relationship
        }
        if let stored = entity.attributes.first(where: { !$0.isTransient }) {
          entity.uniquenessConstraints = generator.oneIn(2) ? [[stored.name]] : []
          entity.indexes = [
            IndexDescription(elements: [.init(property: stored.name, isDescending: generator.oneIn(2))])
          ]
          entity.fetchRequests = [
            FetchRequestTemplate(
              name: "all", predicate: Self.texts[1], sort: [.init(property: stored.name)], limit: 5)
          ]
        }
        entities.append(entity)
      }
      let model = EntityModel(name: "Test", version: generator.oneIn(2) ? "1\n" : nil, entities: entities)
      let text = model.canonicalJSON
      let read = try EntityModel(json: text)
      #expect(read == model, "round \(round), seed \(generator.seed)")
      #expect(read.canonicalJSON == text, "round \(round), seed \(generator.seed)")
    }
  }

  @Test("the text is a model file as a person would write it")
  func form() throws {
    let model = try EntityModel(
      json:
        #"{"entities":[{"attributes":[{"optional":false,"type":"int64","name":"rank"}],"name":"Post"}],"model":"Blog"}"#
    )
    #expect(
      model.canonicalJSON == """
        {
          "model": "Blog",
          "entities": [
            { "name": "Post",
              "attributes": [
                { "name": "rank", "type": "int64" } ] }
          ]
        }

        """)
  }
}
