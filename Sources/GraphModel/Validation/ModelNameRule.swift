import GraphValues

/// A model's name can begin a Swift type's name.
struct ModelNameRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    // A model without a name has been noted already.
    if model.name.isEmpty { return }
    if let mistake = NameForm.mistake(in: model.name, for: .type) { log.add(model.namePlace, mistake) }
  }
}
