import GraphValues

/// Writes the value that stands where there is none: what getters answer for a missing required value.
enum ZeroTranslator {
  static func expression(_ attribute: AttributeInterface, names: TypeNames) -> ExpressionSyntax {
    if attribute.isOptionalProperty { return .literal(.nil) }
    switch attribute.shape {
    case .closed(let enumeration): return .implicitMember(enumeration.cases.first?.name ?? "")
    case .array, .codableArray: return .array([])
    case .codable: return .literal(.nil)
    case .scalar(let type): return scalar(type, names)
    }
  }

  private static func scalar(_ type: AttributeType, _ names: TypeNames) -> ExpressionSyntax {
    switch type {
    case .int16, .int32, .int64, .double, .float, .decimal: .literal(.integer(0))
    case .bool: .literal(.boolean(false))
    case .string: .literal(.string(""))
    case .date:
      .call(
        .type(names["Date"]), [ArgumentSyntax("timeIntervalSinceReferenceDate", .literal(.integer(0)))])
    case .data: .call(.type(names["Data"]), [])
    case .uuid:
      .coalescing(
        .call(
          .type(names["UUID"]),
          [ArgumentSyntax("uuidString", .literal(.string("00000000-0000-0000-0000-000000000000")))]),
        .call(.type(names["UUID"]), []))
    case .url: .call(.type(names["URL"]), [ArgumentSyntax("filePath", .literal(.string("/")))])
    case .codable: .literal(.nil)
    }
  }
}
