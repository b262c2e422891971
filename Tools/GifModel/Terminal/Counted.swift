extension Int {
  /// The number with a noun: `1 post`, `2 posts`.
  func counted(_ noun: String) -> String {
    self == 1 ? "1 \(noun)" : "\(self) \(noun)s"
  }
}
