import Foundation
import GraphValues
import Testing

@_spi(Generated) @testable import GraphModel

@Suite("Fingerprints")
struct FingerprintTests {
  private let base = [
    EntityDescription(
      name: "Post",
      attributes: [
        AttributeDescription(name: "title", type: .string), AttributeDescription(name: "rank", type: .int64),
      ],
      relationships: [RelationshipDescription(name: "next", destination: "Post")]),
    EntityDescription(name: "Essay", parent: "Post"), EntityDescription(name: "Note", parent: "Post"),
    EntityDescription(name: "Author"),
  ]

  private func changed(_ change: (inout [EntityDescription]) -> Void) -> Bool {
    var entities = base
    change(&entities)
    return Fingerprint.of(entities) != Fingerprint.of(base)
  }

  @Test("what decides storage changes it")
  func storage() {
    #expect(changed { $0[0].name = "Article" })
    #expect(changed { $0[1].parent = nil })
    #expect(changed { $0[0].isAbstract = true })
    #expect(changed { $0[0].attributes[0].name = "heading" })
    #expect(changed { $0[0].attributes[0].type = .data })
    #expect(changed { $0[0].attributes[0].isArray = true })
    #expect(changed { $0[0].attributes[0].isOptional = true })
    #expect(changed { $0[0].attributes[0].isTransient = true })
    #expect(changed { $0[0].attributes[0].derivation = "x" })
    #expect(changed { $0[0].attributes[0].isExternal = true })
    #expect(changed { $0[0].attributes[0].scale = 2 })
    #expect(changed { $0[0].relationships[0].destination = "Author" })
    #expect(changed { $0[0].relationships[0].isToMany = true })
    #expect(changed { $0[0].relationships[0].isOrdered = true })
    #expect(changed { $0[0].relationships[0].isOptional = true })
    #expect(changed { $0[0].relationships[0].inverse = "next" })
    #expect(changed { $0[0].relationships[0].deleteRule = .noAction })
    #expect(changed { $0[0].uniquenessConstraints = [["title"]] })
    #expect(changed { $0[0].indexes = [IndexDescription(elements: [.init(property: "title")])] })
    #expect(changed { $0.removeLast() })
    #expect(changed { $0.swapAt(1, 2) }, "the order of siblings numbers them")
  }

  @Test("what does not decide storage leaves it")
  func notStorage() {
    #expect(!changed { $0[0].attributes[0].defaultValue = .value(.string("x")) })
    #expect(!changed { $0[0].attributes[0].minimumLength = 1 })
    #expect(!changed { $0[0].attributes[1].minimum = .int(1) })
    #expect(!changed { $0[0].attributes[0].pattern = "x" })
    #expect(!changed { $0[0].attributes[0].values = [.string("x")] })
    #expect(!changed { $0[0].attributes[0].documentation = "x" })
    #expect(!changed { $0[0].attributes[0].renamedFrom = "x" })
    #expect(!changed { $0[0].attributes[0].userInfo = ["a": "b"] })
    #expect(!changed { $0[0].attributes.swapAt(0, 1) })
    #expect(!changed { $0[0].relationships[0].deleteRule = .cascade })
    #expect(!changed { $0[0].fetchRequests = [FetchRequestTemplate(name: "x")] })
    #expect(!changed { $0.swapAt(0, 3) }, "the order of hierarchies is free")
    let one = EntityModel(name: "One", version: "1", entities: base)
    let two = EntityModel(name: "Two", version: "2", entities: base)
    #expect(one.fingerprint == two.fingerprint)
  }

  @Test("no text passes for another")
  func injection() {
    let left = [
      EntityDescription(
        name: "A", attributes: [AttributeDescription(name: "x", type: .int64, derivation: "y\n9:attribute")])
    ]
    let right = [
      EntityDescription(
        name: "A", attributes: [AttributeDescription(name: "x", type: .int64, derivation: "y")])
    ]
    #expect(Fingerprint.of(left) != Fingerprint.of(right))
  }

  @Test("it stays the same from release to release")
  func stable() throws {
    let model = try EntityModel(contentsOf: Repository.models.appending(path: "GifModel.json"))
    #expect(model.fingerprint == "00e2fe4bddd8fece1593a5bef3c845c3fa78db01fd5b6bc36c4b489fda095955")
  }

  @Test("generated code's model is the model it was generated from")
  func embedded() throws {
    let model = try EntityModel(contentsOf: Repository.models.appending(path: "GifModel.json"))
    #expect(EntityModel.embedded(model.canonicalJSON, fingerprint: model.fingerprint) == model)
  }

  @Test("generated code whose model is another one, or none, ends with advice")
  func embeddedMismatch() async {
    let mismatch = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = EntityModel.embedded(#"{"model":"A","entities":[{"name":"B"}]}"#, fingerprint: "0")
    }
    #expect(Self.text(mismatch).contains("run model-codegen again"))
    let invalid = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = EntityModel.embedded("{", fingerprint: "0")
    }
    #expect(Self.text(invalid).contains("run model-codegen again"))
  }

  private static func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }
}
