import GraphValues

/// Members of composites are stored as they are, and have names of their own.
struct CompositeRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    for entity in model.entities {
      for composite in entity.composites {
        checkNames(composite, log)
        for member in composite.members { check(member, log) }
      }
    }
  }

  private func check(_ member: AttributeDraft, _ log: MistakeLog) {
    let (attribute, reader) = (member.description, member.reader)
    for (key, isSaid) in [
      ("transient", attribute.isTransient), ("derived", attribute.derivation != nil),
      ("external", attribute.isExternal),
    ] where isSaid {
      log.add(reader.place(of: key), "a composite's attribute cannot be \(key)")
    }
  }

  private func checkNames(_ composite: CompositeDraft, _ log: MistakeLog) {
    var names: [String: AttributeDraft] = [:]
    for member in composite.members where !member.name.isEmpty {
      let place = member.reader.place(of: "name")
      if let mistake = NameForm.mistake(in: member.name, for: .property) {
        log.add(place, mistake)
      } else if ReservedNames.members.contains(member.name) {
        log.add(
          place,
          "the name \(MistakeLog.quote(member.name)) is reserved: every generated type has a member of that name"
        )
      }
      let folded = NameForm.folded(member.name)
      if let first = names[folded] {
        log.add(
          place,
          DuplicateNameRule.message(
            "property", member.name, first: first.name, place: first.reader.place(of: "name")))
      } else {
        names[folded] = member
      }
    }
  }
}
