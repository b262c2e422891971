import GraphValues

/// Reads the files of a model and merges them into one.
struct ModelDecoder {
  private let log = MistakeLog()
  private var entities: [EntityDraft] = []
  private var name: (text: String, place: SourcePlace)?
  private var version: (text: String, place: SourcePlace)?
  private var hasEntities = false

  /// - Parameter sources: the files' names, nil for text that has none, and their bytes.
  /// - Throws: all mistakes.
  static func decode(_ sources: [(name: String?, bytes: [UInt8])]) throws(ModelError) -> EntityModel {
    var decoder = ModelDecoder()
    for (index, source) in sources.enumerated() {
      decoder.read(source.bytes, SourceFile(index: index, name: source.name))
    }
    return try decoder.finish(first: SourceFile(index: 0, name: sources.first?.name))
  }

  private mutating func read(_ bytes: [UInt8], _ file: SourceFile) {
    let root = SourcePlace(file: file, path: "", offset: 0)
    let document: JSONReader.Document
    do {
      document = try JSONReader.read(bytes, limits: LoadingLimits.json)
    } catch {
      log.add(SourcePlace(file: file, path: error.place, offset: 0), error.message)
      return
    }
    if document.hasDuplicateKeys { findDuplicateKeys(document.root, at: root) }
    guard let reader = ObjectReader(document.root, at: root, keys: ModelKeys.model, log: log) else { return }
    _ = reader.string("$schema")
    agree("model", reader, with: &name)
    agree("version", reader, with: &version)
    reader.require("entities")
    let elements = reader.array("entities")
    if elements.count + entities.count > LoadingLimits.entities {
      log.add(reader.place(of: "entities"), "a model has at most \(LoadingLimits.entities) entities")
      return
    }
    hasEntities = hasEntities || !elements.isEmpty
    for element in elements {
      if let entity = EntityDecoder.decode(element.node, at: element.place, log: log) {
        entities.append(entity)
      }
    }
  }

  /// Reads a key that files of one model may repeat, but not change.
  private func agree(
    _ key: String, _ reader: ObjectReader, with earlier: inout (text: String, place: SourcePlace)?
  ) {
    guard let text = reader.text(key, most: LoadingLimits.nameLength) else { return }
    guard let earlier else {
      earlier = (text, reader.place(of: key))
      return
    }
    if earlier.text != text {
      log.add(
        reader.place(of: key),
        "\(MistakeLog.quote(text)) differs from \(MistakeLog.quote(earlier.text)) in \(earlier.place.description)"
      )
    }
  }

  private func findDuplicateKeys(_ node: JSONNode, at place: SourcePlace) {
    switch node.kind {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        findDuplicateKeys(element, at: place.element(index, offset: element.offset))
      }
    case .object(let members):
      var seen: Set<String> = []
      for member in members {
        if !seen.insert(member.key).inserted {
          log.add(
            place.member(member.key, offset: member.keyOffset),
            "duplicate key \(MistakeLog.quote(member.key))")
        }
        findDuplicateKeys(member.value, at: place.member(member.key, offset: member.value.offset))
      }
    case .null, .bool, .number, .string: break
    }
  }

  private func finish(first: SourceFile) throws(ModelError) -> EntityModel {
    let start = SourcePlace(file: first, path: "", offset: 0)
    if log.isEmpty {
      if name == nil { log.add(start, "missing key \"model\"") }
      if !hasEntities { log.add(start, "a model has at least one entity") }
    }
    let draft = ModelDraft(
      name: name?.text ?? "", namePlace: name?.place ?? start, version: version?.text, entities: entities)
    for rule in ModelRules.all { rule.check(draft, log) }
    try log.check()
    return EntityModel(
      name: draft.name, version: draft.version, entities: entities.map(\.description))
  }
}
