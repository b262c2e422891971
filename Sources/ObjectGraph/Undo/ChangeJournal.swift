import GraphValues

/// A change of the graph in its smallest parts, with what was before: what undoing takes back.
enum GraphChange {
  /// A slot's value.
  case value(ManagedObject, slot: Int, before: AttributeValue)
  case inserted(ManagedObject)
  case deleted(ManagedObject)
  /// A pair entered into a join table.
  case linked(ManagedObject, ToManyLink, member: Int64)
  /// A pair taken out of a join table.
  case unlinked(ManagedObject, ToManyLink, member: Int64, place: Int?)
  /// A member's place in a join's list.
  case moved(ManagedObject, ToManyLink, member: Int64, place: Int)
}

extension ContextCore {
  func journal(_ object: ManagedObject, _ slot: Int, _ value: AttributeValue) {
    guard let journal, let before = object.currentValue(slot), before != value else { return }
    journal(.value(object, slot: slot, before: before))
  }

  func forgetJournal() {}

  func journalInsertion(of object: ManagedObject) { journal?(.inserted(object)) }

  func journalDeletion(of object: ManagedObject) { journal?(.deleted(object)) }

  func journalLink(_ object: ManagedObject, _ link: ToManyLink, _ member: Int64) {
    journal?(.linked(object, link, member: member))
  }

  func journalUnlink(_ object: ManagedObject, _ link: ToManyLink, _ member: Int64) {
    guard let journal else { return }
    let keys = object.memberKeys(link)
    let place = keys.firstIndex(of: member).map { $0 - keys.startIndex }
    journal(.unlinked(object, link, member: member, place: place))
  }

  func journalOrder(_ object: ManagedObject, _ link: ToManyLink, _ member: Int64) {
    guard let journal else { return }
    let keys = object.memberKeys(link)
    guard let index = keys.firstIndex(of: member) else { return }
    journal(.moved(object, link, member: member, place: index - keys.startIndex))
  }
}
