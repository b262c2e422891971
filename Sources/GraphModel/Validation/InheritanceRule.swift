import GraphValues

/// Parents exist, do not run in circles, and are not too many.
struct InheritanceRule: ModelRule {
  func check(_ model: ModelDraft, _ log: MistakeLog) {
    let names = model.entities.map(\.name)
    for entity in model.entities {
      guard let parent = entity.description.parent else { continue }
      let place = entity.reader.place(of: "parent")
      guard model.entity(named: parent) != nil else {
        let suggestion = log.suggestion(for: parent, among: names)
        log.add(place, "there is no entity \(MistakeLog.quote(parent))\(suggestion)")
        continue
      }
      var line = [entity.name]
      var next = entity.description.parent
      // An entity above which others run in a circle is not reported: they are.
      while let name = next, !line.contains(name), line.count <= LoadingLimits.inheritanceDepth {
        line.append(name)
        next = model.entity(named: name)?.description.parent
      }
      if next == entity.name {
        log.add(place, "the entity inherits from itself: \((line + [entity.name]).joined(separator: ", "))")
      } else if line.count > LoadingLimits.inheritanceDepth {
        log.add(place, "more than \(LoadingLimits.inheritanceDepth) parents above one another")
      }
    }
  }
}
