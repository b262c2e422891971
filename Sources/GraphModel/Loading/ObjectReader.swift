import GraphValues

/// Reads the keys of a JSON object, and notes what is not as it should be.
struct ObjectReader {
  let place: SourcePlace
  let log: MistakeLog
  private let members: [String: JSONNode]

  /// - Returns: nil, with a mistake noted, where the value is not an object.
  init?(_ node: JSONNode, at place: SourcePlace, keys: [String], log: MistakeLog) {
    guard case .object(let members) = node.kind else {
      log.add(place, "an object is expected, not \(node.noun)")
      return nil
    }
    self.place = place
    self.log = log
    self.members = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    for member in members where !keys.contains(member.key) {
      let suggestion = log.suggestion(for: member.key, among: keys)
      log.add(
        place.member(member.key, offset: member.keyOffset),
        "unknown key \(MistakeLog.quote(member.key))\(suggestion)")
    }
  }

  func has(_ key: String) -> Bool { members[key] != nil }

  func node(_ key: String) -> JSONNode? { members[key] }

  /// The place of a key's value, or of the object where the key is not there.
  func place(of key: String) -> SourcePlace {
    guard let node = members[key] else { return place }
    return place.member(key, offset: node.offset)
  }

  func expected(_ what: String, _ key: String, _ node: JSONNode) {
    log.add(place(of: key), "\(what) is expected, not \(node.noun)")
  }

  func require(_ key: String) {
    if members[key] == nil { log.add(place, "missing key \"\(key)\"") }
  }

  func string(_ key: String, most: Int = LoadingLimits.stringLength) -> String? {
    guard let node = members[key] else { return nil }
    guard case .string(let text) = node.kind else {
      expected("a string", key, node)
      return nil
    }
    if text.utf8.count > most {
      log.add(place(of: key), "a string of more than \(most) bytes")
      return nil
    }
    return text
  }

  /// A string that is not empty.
  func text(_ key: String, most: Int = LoadingLimits.stringLength) -> String? {
    guard let text = string(key, most: most) else { return nil }
    if text.isEmpty {
      log.add(place(of: key), "an empty string")
      return nil
    }
    return text
  }

  func bool(_ key: String) -> Bool? {
    guard let node = members[key] else { return nil }
    guard case .bool(let value) = node.kind else {
      expected("true or false", key, node)
      return nil
    }
    return value
  }

  func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let node = members[key] else { return nil }
    guard case .number(let text) = node.kind, let value = Int(text), range.contains(value) else {
      let end =
        range.upperBound == .max
        ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
      expected("an integer of \(end)", key, node)
      return nil
    }
    return value
  }

  /// One of an enumeration's raw values.
  func choice<Choice>(_ key: String, _ what: String) -> Choice?
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    guard let text = string(key) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let suggestion = log.suggestion(for: text, among: Choice.allCases.map(\.rawValue))
    log.add(place(of: key), "unknown \(what) \(MistakeLog.quote(text))\(suggestion)")
    return nil
  }

  /// The elements of an array with their places; empty where the key is not there.
  func array(_ key: String) -> [(node: JSONNode, place: SourcePlace)] {
    guard let node = members[key] else { return [] }
    guard case .array = node.kind else {
      expected("an array", key, node)
      return []
    }
    return elements(key)
  }

  /// An object of strings; empty where the key is not there.
  func strings(_ key: String) -> [String: String] {
    guard let node = members[key] else { return [:] }
    guard case .object(let members) = node.kind else {
      expected("an object of strings", key, node)
      return [:]
    }
    var result: [String: String] = [:]
    for member in members {
      guard case .string(let text) = member.value.kind else {
        log.add(
          place(of: key).member(member.key, offset: member.value.offset),
          "a string is expected, not \(member.value.noun)")
        continue
      }
      result[member.key] = text
    }
    return result
  }

  /// Whether a key holds a string.
  func hasText(_ key: String) -> Bool {
    if case .string = members[key]?.kind { true } else { false }
  }

  /// The places of an array of arrays, and of the elements in them; what is not an array has been noted.
  func places(_ key: String) -> [(place: SourcePlace, elements: [SourcePlace])] {
    elements(key).map { node, place in
      guard case .array(let elements) = node.kind else { return (place, []) }
      return (place, elements.enumerated().map { place.element($0, offset: $1.offset) })
    }
  }

  /// The elements of an array with their places; nothing, and no mistake noted, where there is none.
  func elements(_ key: String) -> [(node: JSONNode, place: SourcePlace)] {
    guard let node = members[key], case .array(let elements) = node.kind else { return [] }
    let place = place(of: key)
    return elements.enumerated().map { ($1, place.element($0, offset: $1.offset)) }
  }
}
