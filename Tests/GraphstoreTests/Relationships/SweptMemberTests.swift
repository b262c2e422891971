import Graphstore
import Testing

@testable import ObjectGraph

/// Objects that nobody holds are let go; what was done to the lists that they are in is not.
@Suite("Members that were let go keep their places")
struct SweptMemberTests {
  @Test(arguments: ["Left", "Right"]) func aMoveIsSavedWithoutItsMember(ordered: String) throws {
    func many(_ name: String, _ to: String, _ inverse: String, _ isOrdered: Bool) -> String {
      #"{ "name": "\#(name)", "to": "\#(to)", "many": true, "ordered": \#(isOrdered), "inverse": "\#(inverse)" }"#
    }
    let model = try EntityModel(
      json: """
        { "model": "Sides", "entities": [
          { "name": "Left", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [ \(many("rights", "Right", "lefts", ordered == "Left")) ] },
          { "name": "Right", "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [ \(many("lefts", "Left", "rights", ordered == "Right")) ] } ] }
        """)
    let (owner, member) = ordered == "Left" ? ("Left", "Right") : ("Right", "Left")
    let key = ordered == "Left" ? "rights" : "lefts"
    let store = try StoreFixture(model)
    try store.make { context in
      let list = try context.insert(owner, ["name": "list"])
      for name in ["a", "b", "c"] {
        try list.add(try context.insert(member, ["name": name]), toRelationship: key)
      }
    }
    let container = try store.open()
    let context = container.newContext()
    let list = try #require(try context.find(owner, "list"))
    try list.moveRelated(from: 2, to: 0, inRelationship: key)
    for hierarchy in context.core.hierarchies { hierarchy.map.sweep() }
    try context.save()
    let fresh = container.newContext()
    #expect(try #require(try fresh.find(owner, "list")).labels(key) == ["c", "a", "b"])
  }
}
