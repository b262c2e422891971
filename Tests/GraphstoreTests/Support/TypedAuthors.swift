@_spi(Generated) import Graphstore
import GraphstoreTestSupport

/// Typed handles on the library of ``Models/authors()``, as the code generator makes them.
enum AuthorsModel {
  private static let parsed = Result { try Models.authors() }

  static var model: EntityModel {
    do { return try parsed.get() } catch { preconditionFailure("the test's model is wrong: \(error)") }
  }

  fileprivate static func place(_ relationship: String, _ object: ManagedObject) -> Int {
    let relationships = object.entity.relationships.filter(\.isToMany)
    return relationships.firstIndex { $0.name == relationship } ?? 0
  }
}

protocol Named: Entity {}

extension Named {
  static var model: EntityModel { AuthorsModel.model }
  static func propertyName(for keyPath: AnyKeyPath) -> String? { nil }
  var name: String? { object.name }
  func many<Member: Entity>(_ name: String, _ type: Member.Type) -> ToMany<Member> {
    object.toMany(type, at: AuthorsModel.place(name, object))
  }
}

struct TypedAuthor: Named {
  static let entityName = "Author"
  let object: ManagedObject

  init(unchecked object: ManagedObject) { self.object = object }

  var posts: ToMany<TypedPost> { many("posts", TypedPost.self) }
  var list: ToMany<TypedPost> { many("list", TypedPost.self) }
  var friends: ToMany<TypedAuthor> { many("friends", TypedAuthor.self) }
}

struct TypedPost: Named {
  static let entityName = "Post"
  let object: ManagedObject

  init(unchecked object: ManagedObject) { self.object = object }

  var comments: ToMany<TypedComment> { many("comments", TypedComment.self) }
}

struct TypedComment: Named {
  static let entityName = "Comment"
  let object: ManagedObject

  init(unchecked object: ManagedObject) { self.object = object }
}
