/// The place of a row in a list with sections.
public struct ResultsIndex: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The index of the section; 0 where there are none.
  public var section: Int
  /// The index of the row in its section.
  public var item: Int

  /// The place of an item in a section.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Whether the first place comes before the second.
  public static func < (lhs: ResultsIndex, rhs: ResultsIndex) -> Bool {
    (lhs.section, lhs.item) < (rhs.section, rhs.item)
  }

  /// The section and the item.
  public var description: String { "[\(section), \(item)]" }
}

/// What makes of one list of results the next, in the order in which user interfaces apply it: rows go from their old
/// places, then empty sections do; new sections come, then rows at their new places; what is updated is shown anew.
public struct ResultsDifference: Sendable, Hashable {
  /// A row that has another place.
  public struct Move: Sendable, Hashable {
    /// Its place in the old list.
    public var from: ResultsIndex
    /// Its place in the new list.
    public var to: ResultsIndex
  }

  /// The places in the old list of the rows that are gone, the last first.
  public internal(set) var deletions: [ResultsIndex] = []
  /// The sections of the old list that are gone, the last first; their rows are among ``deletions`` and ``moves``.
  public internal(set) var deletedSections: [Int] = []
  /// The sections of the new list that were not in the old one, in their order.
  public internal(set) var insertedSections: [Int] = []
  /// The places in the new list of the rows that were not in the old one, in their order.
  public internal(set) var insertions: [ResultsIndex] = []
  /// The rows that have another place among those that stay, in the order of their new places.
  public internal(set) var moves: [Move] = []
  /// The places in the new list of the rows that stayed or moved and have other values, in their order.
  public internal(set) var updates: [ResultsIndex] = []

  /// No difference.
  public init() {}

  /// Whether nothing differs.
  public var isEmpty: Bool {
    deletions.isEmpty && deletedSections.isEmpty && insertedSections.isEmpty && insertions.isEmpty
      && moves.isEmpty && updates.isEmpty
  }

  /// Applies the difference to the old list.
  ///
  /// - Parameters:
  ///   - sections: the rows of the old list, section by section.
  ///   - row: a row of the new list, at its place there.
  /// - Complexity: O(rows of the touched sections · changes).
  public func apply<Row>(to sections: inout [[Row]], row: (ResultsIndex) -> Row) {
    for place in (deletions + moves.map(\.from)).sorted(by: >) {
      sections[place.section].remove(at: place.item)
    }
    for section in deletedSections { sections.remove(at: section) }
    for section in insertedSections { sections.insert([], at: section) }
    for place in (insertions + moves.map(\.to)).sorted() {
      sections[place.section].insert(row(place), at: place.item)
    }
    for place in updates { sections[place.section][place.item] = row(place) }
  }
}
