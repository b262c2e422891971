import Foundation
import GraphModel
import GraphValues
import Testing

@Suite("Inheritance, worked out")
struct ResolutionTests {
  private func load(_ name: String) throws -> ResolvedModel {
    ResolvedModel(try EntityModel(contentsOf: Repository.corpus.appending(path: "Good/\(name).json")))
  }

  @Test("slots and numbers run over the hierarchy, parents first")
  func hierarchy() throws {
    let model = try load("Inheritance")
    let numbers = model.family(ofRoot: "Animal").map { "\($0.name) \($0.number) \($0.familyNumbers)" }
    #expect(numbers == ["Animal 0 [0, 1, 2, 3]", "Cat 1 [1]", "Dog 2 [2, 3]", "Puppy 3 [3]"])
    let puppy = try #require(model["Puppy"])
    #expect(puppy.ancestors == ["Dog", "Animal"])
    #expect(puppy.properties.map { "\($0.name) \($0.slot)" } == ["name 0", "sound 2", "owner 3", "weeks 4"])
    #expect(puppy.layout.kinds == [.text, .integer, .text, .integer, .integer])
    #expect(puppy.property(named: "owner")?.relationship?.destination == "Person")
    #expect(puppy.property(named: "lives") == nil)
    #expect(model.roots.map(\.name) == ["Animal", "Person"])
    #expect(model["Person"]?.toManyRelationships.map(\.name) == ["dogs"])
    #expect(model["Cat"]?.uniquenessConstraints == [["name", "lives"]])
  }

  @Test("siblings' properties of one name share a slot, and each keeps what it requires")
  func siblings() throws {
    let model = try load("Siblings")
    let slots = model.hierarchyProperties(ofRoot: "Party").map { "\($0.slot) \($0.name) \($0.isOptional)" }
    #expect(
      slots == [
        "0 name false", "1 code true", "2 home true", "3 employer true", "4 _employer_order true",
        "5 vat false",
      ])
    let person = try #require(model["Person"])
    let company = try #require(model["Company"])
    #expect(
      person.properties.map { "\($0.slot) \($0.isOptional)" } == ["0 false", "1 false", "2 true", "3 true"])
    #expect(
      company.properties.map { "\($0.slot) \($0.isOptional)" } == ["0 false", "1 true", "2 false", "5 false"])
    #expect(person.hiddenProperties.map(\.name) == ["_employer_order"])
    #expect(company.hiddenProperties.isEmpty)
    #expect(person.property(named: "_employer_order") == nil)
    #expect(person.keys["_employer_order"] == nil)
  }

  @Test("siblings' relationships of one name are relationships of their own")
  func siblingRelationships() throws {
    let model = try load("Siblings")
    let person = try #require(model["Person"])
    let company = try #require(model["Company"])
    let homes = [person, company].compactMap { $0.relationship(named: "home") }
    #expect(homes.map(\.storage) == Array(repeating: .column(slot: 2, orderSlot: nil), count: 2))
    #expect(homes.map(\.deleteRule) == [.nullify, .deny])
    #expect(homes.map { model.inverse(of: $0).name } == ["_Person_home", "_Company_home"])
    #expect(
      homes.map { model.inverse(of: $0).storage }
        == Array(repeating: .inverseColumn(slot: 2, orderSlot: nil), count: 2))
    #expect(model.joins.map(\.tableName) == ["_Person_friends", "_Company_friends"])
    #expect(person.relationship(named: "friends")?.place == 0)
    #expect(company.relationship(named: "friends")?.place == 2)
    #expect([person, company].map(\.placeCount) == [3, 3])
  }

  @Test("a model of many entities costs what its entities hold, not their pairs")
  func manyEntities() throws {
    let entities = (0..<2_000).map { index in
      EntityDescription(
        name: "E\(index)", parent: index % 20 == 0 ? nil : "E\(index - 1)",
        attributes: (0..<5).map { AttributeDescription(name: "a\(index)x\($0)", type: .int64) },
        relationships: [RelationshipDescription(name: "r\(index)", destination: "E\((index * 7) % 2_000)")])
    }
    let model = ResolvedModel(EntityModel(name: "Large", entities: entities))
    #expect(model.relationships.count == 4_000)
    #expect(model["E19"]?.properties.count == 120)
  }
}
