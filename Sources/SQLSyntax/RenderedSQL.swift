/// The text of a statement and the values of its numbered parameters.
package struct RenderedSQL: Sendable {
  package let text: String
  /// The values of `?1`, `?2` and so on.
  package let bindings: [SQLValue]

  package init(text: String, bindings: [SQLValue] = []) {
    self.text = text
    self.bindings = bindings
  }
}

extension RenderedSQL: Hashable {
  /// Compares the bytes: a statement with other bytes is another statement.
  package static func == (lhs: RenderedSQL, rhs: RenderedSQL) -> Bool {
    lhs.text.utf8.elementsEqual(rhs.text.utf8) && lhs.bindings == rhs.bindings
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text.utf8.count)
    hasher.combine(bindings)
  }
}

extension SQL {
  /// The statement's text with numbered parameters, and their values.
  package func render() -> RenderedSQL {
    var text = ""
    var bindings: [SQLValue] = []
    for segment in segments {
      switch segment {
      case .sql(let raw):
        text += raw
      case .identifier(let name):
        text += Self.quoted(identifier: name)
      case .binding(let value):
        bindings.append(value)
        text += "?"
        text += String(bindings.count)
      }
    }
    return RenderedSQL(text: text, bindings: bindings)
  }

  /// A name in double quotes, with the quotes in it doubled.
  ///
  /// A NUL, which would end the statement's text, becomes U+FFFD; model validation refuses such names, and a
  /// statement with the replacement names nothing that exists.
  package static func quoted(identifier name: String) -> String {
    var text = "\""
    text.reserveCapacity(name.utf8.count + 2)
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"": text += "\"\""
      case "\0": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
    return text
  }
}
