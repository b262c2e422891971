/// Where an entry was written.
struct Place: Codable, Sendable, Hashable {
  var name: String
  var floor: Int
}
