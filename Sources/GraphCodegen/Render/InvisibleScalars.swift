/// Characters that cannot be seen in source, or that change how what follows them is shown.
enum InvisibleScalars {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
    case .format: scalar.value != 0x200D && scalar.value != 0x200C  // joiners belong to emoji and scripts
    default: false
    }
  }
}
