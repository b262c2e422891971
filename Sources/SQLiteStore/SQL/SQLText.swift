import GraphValues
import SQLSyntax

/// A statement of SQL as a literal: interpolated values are bound, never spliced, and entities and properties stand for
/// the names of their tables and columns.
///
/// ```swift
/// let p = GifModel.Properties.self
/// let sql: SQLText = """
///   SELECT \(p.userid), count(*) FROM \(GifModel.self) WHERE \(p.newsid) > \(10) GROUP BY 1
///   """
/// ```
///
/// Only a literal makes one: a string from outside cannot become SQL unless it is taken as it stands with
/// ``init(verbatim:)``.
public struct SQLText: Sendable, ExpressibleByStringInterpolation {
  /// A part of a statement; names are looked up in the model when it is run.
  enum Segment: Sendable {
    case sql(String)
    case value(SQLValue)
    /// A value as the column of a property keeps it.
    case stored(AttributeValue, entity: String, property: String)
    case list([SQLValue])
    case identifier(String)
    case table(entity: String)
    case column(entity: String, property: String, alias: String?)
    case key(alias: String?)
    /// The condition that a row is of an entity, or inherits from it.
    case family(entity: String, alias: String?)
    /// A value that SQL has no form for.
    case invalid(reason: String)
  }

  private(set) var segments: [Segment]

  init(segments: [Segment]) { self.segments = segments }

  /// A literal without interpolations.
  public init(stringLiteral value: String) { segments = [.sql(value)] }

  /// A literal with interpolations.
  public init(stringInterpolation: SQLInterpolation) { segments = stringInterpolation.segments }

  /// SQL taken as it stands, such as a file of the application's own: never give it text from outside.
  public init(verbatim sql: String) { segments = [.sql(sql)] }

  /// Two pieces, one after the other.
  public static func + (left: SQLText, right: SQLText) -> SQLText {
    SQLText(segments: left.segments + right.segments)
  }
}
