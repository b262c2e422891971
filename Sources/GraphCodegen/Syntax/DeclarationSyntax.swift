/// A declaration with its documentation and modifiers.
package struct DeclarationSyntax: Sendable, Hashable {
  /// What is declared.
  package indirect enum Kind: Sendable, Hashable {
    case type(TypeDeclarationSyntax)
    case property(PropertySyntax)
    case function(FunctionSyntax)
    case enumCase(String, rawValue: LiteralSyntax?)
    /// A case with a value: `case person(Person)`.
    case payloadCase(String, TypeSyntax)
    /// Another name of a type: `typealias Tree = Kind.Tree`.
    case typeAlias(String, TypeSyntax)
  }

  /// A word before the declaration's keyword.
  package enum Modifier: String, Sendable {
    case `static`
    case `private`
    case indirect
  }

  /// The text of the documentation comment, of any number of lines.
  package let documentation: String?
  /// The attributes before the declaration: `@_spi(Generated)`.
  package let attributes: [String]
  /// Who may use it; nil where the declaration says nothing about it.
  package let access: AccessLevel?
  package let modifiers: [Modifier]
  package let kind: Kind

  package init(
    _ kind: Kind, documentation: String? = nil, attributes: [String] = [], access: AccessLevel? = nil,
    modifiers: [Modifier] = []
  ) {
    self.documentation = documentation
    self.attributes = attributes
    self.access = access
    self.modifiers = modifiers
    self.kind = kind
  }
}

/// A declaration of a type, or of an extension of one.
package struct TypeDeclarationSyntax: Sendable, Hashable {
  package enum Keyword: String, Sendable {
    case `struct`
    case `enum`
    case `extension`
    case `protocol`
  }

  package let keyword: Keyword
  package let name: String
  package let inheritance: [TypeSyntax]
  package let members: [DeclarationSyntax]

  package init(
    _ keyword: Keyword, _ name: String, inheritance: [TypeSyntax] = [], members: [DeclarationSyntax]
  ) {
    self.keyword = keyword
    self.name = name
    self.inheritance = inheritance
    self.members = members
  }
}

/// A declaration of a stored or computed property.
package struct PropertySyntax: Sendable, Hashable {
  /// How the property comes to its value.
  package enum Content: Sendable, Hashable {
    /// `let name: Type` or `let name = value`.
    case constant(ExpressionSyntax?)
    /// `var name: Type`.
    case variable
    /// `var name: Type { … }`.
    case computed([StatementSyntax])
    /// `var name: Type { get { … } nonmutating set { … } }`.
    case accessors(get: [StatementSyntax], nonmutatingSet: [StatementSyntax])
    /// `var name: Type { get { … } set { … } }`.
    case mutatingAccessors(get: [StatementSyntax], set: [StatementSyntax])
    /// What a protocol requires: `var name: Type { get }` or `{ get nonmutating set }`.
    case requirement(isSettable: Bool)
  }

  package let name: String
  package let type: TypeSyntax?
  package let content: Content

  package init(_ name: String, type: TypeSyntax?, _ content: Content) {
    self.name = name
    self.type = type
    self.content = content
  }
}

/// A declaration of a function or an initializer.
package struct FunctionSyntax: Sendable, Hashable {
  /// The function's name; nil for an initializer.
  package let name: String?
  package let parameters: [ParameterSyntax]
  package let isThrowing: Bool
  package let result: TypeSyntax?
  package let body: [StatementSyntax]

  package init(
    _ name: String?, parameters: [ParameterSyntax], isThrowing: Bool = false, result: TypeSyntax? = nil,
    body: [StatementSyntax]
  ) {
    self.name = name
    self.parameters = parameters
    self.isThrowing = isThrowing
    self.result = result
    self.body = body
  }
}

/// A parameter of a function.
package struct ParameterSyntax: Sendable, Hashable {
  /// The label at the call, where it differs from the name; `_` for none.
  package let label: String?
  package let name: String
  package let type: TypeSyntax
  package let defaultValue: ExpressionSyntax?

  package init(
    _ label: String? = nil, name: String, type: TypeSyntax, defaultValue: ExpressionSyntax? = nil
  ) {
    self.label = label
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
  }
}
