import Foundation
import GraphModel
import GraphValues
import Testing

@Suite("Inheritance, worked out")
struct ResolutionTests {
  @Test("slots and numbers run over the hierarchy, parents first")
  func hierarchy() throws {
    let url = Repository.corpus.appending(path: "Good/Inheritance.json")
    let model = ResolvedModel(try EntityModel(contentsOf: url))
    let numbers = model.family(ofRoot: "Animal").map { "\($0.name) \($0.number) \($0.familyNumbers)" }
    #expect(numbers == ["Animal 0 [0, 1, 2, 3]", "Cat 1 [1]", "Dog 2 [2, 3]", "Puppy 3 [3]"])
    let puppy = try #require(model["Puppy"])
    #expect(puppy.ancestors == ["Dog", "Animal"])
    #expect(puppy.properties.map { "\($0.name) \($0.slot)" } == ["name 0", "sound 3", "owner 4", "weeks 5"])
    #expect(puppy.layout.kinds == [.text, .integer, .text, .text, .integer, .integer])
    #expect(puppy.property(named: "owner")?.relationship?.destination == "Person")
    #expect(puppy.property(named: "lives") == nil)
    #expect(model.roots.map(\.name) == ["Animal", "Person"])
    #expect(model["Person"]?.toManyRelationships.map(\.name) == ["dogs"])
    #expect(model["Cat"]?.uniquenessConstraints == [["name", "lives"]])
  }
}
