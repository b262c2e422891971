/// How a comparison compares.
package enum ComparisonOperator: UInt8, Sendable, Hashable, CaseIterable {
  case equal
  case notEqual
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
  case between
  case isIn
  case contains
  case beginsWith
  case endsWith
  case like
  case matches

  /// The canonical spelling.
  package var text: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .between: "BETWEEN"
    case .isIn: "IN"
    case .contains: "CONTAINS"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .like: "LIKE"
    case .matches: "MATCHES"
    }
  }

  /// The operator that means the same with the sides exchanged, for the symmetric ones.
  var flipped: ComparisonOperator? {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .between, .isIn, .contains, .beginsWith, .endsWith, .like, .matches: nil
    }
  }
}
