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

    /// The column that names the row which a to-one relationship leads to.
    private func column(_ relationship: String) -> String {
      switch relationship {
      case "manager": "ReportsTo"
      default: relationship.uppercasingFirstLetter + "Id"
      }
    }

    /// The attribute that numbers an entity's objects: `albumId`.
    private func number(of object: ManagedObject) throws -> Int64? {
      try object.value(forKey: object.entityName.lowercasingFirstLetter + "Id", as: Int64.self)
    }

    @Test("Every entity has its rows, for the shell as for the context")
    func rowCounts() throws {
      var total = 0
      #expect(ChinookSchema.model.entities.count == 10)
      for entity in ChinookSchema.model.entities {
        let expected = try rows(entity.name).count
        #expect(try context.count(FetchRequest<ManagedObject>(entityName: entity.name)) == expected)
        #expect(try store.shell("SELECT count(*) FROM \"\(entity.name)\"") == ["\(expected)"])
        total += expected
      }
      let links = try rows("PlaylistTrack").count
      #expect(try store.shell("SELECT count(*) FROM _Track_playlists") == ["\(links)"])
      #expect(total + links == 15_607)
    }

    @Test("SQLite finds nothing wrong with the file")
    func integrity() throws {
      #expect(try store.shell("PRAGMA integrity_check") == ["ok"])
      #expect(try store.shell("PRAGMA foreign_key_check") == [])
    }

    @Test("Every value and every to-one reads back as the JSON has it")
    func everyValue() throws {
      for entity in ChinookSchema.model.entities {
        let rows = try rows(entity.name)
        let objects = try context.fetch(FetchRequest<ManagedObject>(entityName: entity.name))
        try #require(objects.count == rows.count)
        let toOnes = entity.relationships.filter { !$0.isToMany }.map(\.name)
        var differences: [String] = []
        for (row, object) in zip(rows, objects) {
          #expect(row.count == entity.attributes.count + toOnes.count)
          for attribute in entity.attributes {
            let expected = try value(row[attribute.name.uppercasingFirstLetter], as: attribute.type)
            if try object.value(forKey: attribute.name) != expected {
              differences.append("\(object.id).\(attribute.name)")
            }
          }
          for name in toOnes {
            let expected = (row[column(name)] as? NSNumber)?.int64Value
            let other = try object.relatedObject(forKey: name)
            if try other.flatMap({ try number(of: $0) }) != expected {
              differences.append("\(object.id).\(name)")
            }
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
        (values.id, values.album, values.mediaType, values.genre) = (nil, nil, nil, nil)
        return values
      }
      #expect(tracks == data.track.map(\.values))
      let employees = try context.fetch(FetchRequest<Employee>()).map { employee in
        var values = employee.values
        (values.id, values.manager) = (nil, nil)
        return values
      }
      #expect(employees == data.employee.map(\.values))
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
