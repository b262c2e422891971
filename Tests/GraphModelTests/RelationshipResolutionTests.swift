import Foundation
import GraphModel
import GraphValues
import Testing

@Suite("Relationships, worked out")
struct RelationshipResolutionTests {
  private static let model = try? ResolvedModel(
    EntityModel(contentsOf: Repository.corpus.appending(path: "Good/Relationships.json")))

  private func relationship(_ entity: String, _ name: String) throws -> ResolvedRelationship {
    try #require(Self.model?[entity]?.relationship(named: name))
  }

  @Test("an ordered to-many's members hold their place in a hidden companion behind the to-one")
  func ordered() throws {
    let model = try #require(Self.model)
    let node = try #require(model["Node"])
    #expect(node.properties.map { "\($0.slot) \($0.name)" } == ["0 parent", "2 twin", "3 last"])
    #expect(node.hiddenProperties.map { "\($0.slot) \($0.name)" } == ["1 _parent_order"])
    let companion = try #require(node.hiddenProperties.first)
    #expect(companion.isHidden && companion.isOptional && companion.slotKind == .integer)
    #expect(companion.attribute == nil && companion.relationship == nil)
    let parent = try relationship("Node", "parent")
    let children = try relationship("Node", "children")
    #expect(parent.storage == .column(slot: 0, orderSlot: 1))
    #expect(children.storage == .inverseColumn(slot: 0, orderSlot: 1))
    #expect(model.inverse(of: parent) === children)
    #expect(model.inverse(of: children) === parent)
    #expect(parent.place == -1)
    #expect(children.place == 0)
    #expect(children.deleteRule == .cascade)
  }

  @Test("a relationship that is its own inverse has its own index as the inverse's")
  func selfInverse() throws {
    let model = try #require(Self.model)
    let twin = try relationship("Node", "twin")
    #expect(twin.isSelfInverse && twin.storage == .column(slot: 2, orderSlot: nil))
    let friends = try relationship("Node", "friends")
    #expect(friends.isSelfInverse && friends.storage == .join(index: 0, isSource: true))
    let join = model.joins[0]
    #expect(join.isSelfInverse && join.source == friends.index && join.tableName == "_Node_friends")
  }

  @Test("many-to-many lies in a table named by the side declared first")
  func manyToMany() throws {
    let model = try #require(Self.model)
    let tags = try relationship("Node", "tags")
    let nodes = try relationship("Tag", "nodes")
    #expect(tags.storage == .join(index: 1, isSource: true))
    #expect(nodes.storage == .join(index: 1, isSource: false))
    let join = model.joins[1]
    #expect(join.tableName == "_Node_tags" && join.sourceRoot == "Node" && join.targetRoot == "Tag")
    #expect(!join.sourceIsOrdered && join.targetIsOrdered)
    #expect(join.source == tags.index && join.target == nodes.index)
  }

  @Test("what has no inverse gets an implicit one, which names do not find")
  func implicit() throws {
    let model = try #require(Self.model)
    let last = try relationship("Node", "last")
    let back = model.inverse(of: last)
    #expect(back.isImplicit && back.name == "_Node_last" && back.owner == "Node" && back.isToMany)
    #expect(back.storage == .inverseColumn(slot: 3, orderSlot: nil))
    #expect(back.deleteRule == .nullify && back.isOptional)
    let seen = try relationship("Node", "seen")
    #expect(seen.storage == .join(index: 2, isSource: true))
    let seenBack = model.inverse(of: seen)
    #expect(seenBack.isImplicit && seenBack.storage == .join(index: 2, isSource: false))
    #expect(model["Tag"]?.relationships.map(\.name) == ["nodes", "_Node_seen"])
    #expect(model["Tag"]?.relationship(named: "_Node_seen") == nil)
    #expect(model.destination(of: seenBack).name == "Node")
  }

  @Test("places and indexes are numbered without gaps, the implicit ones last")
  func numbers() throws {
    let model = try #require(Self.model)
    #expect(model.relationships.map(\.index) == Array(0..<model.relationships.count))
    let first = model.relationships.firstIndex(where: \.isImplicit)
    #expect(first == 8)
    for entity in model.entities {
      let places = entity.relationships.filter(\.isToMany).map(\.place)
      #expect(places == Array(0..<entity.placeCount))
    }
    #expect(model["Node"]?.placeCount == 5)
  }

  @Test("a subentity has the relationships of its parents, at the same places")
  func inherited() throws {
    let url = Repository.corpus.appending(path: "Good/Inheritance.json")
    let model = ResolvedModel(try EntityModel(contentsOf: url))
    let dog = try #require(model["Dog"]?.relationship(named: "owner"))
    let puppy = try #require(model["Puppy"]?.relationship(named: "owner"))
    #expect(dog === puppy)
    #expect(model["Animal"]?.relationship(named: "owner") == nil)
  }
}
