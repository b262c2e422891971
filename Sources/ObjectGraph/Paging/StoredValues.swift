import GraphQuery
import GraphValues

/// An object as the store has it, whatever the context has changed.
struct StoredValues: SlotSource {
  let object: ManagedObject

  func slotValue(_ slot: Int) -> AttributeValue {
    object.registry.codecs[slot].isExternal
      ? object.slotValue(slot) : object.committedValue(slot) ?? .null
  }

  var objectKey: Int64 { object.key }
  var entityNumber: Int { object.entityNumber }

  func related(slot: Int) -> (any SlotSource)? {
    guard case .reference(let id) = slotValue(slot),
      let target = try? object.registry.core.object(with: id), (try? target.fulfill()) != nil
    else { return nil }
    return StoredValues(object: target)
  }

  func members(place: Int) -> [any SlotSource] { object.members(place: place) }
}
