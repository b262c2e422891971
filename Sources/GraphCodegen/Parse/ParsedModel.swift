package import Foundation
package import GraphModel
import GraphQuery

/// A model with its inheritance worked out: what parsing hands to translation.
package struct ParsedModel: Sendable {
  package let model: EntityModel
  package let resolved: ResolvedModel
  /// The model as JSON text, which generated code embeds.
  package let json: String

  package init(model: EntityModel, json: String) {
    self.model = model
    self.resolved = ResolvedModel(model)
    self.json = json
  }
}

extension ParsedModel {
  /// Reads and checks model files and folders of them, which together are one model.
  ///
  /// - Throws: `ModelError` with every mistake of the files.
  package init(contentsOf urls: [URL]) throws {
    let model = try EntityModel(contentsOf: urls)
    self.init(model: model, json: model.canonicalJSON)
    try FetchTemplates.check(resolved)
  }
}
