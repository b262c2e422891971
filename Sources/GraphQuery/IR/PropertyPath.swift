/// The names of the properties from an object to what is compared.
///
/// A composite's member takes two steps here, `address.street`; the model's names decide what they are.
package struct PropertyPath: Sendable, Hashable {
  /// The variable of the subquery whose object the path begins at; nil for the object itself.
  package let variable: String?
  package let first: String
  package let rest: [String]

  package init(_ first: String, rest: [String] = [], of variable: String? = nil) {
    self.first = first
    self.rest = rest
    self.variable = variable
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

  package var text: String {
    let text = rest.isEmpty ? first : names.joined(separator: ".")
    return variable.map { "$\($0).\(text)" } ?? text
  }

  func appending(_ name: String) -> PropertyPath {
    PropertyPath(first, rest: rest + [name], of: variable)
  }

  /// The path that begins at a variable's object instead of the object itself.
  func rebased(on variable: String) -> PropertyPath {
    self.variable == nil ? PropertyPath(first, rest: rest, of: variable) : self
  }

  /// Whether the path leads through what another leads to.
  func begins(with other: PropertyPath) -> Bool {
    variable == other.variable && names.starts(with: other.names)
  }
}
