import GraphValues

/// Reads full-text and spatial indexes.
enum SearchIndexDecoder {
  /// The longest beginnings of words that an index keeps.
  static let longestPrefix = 16
  private static let mostPrefixes = 8

  /// `["title", "text"]`, or an object with options.
  static func fullText(_ node: JSONNode, at place: SourcePlace, log: MistakeLog) -> FullTextDescription? {
    if case .array = node.kind {
      return FullTextDescription(attributes: EntityDecoder.names(node, at: place, log: log))
    }
    guard case .object = node.kind else {
      log.add(
        place, "an array of attribute names, or an object with \"attributes\", is expected, not \(node.noun)")
      return nil
    }
    guard let reader = ObjectReader(node, at: place, keys: ModelKeys.fullText, log: log) else { return nil }
    reader.require("attributes")
    let attributes =
      reader.node("attributes").map {
        EntityDecoder.names($0, at: reader.place(of: "attributes"), log: log)
      } ?? []
    return FullTextDescription(
      attributes: attributes, prefixLengths: prefixLengths(reader, log),
      keepsDiacritics: reader.bool("keepsDiacritics") ?? false)
  }

  private static func prefixLengths(_ reader: ObjectReader, _ log: MistakeLog) -> [Int] {
    let elements = reader.array("prefixLengths")
    if elements.count > mostPrefixes {
      log.add(reader.place(of: "prefixLengths"), "an index has at most \(mostPrefixes) lengths of prefixes")
      return []
    }
    var result: [Int] = []
    for (node, place) in elements {
      guard case .number(let text) = node.kind, let length = Int(text), (1...longestPrefix).contains(length)
      else {
        log.add(place, "an integer of 1 to \(longestPrefix) is expected, not \(node.noun)")
        continue
      }
      if result.contains(length) { log.add(place, "\(length) is there twice") } else { result.append(length) }
    }
    return result.sorted()
  }

  static func spatial(_ node: JSONNode, at place: SourcePlace, log: MistakeLog) -> SpatialDescription? {
    guard let reader = ObjectReader(node, at: place, keys: ModelKeys.spatial, log: log) else { return nil }
    reader.require("name")
    var axes: [SpatialDescription.Axis] = []
    for name in SpatialDescription.axisNames {
      let (minimum, maximum) = ("min\(name.uppercased())", "max\(name.uppercased())")
      let hasEnds = reader.has(minimum) || reader.has(maximum)
      if reader.has(name), hasEnds {
        log.add(reader.place(of: name), "an axis has either \"\(name)\" or \"\(minimum)\" and \"\(maximum)\"")
      }
      if !reader.has(name), !hasEnds {
        if name == "x" {
          log.add(place, "missing key \"x\", or \"minX\" and \"maxX\"")
        } else if name == "y", reader.has("z") || reader.has("minZ") {
          log.add(place, "an index with a z axis has a y axis")
        }
        continue
      }
      if hasEnds {
        reader.require(minimum)
        reader.require(maximum)
      }
      let first = reader.string(reader.has(name) ? name : minimum) ?? ""
      let second = reader.has(name) ? first : reader.string(maximum) ?? ""
      axes.append(SpatialDescription.Axis(minimum: first, maximum: second))
    }
    return SpatialDescription(name: reader.string("name") ?? "", axes: axes)
  }
}
