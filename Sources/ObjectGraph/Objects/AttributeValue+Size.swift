import Foundation
import GraphValues

extension AttributeValue {
  /// About how many bytes the value takes beside its word.
  var roughByteCount: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .data(let data), .codable(let data): data.count
    case .url(let url): url.absoluteString.utf8.count
    case .array(let elements): elements.reduce(2) { $0 + $1.roughByteCount + 24 }
    default: 32
    }
  }
}
