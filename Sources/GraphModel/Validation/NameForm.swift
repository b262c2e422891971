import Foundation
import GraphValues

/// Which texts are names of entities and properties.
///
/// A name is a Swift identifier that needs no more than backticks, and a name in SQLite: a letter (of any
/// script), then letters, digits, combining marks and underscores, in Unicode's composed form (NFC), at most
/// 128 bytes. Names of entities do not begin with a small letter, names of properties not with a capital; a
/// name does not begin with an underscore, those are the store's own.
enum NameForm {
  /// What a name is for.
  enum Use {
    case type
    case property
  }

  /// What is wrong with a name, or nil.
  static func mistake(in name: String, for use: Use) -> String? {
    let quoted = MistakeLog.quote(name)
    if name.isEmpty { return "a name is missing" }
    if name.utf8.count > LoadingLimits.nameLength {
      return "the name \(quoted) has more than \(LoadingLimits.nameLength) bytes"
    }
    if name.hasPrefix("_") {
      return "the name \(quoted) begins with an underscore: those names are the store's"
    }
    for (index, scalar) in name.unicodeScalars.enumerated() {
      let properties = scalar.properties
      if index == 0 ? properties.isXIDStart : properties.isXIDContinue,
        !properties.isDefaultIgnorableCodePoint,
        scalar == "_" || properties.generalCategory != .connectorPunctuation
      {
        continue
      }
      if index == 0 { return "the name \(quoted) does not begin with a letter" }
      return "the name \(quoted) holds \(describe(scalar)), which is no letter, digit or underscore"
    }
    if !name.utf8.elementsEqual(name.precomposedStringWithCanonicalMapping.utf8) {
      return "the name \(quoted) is not in Unicode's composed form (NFC)"
    }
    guard let first = name.unicodeScalars.first?.properties else { return nil }
    switch use {
    case .type where first.isLowercase:
      return "the name \(quoted) begins with a small letter; write \(MistakeLog.quote(capitalised(name)))"
    case .property where first.isUppercase:
      return "the name \(quoted) begins with a capital; write \(MistakeLog.quote(uncapitalised(name)))"
    case .type, .property: return nil
    }
  }

  /// The form under which names are compared: SQLite's names ignore case.
  static func folded(_ name: String) -> String { name.lowercased() }

  private static func describe(_ scalar: Unicode.Scalar) -> String {
    scalar == " " ? "a space" : MistakeLog.quote(String(scalar))
  }

  private static func capitalised(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }

  private static func uncapitalised(_ name: String) -> String {
    // URLPath gives urlPath, ID gives id, Name gives name.
    let capitals = name.prefix { $0.isUppercase }
    if capitals.count <= 1 || capitals.count == name.count {
      return capitals.lowercased() + name.dropFirst(capitals.count)
    }
    return capitals.dropLast().lowercased() + name.dropFirst(capitals.count - 1)
  }
}
