import GraphQuery
public import GraphValues

/// Rows of a live result that have a value in common.
public struct ResultsSection: Sendable, Hashable {
  /// What the rows have in common; null where the result has no sections.
  public let value: AttributeValue
  /// The places of the rows in the snapshot.
  public let rows: Range<Int>

  /// The value as text: of texts the text itself; empty where there is no value.
  public var name: String { value.sectionName }
}

/// The rows of a live result after a commit, and how they differ from those of the snapshot before.
///
/// A snapshot is a value that stays what it is. Snapshots share what they have in common.
public struct ResultsSnapshot<Value: Sendable>: Sendable, RandomAccessCollection {
  /// A row of a live result.
  public struct Row: Sendable, Identifiable {
    /// The object's identity.
    public let id: ObjectID
    /// What was taken of the object.
    public let value: Value
  }

  /// What it consists of.
  public typealias Element = Row
  /// What its places are.
  public typealias Index = Int

  private let list: LiveList<Value>
  /// The sections in their order; a result without sections is one, even where it is empty.
  public let sections: [ResultsSection]
  /// How the rows differ from those of the snapshot that was handed out before; for the first one, from none.
  public let difference: ResultsDifference
  /// The number of the commit after which the rows are these.
  package let number: UInt64

  init(
    list: LiveList<Value>, sections: [ResultsSection], difference: ResultsDifference, number: UInt64
  ) {
    self.list = list
    self.sections = sections
    self.difference = difference
    self.number = number
  }

  /// No rows.
  public init() {
    list = LiveList([], sort: .byKey)
    sections = []
    difference = ResultsDifference()
    number = 0
  }

  /// The place of the first row.
  public var startIndex: Int { 0 }
  /// The place behind the last row.
  public var endIndex: Int { list.count }

  /// The row at a place.
  ///
  /// - Complexity: O(log n).
  public subscript(position: Int) -> Row {
    precondition(position >= 0 && position < list.count, "there is no row at \(position)")
    let row = list[position]
    return Row(id: row.id, value: row.value)
  }

  /// The row at a place in a section.
  ///
  /// - Complexity: O(log n).
  public subscript(place: ResultsIndex) -> Row {
    self[sections[place.section].rows.lowerBound + place.item]
  }

  /// The objects' identities in their order.
  ///
  /// - Complexity: O(n).
  public var ids: [ObjectID] { map(\.id) }

}
