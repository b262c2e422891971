/// A source file: what it holds, not how it is spelled.
package struct FileSyntax: Sendable, Hashable {
  /// The file's name with its extension.
  package let name: String
  /// The comment lines at its head.
  package let header: [String]
  package let imports: [ImportSyntax]
  package let declarations: [DeclarationSyntax]

  package init(
    name: String, header: [String], imports: [ImportSyntax], declarations: [DeclarationSyntax]
  ) {
    self.name = name
    self.header = header
    self.imports = imports
    self.declarations = declarations
  }
}

/// An import of a module.
package struct ImportSyntax: Sendable, Hashable {
  package let module: String
  /// The attribute before it: `@_spi(Generated)`.
  package let attribute: String?
  /// How far the module's declarations may show in declarations of this file.
  package let access: AccessLevel

  package init(_ module: String, attribute: String? = nil, access: AccessLevel) {
    self.module = module
    self.attribute = attribute
    self.access = access
  }
}
