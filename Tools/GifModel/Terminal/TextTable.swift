/// A table of texts in columns that are as wide as what they hold.
struct TextTable {
  enum Alignment {
    case left, right
  }

  struct Column {
    let title: String
    let alignment: Alignment
    /// The most columns of the terminal it takes.
    let maximum: Int

    init(_ title: String, _ alignment: Alignment = .left, maximum: Int = .max) {
      self.title = title
      self.alignment = alignment
      self.maximum = maximum
    }
  }

  private static let gap = "  "
  private static let smallestLastColumn = 10

  private let columns: [Column]
  private let width: Int
  private var rows: [[String]] = []

  /// - Parameter width: the width of the whole table; its last column is cut to fit.
  init(_ columns: [Column], width: Int) {
    self.columns = columns
    self.width = width
  }

  /// Adds a row: a text a column.
  mutating func add(_ cells: [String]) {
    rows.append(cells.map { $0.withoutControls })
  }

  var lines: [String] {
    let widths = columnWidths
    let rule = widths.map { String(repeating: "─", count: $0) }
    return [line(columns.map(\.title), widths), rule.joined(separator: Self.gap)]
      + rows.map { line($0, widths) }
  }

  private var columnWidths: [Int] {
    var widths = columns.enumerated().map { index, column in
      let widest = rows.lazy.map { $0[index].displayWidth }.max() ?? 0
      return min(max(widest, column.title.displayWidth), column.maximum)
    }
    if let last = widths.indices.last {
      let taken = widths.dropLast().reduce(0) { $0 + $1 + Self.gap.count }
      widths[last] = min(widths[last], max(Self.smallestLastColumn, width - taken))
    }
    return widths
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, column) in columns.enumerated() {
      let text = cells[index].truncated(toWidth: widths[index])
      let space = String(repeating: " ", count: max(0, widths[index] - text.displayWidth))
      if index > 0 { line += Self.gap }
      line += column.alignment == .right ? space + text : text + space
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
