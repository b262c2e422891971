import Foundation
import Graphstore
import Testing

@Suite("Generated properties")
struct PropertyTests {
  @Test func keyPathsLeadToRelationships() {
    #expect(Author.propertyName(for: \Author.posts) == "posts")
    #expect(Author.propertyName(for: \Author.mentor) == "mentor")
    #expect(Post.propertyName(for: \Post.author) == "author")
    #expect(Author.propertyName(for: \Author.mentor?.name) == "mentor.name")
    #expect(Author.Properties.posts.name == "posts")
    #expect(Post.Properties.sequel.name == "sequel")
  }

  @Test func keyPathsLeadToMembersOfComposites() {
    #expect(Party.propertyName(for: \Party.address) == "address")
    #expect(Party.propertyName(for: \Party.address?.street) == "address.street")
    #expect(Employee.propertyName(for: \Employee.address?.city) == "address.city")
    #expect(Company.propertyName(for: \Company.seat.latitude) == "seat.latitude")
    #expect(Company.Seat.propertyName(for: \Company.Seat.latitude) == "latitude")
    #expect(Party.Properties.address.street.name == "address.street")
    let properties = Employee.Properties.self
    #expect(properties.home.floor.name == "home.floor")
  }

  @Test func compositesAreDecodedWithTheirDefaults() throws {
    let json = Data(#"{"street": "Main St", "unknown": 1}"#.utf8)
    let address = try JSONDecoder().decode(Party.Address.self, from: json)
    #expect(address == Party.Address(street: "Main St", city: nil, country: .at))
  }
}
