import Foundation
import GraphValues
import Testing

@Suite("Object IDs")
struct ObjectIDTests {
  private static let store = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  private func id(_ entity: String, root: String? = nil, key: Int64) -> ObjectID {
    ObjectID(home: ObjectHome(store: Self.store, entity: entity, root: root ?? entity), key: key)
  }

  @Test(
    "the URI form reads back", arguments: [0, 1, 42, -1, Int64.max, Int64.min])
  func uriRoundTrip(key: Int64) throws {
    for (entity, root) in [("Post", "Post"), ("Article", "Post"), ("词条", "词条"), ("A_b", "Z9")] {
      let original = id(entity, root: root, key: key)
      let read = try #require(ObjectID(uri: original.uriRepresentation))
      #expect(read == original)
      #expect(read.entityName == entity)
      #expect(read.home.root == root)
      #expect(read.storeIdentifier == Self.store)
      #expect(read.uriRepresentation == original.uriRepresentation)
      let coded = try JSONDecoder().decode([ObjectID].self, from: JSONEncoder().encode([original]))
      #expect(coded == [original])
    }
  }

  @Test("IDs are equal by store, hierarchy and key")
  func equality() {
    #expect(id("Post", key: 1) == id("Post", key: 1))
    #expect(id("Post", key: 1).hashValue == id("Post", key: 1).hashValue)
    #expect(id("Article", root: "Post", key: 1) == id("Post", key: 1))
    #expect(id("Post", key: 1) != id("Post", key: 2))
    #expect(id("Post", key: 1) != id("Author", key: 1))
    let other = ObjectID(home: ObjectHome(store: UUID(), entity: "Post", root: "Post"), key: 1)
    #expect(other != id("Post", key: 1))
  }

  @Test(
    "what is no ID's URI is refused",
    arguments: [
      "http://01020304-0506-0708-090A-0B0C0D0E0F10/Post/1", "graphstore://", "graphstore:///Post/1",
      "graphstore://x/Post/1", "graphstore://01020304-0506-0708-090A-0B0C0D0E0F10",
      "graphstore://01020304-0506-0708-090A-0B0C0D0E0F10/Post",
      "graphstore://01020304-0506-0708-090A-0B0C0D0E0F10/Post/",
      "graphstore://01020304-0506-0708-090A-0B0C0D0E0F10//1",
      "graphstore://01020304-0506-0708-090A-0B0C0D0E0F10/Post/+1",
      "graphstore://01020304-0506-0708-090A-0B0C0D0E0F10/Post/01",
      "graphstore://01020304-0506-0708-090A-0B0C0D0E0F10/Post/1?x=2",
      "graphstore://01020304-0506-0708-090A-0B0C0D0E0F10/Post/9223372036854775808",
      "graphstore://01020304-0506-0708-090A-0B0C0D0E0F10/A/B/C/1",
      "graphstore://01020304-0506-0708-090A-0B0C0D0E0F10/%FF/1",
      "graphstore://01020304-0506-0708-090A-0B0C0D0E0F10/\u{0660}/1\u{0661}",
    ])
  func hostileURIs(text: String) throws {
    if let url = URL(string: text) { #expect(ObjectID(uri: url) == nil) }
    let json = try JSONEncoder().encode([text])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([ObjectID].self, from: json) }
  }

  @Test("a million letters are refused quickly, and cut in the message")
  func longURI() throws {
    let text = "graphstore://" + String(repeating: "x", count: 1_000_000)
    let json = try JSONEncoder().encode([text])
    do {
      _ = try JSONDecoder().decode([ObjectID].self, from: json)
      Issue.record("accepted")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.utf8.count < 400)
    }
  }
}
