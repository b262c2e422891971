/// A source file as text.
package struct RenderedFile: Sendable, Hashable {
  /// The file's name with its extension.
  package let name: String
  package let text: String

  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// Spells source files: the last stage of the generator.
package struct SourceRenderer: Sendable {
  package let style: SourceStyle

  package init(style: SourceStyle = SourceStyle()) {
    self.style = style
  }

  /// The text of a file; the same syntax gives the same text.
  package func render(_ file: FileSyntax) -> RenderedFile {
    let declarations = DeclarationRenderer(style: style)
    var lines = file.header.map { "// " + $0 }
    lines.append("")
    lines += imports(file.imports)
    for declaration in file.declarations {
      lines.append("")
      lines += declarations.lines(declaration, depth: 0)
    }
    return RenderedFile(name: file.name, text: lines.joined(separator: "\n") + "\n")
  }

  /// Imports that agree with a module's other files whether or not it builds with `InternalImportsByDefault`:
  /// the compiler refuses a module that is imported plainly in one file, which means publicly without that
  /// feature, and below `public` in another.
  private func imports(_ imports: [ImportSyntax]) -> [String] {
    let plain = imports.map { line($0, access: nil) }
    guard let access = imports.first?.access else { return [] }
    switch access {
    case .internal: return plain
    case .public: return imports.map { line($0, access: .public) }
    case .package:
      let explicit = imports.map { line($0, access: .package) }
      let step = String(repeating: " ", count: style.indentation)
      return ["#if hasFeature(InternalImportsByDefault)"] + explicit.map { step + $0 } + ["#else"]
        + plain.map { step + $0 } + ["#endif"]
    }
  }

  private func line(_ item: ImportSyntax, access: AccessLevel?) -> String {
    let words = [item.attribute, access?.rawValue, "import", item.module]
    return words.compactMap { $0 }.joined(separator: " ")
  }
}
