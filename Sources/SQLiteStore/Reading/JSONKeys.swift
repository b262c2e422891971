/// Keys as a JSON array, for `json_each`.
enum JSONKeys {
  static func text(_ keys: [Int64]) -> String {
    var text = "["
    text.reserveCapacity(keys.count * 8)
    for (index, key) in keys.enumerated() {
      if index > 0 { text += "," }
      text += String(key)
    }
    return text + "]"
  }
}
