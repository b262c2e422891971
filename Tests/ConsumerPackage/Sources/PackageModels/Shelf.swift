import Foundation

// Beside generated code in another file, with an import that says nothing about access.
extension Author {
  var daysSinceJoining: Int {
    Int(Date().timeIntervalSince(joined) / 86_400)
  }
}
