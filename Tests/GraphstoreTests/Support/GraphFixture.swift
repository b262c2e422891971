import Foundation
import Graphstore
import GraphstoreTestSupport

/// A library of authors, posts, comments and tags, in which every delete rule occurs.
extension Models {
  static func authors() throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Blog", "entities": [
          { "name": "Author",
            "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "posts", "to": "Post", "many": true, "inverse": "author", "onDelete": "cascade" },
              { "name": "list", "to": "Post", "many": true, "ordered": true, "inverse": "lister" },
              { "name": "profile", "to": "Profile", "optional": true, "inverse": "author" },
              { "name": "friends", "to": "Author", "many": true, "inverse": "friends" } ] },
          { "name": "Profile",
            "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [ { "name": "author", "to": "Author", "optional": true, "inverse": "profile" } ] },
          { "name": "Post",
            "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "author", "to": "Author", "optional": true, "inverse": "posts" },
              { "name": "lister", "to": "Author", "optional": true, "inverse": "list" },
              { "name": "comments", "to": "Comment", "many": true, "inverse": "post", "onDelete": "cascade" },
              { "name": "tags", "to": "Tag", "many": true, "ordered": true, "inverse": "posts" },
              { "name": "sequel", "to": "Post", "optional": true, "inverse": null } ] },
          { "name": "Comment",
            "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [ { "name": "post", "to": "Post", "optional": true, "inverse": "comments" } ] },
          { "name": "Tag",
            "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "posts", "to": "Post", "many": true, "inverse": "tags", "onDelete": "deny" } ] } ] }
        """)
  }

  /// A parent and its children, each with what an employee of a firm may be.
  static func people() throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "People", "entities": [
          { "name": "Party", "abstract": true,
            "attributes": [ { "name": "name", "type": "string", "optional": true },
                            { "name": "code", "type": "int64", "optional": true } ],
            "relationships": [
              { "name": "house", "to": "House", "optional": true, "inverse": "dwellers" } ],
            "unique": [["code"]] },
          { "name": "Person", "parent": "Party",
            "attributes": [ { "name": "age", "type": "int64", "optional": true } ],
            "relationships": [
              { "name": "employer", "to": "Company", "optional": true, "inverse": "staff" } ] },
          { "name": "Manager", "parent": "Person",
            "attributes": [ { "name": "bonus", "type": "int64" } ], "unique": [["bonus"]] },
          { "name": "Company", "parent": "Party",
            "relationships": [
              { "name": "staff", "to": "Person", "many": true, "ordered": true, "inverse": "employer",
                "onDelete": "cascade" } ] },
          { "name": "House",
            "attributes": [ { "name": "name", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "dwellers", "to": "Party", "many": true, "inverse": "house" } ] } ] }
        """)
  }
}

extension ObjectContext {
  /// Inserts an object with a name, and to-ones.
  @discardableResult
  func make(_ entity: String, _ name: String, _ related: [String: ManagedObject] = [:]) throws
    -> ManagedObject
  {
    let object = try insert(entity, ["name": name])
    for (key, other) in related { try object.setRelatedObject(other, forKey: key) }
    return object
  }

  /// The object of a name.
  func named(_ name: String, _ entity: String) throws -> ManagedObject {
    let request = try FetchRequest<ManagedObject>(entityName: entity, format: "name == %@", name)
    guard let object = try first(request) else { throw MissingFixture(name: name) }
    return object
  }

  /// The names of all objects of an entity, in the order of their insertion.
  func names(_ entity: String) throws -> [String?] { try all(entity).map(\.name) }
}

extension PersistentContainer {
  /// Reads with a context of its own, which stays until it is read: relationships need it.
  func reading<Value>(_ body: (ObjectContext) throws -> Value) rethrows -> Value {
    let context = newContext()
    defer { withExtendedLifetime(context) {} }
    return try body(context)
  }
}

struct MissingFixture: Error {
  let name: String
}

extension ManagedObject {
  /// The name of the object that a to-one leads to.
  func nameOf(_ key: String) throws -> String? { try relatedObject(forKey: key)?.name }

  /// The names of the members of a to-many.
  func names(_ key: String) throws -> [String] { try relatedObjects(forKey: key).compactMap(\.name) }
}
