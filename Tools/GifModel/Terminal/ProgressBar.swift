/// A bar on standard error that grows with a long import, where a person watches.
final class ProgressBar {
  private static let width = 30
  /// The number of things from which on it is worth showing.
  private static let minimum = 2_000

  private let terminal: Terminal
  private let total: Int
  private var isShown = false

  init(_ terminal: Terminal, total: Int) {
    self.terminal = terminal
    self.total = total
  }

  func show(_ done: Int) {
    guard terminal.showsProgress, total >= Self.minimum else { return }
    let filled = Self.width * done / total
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: Self.width - filled)
    terminal.writeProgress("\r\(bar) \(100 * done / total) %  \(done) of \(total)")
    isShown = true
  }

  /// Makes room for other text.
  func clear() {
    guard isShown else { return }
    terminal.writeProgress("\r\u{1B}[K")
    isShown = false
  }
}
