import GraphValues

/// Collects the mistakes of a model.
final class MistakeLog {
  private struct Entry {
    let file: Int
    let offset: Int
    let mistake: ModelError.Mistake
  }

  private var entries: [Entry] = []
  private var more = 0
  /// The comparisons left for suggestions: what is near is looked for as long as that stays quick.
  private var comparisons = 100_000

  var isEmpty: Bool { entries.isEmpty }

  func add(_ place: SourcePlace, _ message: String) {
    if entries.count >= LoadingLimits.mistakes {
      more += 1
      return
    }
    entries.append(
      Entry(
        file: place.file.index, offset: place.offset,
        mistake: ModelError.Mistake(file: place.file.name, path: place.path, message: message)))
  }

  /// - Throws: all mistakes, in the order of the files and of the places in them.
  func check() throws(ModelError) {
    if entries.isEmpty { return }
    var mistakes = entries.enumerated().sorted { left, right in
      (left.element.file, left.element.offset, left.offset)
        < (right.element.file, right.element.offset, right.offset)
    }.map(\.element.mistake)
    if more > 0 {
      mistakes.append(
        ModelError.Mistake(file: nil, path: "", message: "\(more) more mistakes are not shown"))
    }
    throw ModelError(mistakes: mistakes)
  }

  /// `; did you mean "string"?` where one of the words is near, else nothing.
  func suggestion(for word: String, among words: some Collection<String>) -> String {
    comparisons -= words.count
    if comparisons < 0 { return "" }
    guard let near = Suggestion.nearest(to: word, among: words) else { return "" }
    return "; did you mean \"\(near)\"?"
  }

  /// A text in quotation marks, shortened and with control characters escaped, for messages.
  static func quote(_ text: String) -> String {
    let short = text.unicodeScalars.count > 60 ? String(text.unicodeScalars.prefix(57)) + "..." : text
    return JSONText.quote(short)
  }
}
