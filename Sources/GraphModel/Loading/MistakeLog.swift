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

  /// A text in quotation marks for messages: shortened, and what is not seen, or turns the text around it,
  /// spelled as `\u{200B}`.
  static func quote(_ text: String) -> String {
    var result = "\""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == 57, text.unicodeScalars.count > 60 { return result + "...\"" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      case .spaceSeparator where scalar != " ":
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default:
        if scalar == "\"" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
