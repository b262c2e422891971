import Foundation

// Beside generated code in another file, with an import that says nothing about access.
extension GifModel {
  /// When the post was made, as far as it can be told.
  var created: Date? {
    createtime.flatMap { try? Date($0, strategy: .iso8601) }
  }
}
