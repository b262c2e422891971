/// Who may use generated declarations.
package enum AccessLevel: String, Sendable, CaseIterable {
  /// Everyone who imports the module.
  case `public`
  /// The modules of the same package.
  case package
  /// The module itself.
  case `internal`
}
