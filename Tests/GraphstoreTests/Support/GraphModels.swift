import Graphstore

/// Models with relationships that several suites use.
enum GraphModels {
  /// Authors with posts in order, which cascade; tags on posts, many to many; comments; authors who follow one another.
  static func blog() throws -> EntityModel {
    try EntityModel(
      json: """
        { "model": "Blog", "entities": [
          { "name": "Author",
            "attributes": [ { "name": "name", "type": "string" } ],
            "relationships": [
              { "name": "posts", "to": "Post", "many": true, "ordered": true, "optional": true, "inverse": "author",
                "onDelete": "cascade" },
              { "name": "profile", "to": "Profile", "optional": true, "inverse": "author", "onDelete": "cascade" },
              { "name": "follows", "to": "Author", "many": true, "optional": true, "inverse": "followers" },
              { "name": "followers", "to": "Author", "many": true, "optional": true, "inverse": "follows" },
              { "name": "friends", "to": "Author", "many": true, "optional": true, "inverse": "friends" } ],
            "unique": [["name"]] },
          { "name": "Profile",
            "attributes": [ { "name": "text", "type": "string", "optional": true } ],
            "relationships": [
              { "name": "author", "to": "Author", "optional": true, "inverse": "profile" } ] },
          { "name": "Post",
            "attributes": [ { "name": "title", "type": "string" } ],
            "relationships": [
              { "name": "author", "to": "Author", "optional": true, "inverse": "posts" },
              { "name": "tags", "to": "Tag", "many": true, "optional": true, "inverse": "posts" },
              { "name": "comments", "to": "Comment", "many": true, "optional": true, "inverse": "post",
                "onDelete": "cascade" },
              { "name": "cover", "to": "Picture", "optional": true, "inverse": null } ] },
          { "name": "Comment",
            "attributes": [ { "name": "text", "type": "string" } ],
            "relationships": [ { "name": "post", "to": "Post", "optional": true, "inverse": "comments" } ] },
          { "name": "Tag",
            "attributes": [ { "name": "name", "type": "string" } ],
            "relationships": [
              { "name": "posts", "to": "Post", "many": true, "optional": true, "inverse": "tags", "onDelete": "deny" } ],
            "unique": [["name"]] },
          { "name": "Picture", "attributes": [ { "name": "file", "type": "string" } ] } ] }
        """)
  }
}

extension ManagedObject {
  /// The text that names the object in tests.
  var label: String {
    for key in ["name", "title", "text", "file"] {
      if let text = (try? value(forKey: key, as: String.self)) ?? nil { return text }
    }
    return ""
  }

  /// The labels of the members of a to-many, in order.
  func labels(_ key: String) throws -> [String] { try relatedObjects(forKey: key).map(\.label) }
}

extension ObjectContext {
  /// The object of an entity with a label, fetched.
  func find(_ entity: String, _ label: String) throws -> ManagedObject? {
    try all(entity).first { $0.label == label }
  }
}
