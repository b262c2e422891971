/// Whose work is measured.
enum Contender: String, CaseIterable {
  case graphstore
  case baseline
}
