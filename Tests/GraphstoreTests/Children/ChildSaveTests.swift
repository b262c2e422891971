import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("What a child saves arrives in its parent, or is refused as a whole")
struct ChildSaveTests {
  private static func garage() throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Garage", "entities": [
          { "name": "Car",
            "attributes": [
              { "name": "plate", "type": "string", "minLength": 1 },
              { "name": "speed", "type": "int64", "optional": true, "transient": true },
              { "name": "low", "type": "string", "derived": "lowercase:(plate)" },
              { "name": "tags", "type": "string", "array": true, "optional": true },
              { "name": "price", "type": "decimal", "optional": true },
              { "name": "photo", "type": "data", "optional": true, "external": true },
              { "name": "size", "type": "composite", "optional": true, "attributes": [
                { "name": "length", "type": "double" }, { "name": "width", "type": "double" } ] } ],
            "relationships": [
              { "name": "wheels", "to": "Wheel", "many": true, "ordered": true, "inverse": "car",
                "onDelete": "cascade", "maxCount": 4 } ],
            "unique": [["plate"]] },
          { "name": "Wheel",
            "relationships": [ { "name": "car", "to": "Car", "inverse": "wheels" } ] } ] }
        """)
  }

  private let fixture: StoreFixture
  private let container: PersistentContainer
  private let parent: ObjectContext
  private let child: ObjectContext

  init() throws {
    fixture = try StoreFixture(Self.garage())
    container = try fixture.open()
    parent = container.newContext()
    child = parent.newChild()
  }

  @Test func everyAttributeReachesTheParent() throws {
    let photo = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
    let car = try child.insert(
      "Car",
      [
        "plate": "ABC", "tags": ["a", "b"], "price": Decimal(string: "12.345") ?? 0, "photo": photo,
        "size.length": 4.5, "size.width": 1.5,
      ])
    for name in ["plate", "tags", "price", "photo", "size.length", "size.width"] {
      #expect(try !car.value(forKey: name).isNull)
    }
    try child.save()
    let arrived = try parent.object(with: car.id)
    func check(_ other: ManagedObject) throws {
      for name in ["plate", "low", "tags", "price", "photo", "size.length", "size.width"] {
        #expect(try other.value(forKey: name) == car.value(forKey: name), "\(name)")
      }
    }
    try check(arrived)
    try parent.save()
    try check(arrived)
    try container.reading { try check($0.object(with: car.id)) }
    // The value is in a file now, which is no change of the object.
    try car.setValue("XYZ", forKey: "plate")
    try child.save()
    #expect(try arrived.value(forKey: "plate") == .string("XYZ"))
  }

  @Test func transientValuesGoAlong() throws {
    let car = try child.insert("Car", ["plate": "A", "speed": 50])
    try child.save()
    let arrived = try parent.object(with: car.id)
    #expect(try arrived.value(forKey: "speed") == .int(50))
    try parent.save()
    #expect(try arrived.value(forKey: "speed") == .int(50))
    try car.setValue(20, forKey: "speed")
    try child.save()
    #expect(try arrived.value(forKey: "speed") == .int(20))
    try parent.save()
    parent.refreshAllObjects()
    #expect(try arrived.value(forKey: "speed") == .null)
  }

  @Test func rulesAreCheckedInTheChild() throws {
    let car = try child.insert(entity: "Car")
    _ = try child.insert(entity: "Wheel")
    let error = expect(.validation) { try child.save() }
    #expect(error?.failures.count == 2)
    #expect(!parent.hasChanges)
    try car.setValue("A", forKey: "plate")
    for wheel in try child.all("Wheel") { try car.add(wheel, toRelationship: "wheels") }
    for _ in 0..<4 { try car.add(child.insert(entity: "Wheel"), toRelationship: "wheels") }
    expect(.validation) { try child.save() }
    child.delete(try car.relatedObjects(forKey: "wheels")[2])
    try child.save()
    #expect(try parent.object(with: car.id).relatedObjects(forKey: "wheels").count == 4)
    try parent.save()
  }

  @Test func uniqueValuesAreThoseOfStoredAndUnsavedObjects() throws {
    try parent.insert("Car", ["plate": "stored"])
    try parent.save()
    try parent.insert("Car", ["plate": "unsaved"])
    for plate in ["stored", "unsaved"] {
      let car = try child.insert("Car", ["plate": plate])
      let error = expect(.uniqueness) { try child.save() }
      #expect(error?.objectID == car.id)
      #expect(error?.properties == ["plate"])
      child.delete(car)
    }
    let cars = try child.all("Car")
    try cars[0].setValue("unsaved", forKey: "plate")
    try cars[1].setValue("stored", forKey: "plate")
    try child.save()
    try parent.save()
    #expect(
      try container.reading { try $0.all("Car").map { try $0.value(forKey: "plate") } }
        == [.string("unsaved"), .string("stored")])
    child.delete(cars[0])
    try child.insert("Car", ["plate": "unsaved"])
    try child.save()
    try parent.save()
    #expect(try container.reading { try $0.all("Car").count } == 2)
  }

  @Test func theOrderOfAListIsThatOfTheChild() throws {
    let car = try parent.insert("Car", ["plate": "A"])
    for _ in 0..<4 { try car.add(parent.insert(entity: "Wheel"), toRelationship: "wheels") }
    let other = try child.object(with: car.id)
    try other.moveRelated(from: 3, to: 0, inRelationship: "wheels")
    try other.moveRelated(from: 1, to: 3, inRelationship: "wheels")
    let expected = try other.relatedObjects(forKey: "wheels").map(\.id)
    try child.save()
    #expect(try car.relatedObjects(forKey: "wheels").map(\.id) == expected)
    try parent.save()
    #expect(
      try container.reading { try $0.object(with: car.id).relatedObjects(forKey: "wheels").map(\.id) }
        == expected)
  }

  @Test func theParentUndoesASaveOfItsChildAsOneGroup() throws {
    parent.undoManager = GraphUndoManager()
    let car = try parent.insert("Car", ["plate": "A"])
    let wheel = try parent.insert(entity: "Wheel")
    try wheel.setRelatedObject(car, forKey: "car")
    let other = try child.object(with: car.id)
    try other.setValue("B", forKey: "plate")
    child.delete(try child.object(with: wheel.id))
    let added = try child.insert(entity: "Wheel")
    try added.setRelatedObject(other, forKey: "car")
    try child.save()
    #expect(try car.relatedObjects(forKey: "wheels").map(\.id) == [added.id])
    parent.undo()
    #expect(try car.value(forKey: "plate") == .string("A"))
    #expect(try car.relatedObjects(forKey: "wheels") == [wheel])
    parent.redo()
    #expect(try car.value(forKey: "plate") == .string("B"))
    #expect(try car.relatedObjects(forKey: "wheels").map(\.id) == [added.id])
    try parent.save()
  }

  @Test func aChildUndoesWhatItHasSaved() throws {
    let car = try parent.insert("Car", ["plate": "A"])
    try parent.save()
    child.undoManager = GraphUndoManager()
    let other = try child.object(with: car.id)
    child.delete(other)
    try child.save()
    #expect(car.isDeleted)
    child.undo()
    try child.save()
    #expect(!car.isDeleted)
    #expect(try parent.all("Car") == [car])
    try parent.save()
    #expect(try container.reading { try $0.all("Car").map(\.id) } == [car.id])
  }

  @Test func aMergePolicyResolvesWhatBothHaveChanged() throws {
    let car = try parent.insert("Car", ["plate": "A"])
    let other = try child.object(with: car.id)
    try other.setValue("child", forKey: "plate")
    try car.setValue("parent", forKey: "plate")
    child.mergePolicy = .storeWins
    try child.save()
    #expect(try other.value(forKey: "plate") == .string("parent"))
    try other.setValue("child", forKey: "plate")
    try car.setValue("again", forKey: "plate")
    child.mergePolicy = .objectWins
    try child.save()
    #expect(try car.value(forKey: "plate") == .string("child"))
    #expect(try container.reading { try $0.all("Car").isEmpty })
  }

  @Test func manySavesOfManyObjects() throws {
    for round in 0..<5 {
      for number in 0..<600 { try child.insert("Car", ["plate": "\(round)/\(number)"]) }
      try child.save()
      if round.isMultiple(of: 2) { try parent.save() }
    }
    for car in try child.all("Car") where car.id.hashValue.isMultiple(of: 3) {
      try car.setValue(1, forKey: "price")
    }
    try child.save()
    try parent.save()
    #expect(try container.reading { try $0.count(FetchRequest<ManagedObject>(entityName: "Car")) } == 3000)
  }
}
