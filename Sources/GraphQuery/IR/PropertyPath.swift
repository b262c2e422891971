package import GraphValues

/// The names of the properties from an object to what is compared.
///
/// A composite's member takes two steps here, `address.street`; the model's names decide what they are. A place of an
/// ordered collection or an array is a name as well: `posts.[0].title`, `posts.[LAST]`.
package struct PropertyPath: Sendable, Hashable {
  /// The variable of the subquery whose object the path begins at; nil for the object itself.
  package let variable: String?
  /// Another object that the path begins at.
  package let object: ObjectID?
  package let first: String
  package let rest: [String]

  package init(_ first: String, rest: [String] = [], of variable: String? = nil, from object: ObjectID? = nil)
  {
    self.first = first
    self.rest = rest
    self.variable = variable
    self.object = object
  }

  /// The path of names with points between them.
  package init(dotted text: String) {
    // Most have one name.
    guard text.utf8.contains(UInt8(ascii: ".")) else {
      self.init(text)
      return
    }
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    self.init(names.first ?? text, rest: Array(names.dropFirst()))
  }

  package var names: [String] { [first] + rest }

  package var text: String { FormatWriter.text(self, quoting: false) }

  func appending(_ name: String) -> PropertyPath { replacing(names + [name]) }

  /// A path of other names, at least one, that begins where this one does.
  func replacing(_ names: [String]) -> PropertyPath {
    PropertyPath(names.first ?? "", rest: Array(names.dropFirst()), of: variable, from: object)
  }

  /// The path goes on with names that have points between them.
  func appending(dotted text: String) -> PropertyPath {
    replacing(names + PropertyPath(dotted: text).names)
  }

  /// The path to the name of the object's entity.
  static let entity = PropertyPath("entity")

  /// The path that begins at a variable's object instead of the object itself.
  func rebased(on variable: String) -> PropertyPath {
    self.variable == nil && object == nil ? PropertyPath(first, rest: rest, of: variable) : self
  }

  /// Whether the path leads through what another leads to.
  func begins(with other: PropertyPath) -> Bool {
    variable == other.variable && object == other.object && names.starts(with: other.names)
  }
}

/// Places of ordered collections.
extension PropertyPath {
  /// The name that stands for a place.
  static func place(_ index: Int64) -> String { "[\(index)]" }

  /// The name that stands for the last place.
  static let lastPlace = "[LAST]"

  /// The place that a name stands for; nil for a property's name.
  static func position(_ name: String) -> MemberPosition? {
    guard name.hasPrefix("["), name.hasSuffix("]") else { return nil }
    if name == lastPlace { return .last }
    return Int32(name.dropFirst().dropLast()).flatMap { $0 >= 0 ? .index($0) : nil }
  }
}

/// Which member of an ordered collection is meant.
package enum MemberPosition: Sendable, Hashable {
  /// So many members stand before it.
  case index(Int32)
  case last
}
