import Foundation
import GraphModel
import GraphValues
import Testing

@Suite("Composites and derived attributes, worked out")
struct CompositeTests {
  private func load(_ name: String) throws -> ResolvedModel {
    ResolvedModel(try EntityModel(contentsOf: Repository.corpus.appending(path: "Good/\(name).json")))
  }

  @Test("members are stored properties in the place of their composite, named by their path")
  func members() throws {
    let model = try load("Composites")
    let person = try #require(model["Person"])
    #expect(
      person.properties.map { "\($0.slot) \($0.name)" } == [
        "0 name", "1 address.street", "2 address.town", "3 address.lines", "4 age", "5 place.latitude",
        "6 place.longitude", "7 place.id", "8 place.state", "9 price.amount", "10 price.currency",
        "11 employer",
      ])
    let street = try #require(person.property(named: "address.street"))
    #expect(street.attribute?.name == "street" && street.composite?.name == "address" && !street.isOptional)
    #expect(person.property(named: "place.latitude")?.isOptional == true)
    #expect(person.property(named: "price.amount")?.slotKind == .integer)
    #expect(person.keys["place.id"]?.codec?.type == .uuid)
    #expect(person.property(named: "address") == nil && person.property(named: "street") == nil)
  }

  @Test("defaults of a composite that may be missing are not a new object's")
  func defaults() throws {
    let person = try #require(try load("Composites")["Person"])
    #expect(person.property(named: "address.town")?.defaultValue == .value(.string("Wien")))
    #expect(person.property(named: "place.id")?.defaultValue == nil)
    #expect(person.property(named: "place.id")?.attribute?.defaultValue == .newUUID)
  }

  @Test("siblings' composites of one name share the columns of the members of one name")
  func siblings() throws {
    let model = try load("Composites")
    let company = try #require(model["Company"])
    #expect(
      company.properties.map { "\($0.slot) \($0.name)" } == [
        "0 name", "1 address.street", "2 address.town", "12 address.country",
      ])
    let addresses = [model["Person"], company].compactMap { $0?.composites.first { $0.name == "address" } }
    #expect(addresses.map(\.slots) == [[1, 2, 3], [2, 1, 12]])
    #expect(addresses.map(\.isOptional) == [false, true])
    #expect(model.hierarchyProperties(ofRoot: "Party")[1].isOptional)
  }

  @Test("a composite's attributes change the fingerprint as the entity's do")
  func fingerprint() throws {
    let text = #"{"model":"T","entities":[{"name":"A","attributes":["#
    let end = "]}]}"
    let models = [
      #"{"name":"a","type":"composite","attributes":[{"name":"x","type":"string"}]}"#,
      #"{"name":"a","type":"composite","optional":true,"attributes":[{"name":"x","type":"string"}]}"#,
      #"{"name":"a","type":"composite","attributes":[{"name":"x","type":"string","optional":true}]}"#,
      #"{"name":"a","type":"composite","attributes":[{"name":"x","type":"data"}]}"#,
      #"{"name":"a","type":"composite","attributes":[{"name":"y","type":"string"}]}"#,
      #"{"name":"b","type":"composite","attributes":[{"name":"x","type":"string"}]}"#,
      #"{"name":"a","type":"string"}"#,
    ]
    let fingerprints = try models.map { try EntityModel(json: text + $0 + end).fingerprint }
    #expect(Set(fingerprints).count == models.count)
    let documented =
      #"{"name":"a","type":"composite","documentation":"x","attributes":[{"name":"x","type":"string","default":"y"}]}"#
    #expect(try EntityModel(json: text + documented + end).fingerprint == fingerprints[0])
  }

  @Test("which side of a many-to-many stands first changes the fingerprint, for it names the table")
  func joinSource() throws {
    let left = EntityDescription(
      name: "A",
      relationships: [RelationshipDescription(name: "bs", destination: "B", isToMany: true, inverse: "as")])
    let right = EntityDescription(
      name: "B",
      relationships: [RelationshipDescription(name: "as", destination: "A", isToMany: true, inverse: "bs")])
    let models = [[left, right], [right, left]].map { EntityModel(name: "T", entities: $0) }
    #expect(models.map { ResolvedModel($0).joins.map(\.tableName) } == [["_A_bs"], ["_B_as"]])
    #expect(models[0].fingerprint != models[1].fingerprint)
  }

  @Test("derived attributes know what they are computed from")
  func derivations() throws {
    let model = try load("Derived")
    let author = try #require(model["Author"])
    let post = try #require(model["Post"])
    let texts = author.derivations.map { derivation in
      let name = author.properties[derivation.slot].name
      switch derivation.kind {
      case .count(let relationship): return "\(name): count \(relationship.name)"
      case .sum(let relationship, let slot):
        return "\(name): sum \(relationship.name) \(post.properties[slot].name)"
      case .lowercase(let slot): return "\(name): lowercase \(author.properties[slot].name)"
      case .canonical(let slot): return "\(name): canonical \(author.properties[slot].name)"
      case .now: return "\(name): now"
      }
    }
    #expect(
      texts == [
        "lowerEmail: lowercase email", "searchName: canonical name", "searchTown: canonical address.town",
        "changed: now", "saved: now", "postCount: count posts", "fanCount: count fans",
        "seenCount: count seen", "words: sum posts words", "rating: sum posts rating",
        "weight: sum posts weight", "income: sum posts price.amount",
      ])
    #expect(model["Poet"]?.derivations.count == 14)
    #expect(post.derivations.isEmpty)
  }
}
