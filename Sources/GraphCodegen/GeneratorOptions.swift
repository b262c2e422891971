/// What a user may choose about generated code.
package struct GeneratorOptions: Sendable, Hashable {
  /// Who may use it.
  package var access: AccessLevel
  /// Modules to import for the Swift types of `codable` attributes that are spelled with their module:
  /// `Badges.Badge`.
  package var imports: [String]
  /// The name of one file that takes everything; nil for a file an entity and one for the schema.
  package var singleFile: String?

  package init(access: AccessLevel = .internal, imports: [String] = [], singleFile: String? = nil) {
    self.access = access
    self.imports = imports
    self.singleFile = singleFile
  }

  /// Whether a text can be one of ``imports``.
  package static func isModuleName(_ text: String) -> Bool { SwiftNames.isIdentifier(text) }
}
