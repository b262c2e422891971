/// How rendered source looks.
package struct SourceStyle: Sendable {
  /// The most characters of a line; what cannot be broken may be longer.
  package var lineLength: Int
  /// The spaces of a step of indentation.
  package var indentation: Int

  package init(lineLength: Int = 110, indentation: Int = 2) {
    self.lineLength = lineLength
    self.indentation = indentation
  }
}
