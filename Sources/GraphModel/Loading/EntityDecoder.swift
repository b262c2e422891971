import GraphValues

/// Reads an entity.
enum EntityDecoder {
  static func decode(_ node: JSONNode, at place: SourcePlace, log: MistakeLog) -> EntityDraft? {
    guard let reader = ObjectReader(node, at: place, keys: ModelKeys.entity, log: log) else { return nil }
    reader.require("name")
    let elements = elements(reader, log: log)
    let relationships = reader.array("relationships").compactMap {
      RelationshipDecoder.decode($0.node, at: $0.place, log: log)
    }
    let description = EntityDescription(
      name: reader.string("name") ?? "", parent: reader.text("parent"),
      isAbstract: reader.bool("abstract") ?? false,
      attributes: elements.compactMap { $0.attribute?.description },
      composites: elements.compactMap { $0.composite?.description },
      relationships: relationships.map(\.description),
      uniquenessConstraints: reader.array("unique").map { names($0.node, at: $0.place, log: log) },
      indexes: reader.array("indexes").map {
        IndexDescription(elements: sortKeys($0.node, at: $0.place, log: log))
      },
      fullText: reader.node("fullText").flatMap {
        SearchIndexDecoder.fullText($0, at: reader.place(of: "fullText"), log: log)
      },
      spatialIndexes: reader.array("spatial").compactMap {
        SearchIndexDecoder.spatial($0.node, at: $0.place, log: log)
      },
      fetchRequests: reader.array("fetchRequests").compactMap {
        fetchRequest($0.node, at: $0.place, log: log)
      },
      userInfo: reader.strings("userInfo"),
      renamedFrom: reader.text("renamedFrom", most: LoadingLimits.nameLength),
      documentation: reader.string("documentation"))
    return EntityDraft(
      description: description, elements: elements, relationships: relationships, reader: reader)
  }

  private static func elements(_ reader: ObjectReader, log: MistakeLog) -> [PropertyDraft] {
    var position = 0
    return reader.array("attributes").compactMap { node, place in
      if CompositeDecoder.isComposite(node) {
        return CompositeDecoder.decode(node, at: place, position: position, log: log).map { .composite($0) }
      }
      let attribute = AttributeDecoder.decode(node, at: place, isMember: false, log: log)
      if attribute != nil { position += 1 }
      return attribute.map { .attribute($0) }
    }
  }

  /// A group of property names; an empty name stands for what was not a string.
  static func names(_ node: JSONNode, at place: SourcePlace, log: MistakeLog) -> [String] {
    guard case .array(let elements) = node.kind else {
      log.add(place, "an array of property names is expected, not \(node.noun)")
      return []
    }
    if elements.isEmpty { log.add(place, "a group of no properties") }
    return elements.enumerated().map { index, element in
      if case .string(let name) = element.kind { return name }
      log.add(
        place.element(index, offset: element.offset), "a property name is expected, not \(element.noun)")
      return ""
    }
  }

  /// `"joined desc"`, `"name asc"`, `"name"`.
  static func sortKeys(
    _ node: JSONNode, at place: SourcePlace, log: MistakeLog
  ) -> [IndexDescription.Element] {
    names(node, at: place, log: log).enumerated().map { index, text in
      let words = text.split(separator: " ", omittingEmptySubsequences: false)
      if words.count == 1 { return IndexDescription.Element(property: text) }
      if words.count == 2, words[1] == "asc" || words[1] == "desc" {
        return IndexDescription.Element(property: String(words[0]), isDescending: words[1] == "desc")
      }
      log.add(
        place.element(index, offset: place.offset),
        "\(MistakeLog.quote(text)) is not a property name, alone or with \"asc\" or \"desc\" behind it")
      return IndexDescription.Element(property: "")
    }
  }

  private static func fetchRequest(
    _ node: JSONNode, at place: SourcePlace, log: MistakeLog
  ) -> FetchRequestTemplate? {
    guard let reader = ObjectReader(node, at: place, keys: ModelKeys.fetchRequest, log: log) else {
      return nil
    }
    reader.require("name")
    var template = FetchRequestTemplate(
      name: reader.string("name") ?? "", predicate: reader.text("predicate"),
      sort: reader.node("sort").map { sortKeys($0, at: reader.place(of: "sort"), log: log) } ?? [],
      limit: reader.integer("limit", in: 1...Int(UInt32.max)))
    template.place = TemplatePlace(file: place.file.name, path: place.path)
    return template
  }
}
