import Foundation
import Graphstore
import Testing

extension ChinookTests {
  @Suite("Contents")
  struct Contents {
    let store: ChinookStore
    let context: ObjectContext

    init() throws {
      store = try ChinookStore.loaded
      context = store.container.newContext()
    }

    /// The raw data: rows of an entity, as JSON has them.
    private func rows(_ entity: String) throws -> [[String: Any]] {
      let json = try JSONSerialization.jsonObject(with: store.json)
      return try #require((json as? [String: Any])?[entity] as? [[String: Any]])
    }

    @Test("Every entity has its rows, for the shell as for the context")
    func rowCounts() throws {
      var total = 0
      #expect(ChinookSchema.model.entities.count == 11)
      for entity in ChinookSchema.model.entities {
        let expected = try rows(entity.name).count
        #expect(try context.count(FetchRequest<ManagedObject>(entityName: entity.name)) == expected)
        #expect(try store.shell("SELECT count(*) FROM \"\(entity.name)\"") == ["\(expected)"])
        total += expected
      }
      #expect(total == 15_607)
    }

    @Test("SQLite finds nothing wrong with the file")
    func integrity() throws {
      #expect(try store.shell("PRAGMA integrity_check") == ["ok"])
      #expect(try store.shell("PRAGMA foreign_key_check") == [])
    }

    @Test("Every value reads back as the JSON has it")
    func everyValue() throws {
      for entity in ChinookSchema.model.entities {
        let rows = try rows(entity.name)
        let objects = try context.fetch(FetchRequest<ManagedObject>(entityName: entity.name))
        try #require(objects.count == rows.count)
        var differences: [String] = []
        for (row, object) in zip(rows, objects) {
          var expected: [String: AttributeValue] = [:]
          for attribute in entity.attributes {
            let key = attribute.name.prefix(1).uppercased() + attribute.name.dropFirst()
            expected[attribute.name] = try value(row[key], as: attribute.type)
          }
          #expect(row.count == entity.attributes.count)
          for (name, value) in expected where try object.value(forKey: name) != value {
            differences.append("\(object.id).\(name)")
          }
        }
        #expect(differences == [])
      }
    }

    @Test("Values read back equal, whatever the container")
    func reopened() throws {
      let data = try ChinookData.read(store.json)
      let container = try PersistentContainer(
        model: ChinookSchema.model, url: store.file, options: StoreOptions(isReadOnly: true))
      let context = container.newContext()
      let tracks = try context.fetch(FetchRequest<Track>()).map { track in
        var values = track.values
        values.id = nil
        return values
      }
      #expect(tracks == data.track)
      let employees = try context.fetch(FetchRequest<Employee>()).map { employee in
        var values = employee.values
        values.id = nil
        return values
      }
      #expect(employees == data.employee)
    }

    /// A value of the raw JSON as an attribute holds it, made without the code under test.
    private func value(_ raw: Any?, as type: AttributeType) throws -> AttributeValue {
      if raw is NSNull { return .null }
      switch type {
      case .int64:
        let number = try #require(raw as? NSNumber)
        return .int(number.int64Value)
      case .decimal:
        let number = try #require(raw as? NSNumber)
        // Not decimalValue, which is off in the last place.
        let decimal = Decimal(string: number.stringValue)
        return .decimal(try #require(decimal))
      case .date:
        let text = try #require(raw as? String)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
        return .date(try #require(formatter.date(from: text)))
      default: return .string(try #require(raw as? String))
      }
    }
  }
}
