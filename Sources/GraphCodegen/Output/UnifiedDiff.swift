/// Tells two texts apart, as `diff -u` does.
enum UnifiedDiff {
  private enum Line {
    case same(Substring)
    case removed(Substring)
    case added(Substring)

    var text: String {
      switch self {
      case .same(let text): " " + text
      case .removed(let text): "-" + text
      case .added(let text): "+" + text
      }
    }

    var isChange: Bool {
      if case .same = self { false } else { true }
    }
  }

  private static let context = 3

  /// The differences, or an empty text where there are none; nil stands for a file that is not there.
  static func text(from old: String?, to new: String?, path: String) -> String {
    if old == nil && new == nil { return "" }
    if let old, let new, old.utf8.elementsEqual(new.utf8) { return "" }
    let lines = lines(from: split(old), to: split(new))
    var result = ["--- \(old == nil ? "/dev/null" : path)", "+++ \(new == nil ? "/dev/null" : path)"]
    if !lines.contains(where: \.isChange) {
      result.append("(the texts differ in their line ends only)")
    }
    for hunk in hunks(lines) { result += render(hunk, of: lines) }
    return result.joined(separator: "\n") + "\n"
  }

  private static func split(_ text: String?) -> [Substring] {
    guard let text, !text.isEmpty else { return [] }
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func lines(from old: [Substring], to new: [Substring]) -> [Line] {
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var result: [Line] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        result.append(.removed(old[left]))
        left += 1
      } else if right < new.count, added.contains(right) {
        result.append(.added(new[right]))
        right += 1
      } else if left < old.count, right < new.count {
        result.append(.same(old[left]))
        left += 1
        right += 1
      } else {
        break
      }
    }
    return result
  }

  /// The stretches around changes.
  private static func hunks(_ lines: [Line]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for index in lines.indices where lines[index].isChange {
      let range = max(0, index - context)..<min(lines.count, index + context + 1)
      if let last = result.last, last.upperBound >= range.lowerBound {
        result[result.count - 1] = last.lowerBound..<range.upperBound
      } else {
        result.append(range)
      }
    }
    return result
  }

  private static func render(_ hunk: Range<Int>, of lines: [Line]) -> [String] {
    let before = lines[..<hunk.lowerBound]
    let old = "-\(span(start: count(before, old: true), count: count(lines[hunk], old: true)))"
    let new = "+\(span(start: count(before, old: false), count: count(lines[hunk], old: false)))"
    return ["@@ \(old) \(new) @@"] + lines[hunk].map(\.text)
  }

  private static func span(start: Int, count: Int) -> String {
    "\(count == 0 ? start : start + 1),\(count)"
  }

  private static func count(_ lines: ArraySlice<Line>, old: Bool) -> Int {
    lines.count { line in
      switch line {
      case .same: true
      case .removed: old
      case .added: !old
      }
    }
  }
}
