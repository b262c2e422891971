import Foundation
import Graphstore
import Testing

/// The golden files of the models "Blog" and "Organisation" are compiled into this target through symbolic links,
/// and run here.
@Suite("Generated trees")
struct TreeTests {
  private func decode<Tree: GraphTree>(_ type: Tree.Type, _ json: String) throws -> Tree {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  private let blog = """
    {"name": "Ada", "unknown": {"a": [1]}, "mentor": {"name": "Mary", "mentor": {"name": "Laplace"}},
     "profile": {"record": "good", "badge": {"title": "first"}},
     "posts": [
       {"title": "One", "state": "live", "tags": [{"name": "a"}, {"name": "b"}], "comments": []},
       {"title": "Two", "sequel": {"title": "Three"}}]}
    """

  @Test func theyAreDecodedWithWhatJSONLeavesOut() throws {
    let tree = try decode(Author.Tree.self, blog)
    #expect(tree.mentor?.mentor?.name == "Laplace")
    #expect(tree.joined == nil)
    #expect(tree.posts?.map(\.title) == ["One", "Two"])
    #expect(tree.posts?.last?.tags == nil)
    #expect(tree.posts?.first?.comments == [])
    #expect(tree.profile?.recordValue == "good")
    #expect(throws: DecodingError.self) { try decode(Author.Tree.self, #"{"rank": 1}"#) }
  }

  @Test func recordsHoldWhatIsGivenAndNothingElse() throws {
    let record = try decode(Author.Tree.self, blog).record
    #expect(record.entityName == "Author")
    #expect(record.values == ["name": .string("Ada")])
    #expect(record.toOne.keys.sorted() == ["mentor", "profile"])
    #expect(record.toMany.keys.sorted() == ["posts"])
    let posts = try #require(record.toMany["posts"])
    #expect(posts[0].values == ["title": .string("One"), "state": .string("live")])
    #expect(posts[0].toMany["tags"]?.map { $0.values["name"] } == [.string("a"), .string("b")])
    #expect(posts[0].toMany["comments"] == [])
    #expect(posts[1].toMany.isEmpty)
    #expect(posts[1].toOne["sequel"]?.values == ["title": .string("Three")])
    let profile = try #require(record.toOne["profile"])
    #expect(
      profile.values == ["record": .string("good"), "badge": .codable(Data(#"{"title":"first"}"#.utf8))])
  }

  @Test func theyComeBackFromJSON() throws {
    let tree = try decode(Author.Tree.self, blog)
    let json = try JSONEncoder().encode(tree)
    #expect(try JSONDecoder().decode(Author.Tree.self, from: json) == tree)
    var other = tree
    other.mentor = nil
    #expect(other != tree)
    other.mentor = tree.mentor
    #expect(other == tree)
    #expect(Set([tree, other]).count == 1)
  }

  @Test func treesOfFamiliesNameTheirEntities() throws {
    let json = """
      {"title": "Work", "party": {"entity": "Employee", "number": 2, "name": "Ada", "salary": 10,
       "badge": {"title": "b"}, "address": {"street": "Main St"},
       "company": {"number": 1, "name": "Acme", "seat": {"latitude": 1, "longitude": 2},
                   "owner": {"number": 3, "name": "Mary"}}}}
      """
    let tree = try JSONDecoder().decode(Contract.Tree.self, from: Data(json.utf8))
    guard case .employee(let employee) = tree.party else {
      Issue.record("the party is no employee")
      return
    }
    #expect(employee.company?.owner == .person(Person.Tree(number: 3, name: "Mary")))
    let record = try #require(tree.record.toOne["party"])
    #expect(record.entityName == "Employee")
    #expect(record.values["address.street"] == .string("Main St"))
    #expect(record.values["address.city"] == .null)
    #expect(record.values["address.country"] == .string("at"))
    #expect(record.values["status"] == nil)
    #expect(record.toOne["company"]?.toOne["owner"]?.entityName == "Person")
    #expect(try JSONDecoder().decode(Contract.Tree.self, from: JSONEncoder().encode(tree)) == tree)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Party.Tree.self, from: Data(#"{"number": 1, "name": "x"}"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Party.Tree.self, from: Data(#"{"entity": "Contract"}"#.utf8))
    }
  }
}
