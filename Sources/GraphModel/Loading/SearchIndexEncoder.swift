import GraphValues

/// Writes full-text and spatial indexes as ``SearchIndexDecoder`` reads them.
enum SearchIndexEncoder {
  static func text(of fullText: FullTextDescription) -> String {
    let names = array(fullText.attributes)
    if fullText.hasDefaultOptions { return names }
    var parts = ["\"attributes\": \(names)"]
    if !fullText.prefixLengths.isEmpty {
      parts.append("\"prefixLengths\": [\(fullText.prefixLengths.map(String.init).joined(separator: ", "))]")
    }
    if fullText.keepsDiacritics { parts.append("\"keepsDiacritics\": true") }
    return "{ " + parts.joined(separator: ", ") + " }"
  }

  static func text(of spatial: SpatialDescription) -> String {
    var parts = ["\"name\": \(JSONText.quote(spatial.name))"]
    for (axis, name) in zip(spatial.axes, SpatialDescription.axisNames) {
      if axis.isPoint {
        parts.append("\"\(name)\": \(JSONText.quote(axis.minimum))")
      } else {
        parts.append("\"min\(name.uppercased())\": \(JSONText.quote(axis.minimum))")
        parts.append("\"max\(name.uppercased())\": \(JSONText.quote(axis.maximum))")
      }
    }
    return "{ " + parts.joined(separator: ", ") + " }"
  }

  private static func array(_ texts: [String]) -> String {
    "[" + texts.map { JSONText.quote($0) }.joined(separator: ", ") + "]"
  }
}
