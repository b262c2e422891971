/// A column of a result that is not objects: a value of each object, or one that is worked out from a group of them.
///
/// Property tokens and what is computed from them are selectable, and so are their aggregates, such as
/// `p.likes.sum()`.
public protocol Selectable<Root, Value> {
  /// The entity.
  associatedtype Root
  /// The type of the column's values.
  associatedtype Value
  /// The column without its types.
  var selection: Selection { get }
}

extension PropertyExpression {
  /// The value as a column.
  public var selection: Selection { Selection(.value(expression)) }
}

extension Selectable {
  /// The column under a name, by which rows have it.
  public func named(_ name: String) -> NamedSelection<Root, Value> {
    NamedSelection(selection: selection.named(name))
  }
}

/// A column under a name of its own.
public struct NamedSelection<Root, Value>: Selectable, Sendable {
  /// The column without its types.
  public let selection: Selection
}

/// A column of a result, without its types.
public struct Selection: Sendable, Hashable {
  package enum Content: Sendable, Hashable {
    /// A value of each object.
    case value(QueryExpression)
    /// What is worked out from a group of objects; without an expression, their number.
    case aggregate(CollectionAggregate.Function, QueryExpression?, isDistinct: Bool)
    /// A column that could not be read; resolving it throws the error.
    case invalid(QueryError)
  }

  package let content: Content
  /// The name that it was given.
  package let givenName: String?

  package init(_ content: Content, name: String? = nil) {
    self.content = content
    givenName = name
  }

  /// The name of the column: the one that it was given, else its text.
  public var name: String { givenName ?? text }

  /// The column as text: `author.name`, `sum(likes)`, `count(distinct author)`, `count()`.
  package var text: String {
    switch content {
    case .value(let expression): return FormatWriter.text(expression)
    case .aggregate(let function, let expression, let isDistinct):
      let argument = expression.map { FormatWriter.text($0) } ?? ""
      return "\(Self.name(of: function))(\(isDistinct ? "distinct " : "")\(argument))"
    case .invalid: return "?"
    }
  }

  var isAggregate: Bool { if case .aggregate = content { true } else { false } }

  /// The same under a name.
  public func named(_ name: String) -> Selection { Selection(content, name: name) }

  static func name(of function: CollectionAggregate.Function) -> String {
    function == .average ? "average" : function.rawValue
  }
}
