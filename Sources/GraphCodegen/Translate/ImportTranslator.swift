import GraphModel
import GraphValues

/// Decides what a file imports: only what its declarations name, as a `public import` that no public declaration
/// uses is a warning.
struct ImportTranslator {
  private let options: GeneratorOptions

  init(_ options: GeneratorOptions) {
    self.options = options
  }

  func imports(for interfaces: [EntityInterface]) -> [ImportSyntax] {
    let attributes = interfaces.flatMap(\.allAttributes)
    var modules = Set(attributes.compactMap { module(of: $0.elementType) })
    if attributes.contains(where: usesFoundation)
      || interfaces.contains(where: { $0.templates.contains(where: \.usesFoundation) })
    {
      modules.insert("Foundation")
    }
    let known = ["Foundation"] + options.imports.filter { $0 != "Foundation" && $0 != "Graphstore" }
    var seen: Set<String> = []
    let used = known.filter { modules.contains($0) && seen.insert($0).inserted }.sorted()
    return used.map { ImportSyntax($0, access: options.access) } + [
      ImportSyntax("Graphstore", attribute: "@_spi(Generated)", access: options.access)
    ]
  }

  private func usesFoundation(_ attribute: AttributeInterface) -> Bool {
    if attribute.description.type == .codable { return attribute.defaultValue != nil }
    return attribute.description.type.isFoundation
  }

  /// The outermost name of a qualified type: its module, where it is one.
  private func module(of type: TypeSyntax) -> String? {
    switch type {
    case .member(.named(let name), _): name
    case .member(let base, _): module(of: base)
    default: nil
    }
  }
}
