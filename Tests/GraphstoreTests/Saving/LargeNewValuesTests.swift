import Foundation
import Graphstore
import Testing

@Suite("Large values of new objects stand alone")
struct LargeNewValuesTests {
  let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
  }

  @Test func largeAndSmallValuesSetInAnyOrderAreSaved() throws {
    let context = container.newContext()
    let objects = try (0..<300).map { _ in try context.insert(entity: "Employee") }
    for (index, object) in objects.enumerated() {
      let length = index % 7 == 3 ? 200_000 : index % 5
      try object.setValue(String(repeating: "x", count: length) + "\(index)", forKey: "name")
      try object.setValue(index, forKey: "salary")
    }
    context.delete(objects[10])
    try objects[17].setValue("small again", forKey: "name")
    try objects[24].setValue(nil, forKey: "name")
    try context.save()
    let found = try container.newContext().fetch(
      FetchRequest<ManagedObject>(entityName: "Employee", sortKeys: [SortKey("salary")]))
    #expect(found.count == 299)
    for object in found {
      let index = try #require(try object.value(forKey: "salary", as: Int.self))
      let name = try object.value(forKey: "name", as: String.self)
      switch index {
      case 17: #expect(name == "small again")
      case 24: #expect(name == nil)
      default:
        let length = index % 7 == 3 ? 200_000 : index % 5
        #expect(name == String(repeating: "x", count: length) + "\(index)")
        #expect(object.id == objects[index].id)
      }
    }
    for (index, object) in objects.enumerated() where index % 7 == 3 && index != 10 {
      #expect(object.committedValues(forKeys: ["salary"]) == ["salary": .int(Int64(index))])
    }
  }
}
