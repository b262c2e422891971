public import Foundation

extension EntityModel {
  /// Reads and checks a model.
  ///
  /// - Parameter url: a file, or a folder: then all its files whose names end in `.json`, but not in
  ///   `.schema.json`, are one model, in the order of their names. Folders in it are not looked at.
  /// - Throws: all mistakes of the model, each with its file and its place there; also where the files cannot
  ///   be read.
  public init(contentsOf url: URL) throws(ModelError) {
    self = try ModelDecoder.decode(ModelFiles.read(url))
  }

  /// Reads and checks a model from the text of a file.
  ///
  /// - Parameters:
  ///   - text: what the file holds.
  ///   - file: the name that mistakes are reported with.
  /// - Throws: all mistakes of the model.
  public init(json text: String, file: String? = nil) throws(ModelError) {
    self = try EntityModel(sources: [(file, text)])
  }

  /// Reads and checks a model from the texts of several files.
  package init(sources: [(name: String?, text: String)]) throws(ModelError) {
    let sum = sources.reduce(0) { $0 + $1.text.utf8.count }
    if sum > LoadingLimits.bytes {
      throw ModelError(mistakes: [
        ModelError.Mistake(
          file: sources.first?.name, path: "",
          message: "the files of a model have at most \(LoadingLimits.bytes >> 20) MiB together")
      ])
    }
    self = try ModelDecoder.decode(sources.map { ($0.name, Array($0.text.utf8)) })
  }

  /// The model that generated code carries.
  ///
  /// - Precondition: the text and the fingerprint are those that `model-codegen` wrote.
  @_spi(Generated)
  public static func embedded(_ text: String, fingerprint: String) -> EntityModel {
    // Generated code has no caller that could mend its text: only generating it again does.
    let model: EntityModel
    do {
      model = try EntityModel(json: text, file: "generated code")
    } catch {
      fatalError("The generated code's model is not valid: run model-codegen again.\n\(error)")
    }
    if model.fingerprint != fingerprint {
      fatalError(
        "The generated code of model \(model.name) was written for another model or by another version of "
          + "Graphstore: run model-codegen again.")
    }
    return model
  }

  /// A model whose fingerprint is worked out from its entities, which have to be valid.
  package init(name: String, version: String? = nil, entities: [EntityDescription]) {
    self.init(
      name: name, version: version, entities: entities, fingerprint: Fingerprint.of(entities))
  }
}
