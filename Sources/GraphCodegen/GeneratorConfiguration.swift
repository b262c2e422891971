package import Foundation

/// What a `model-codegen.json` file says: `{"access": "package", "imports": ["Badges"]}`.
package struct GeneratorConfiguration: Sendable, Hashable {
  /// Who may use the generated code; nil where the file does not say.
  package let access: AccessLevel?
  /// Modules that the Swift types of `codable` attributes are in.
  package let imports: [String]

  /// - Throws: `ConfigurationError` where the file cannot be read or says something else.
  package init(contentsOf url: URL) throws(ConfigurationError) {
    let path = url.relativePath
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw ConfigurationError(path: path, "cannot be read: \(error.localizedDescription)")
    }
    guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw ConfigurationError(path: path, "is not a JSON object such as {\"access\": \"public\"}")
    }
    if let key = object.keys.sorted().first(where: { $0 != "access" && $0 != "imports" }) {
      throw ConfigurationError(path: path, "unknown key \"\(key)\"; the keys are \"access\" and \"imports\"")
    }
    var access: AccessLevel?
    if let value = object["access"] {
      guard let level = (value as? String).flatMap(AccessLevel.init(rawValue:)) else {
        throw ConfigurationError(
          path: path, "\"access\" is \"public\", \"package\" or \"internal\"")
      }
      access = level
    }
    let imports = object["imports"] ?? [String]()
    guard let imports = imports as? [String], imports.allSatisfy(SwiftNames.isIdentifier) else {
      throw ConfigurationError(path: path, "\"imports\" is a list of names of modules")
    }
    self.access = access
    self.imports = imports
  }
}

/// What is wrong with a `model-codegen.json` file.
package struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  package let path: String
  /// What is wrong.
  package let message: String

  package init(path: String, _ message: String) {
    self.path = path
    self.message = message
  }

  /// `PATH: MESSAGE`.
  package var description: String { "\(path): \(message)" }
}
