/// Where a piece of a predicate stands in its format text.
///
/// Places do not take part in equality: two predicates are equal when they mean the same.
package struct SourcePlace: Sendable, Hashable {
  /// The text of a predicate, shared by the places in it.
  package final class Source: Sendable {
    package let text: String

    init(_ text: String) { self.text = text }
  }

  let source: Source?
  let offset: Int

  /// No place: the piece was built in code.
  package static let none = SourcePlace(source: nil, offset: 0)

  package static func == (lhs: SourcePlace, rhs: SourcePlace) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
