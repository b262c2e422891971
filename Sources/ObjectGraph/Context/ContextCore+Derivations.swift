import Foundation
import GraphModel
import GraphQuery
import GraphValues

extension Derivation {
  /// Whether the store keeps the value up to date by itself.
  var isKeptByStore: Bool {
    switch kind {
    case .count, .sum: true
    case .lowercase, .canonical, .now: false
    }
  }

  /// The value that depends on the object alone; nil for those that the store keeps.
  ///
  /// - Parameters:
  ///   - now: the moment of the save.
  ///   - text: the text in a slot; nil where there is none.
  func value(now: AttributeValue, text: (Int) -> String?) -> AttributeValue? {
    switch kind {
    case .now: now
    case .lowercase(let slot): text(slot).map { .string($0.lowercased()) } ?? .null
    case .canonical(let slot):
      text(slot).map { .string(TextFolding.fold($0, [.caseInsensitive, .diacriticInsensitive])) } ?? .null
    case .count, .sum: nil
    }
  }

  /// The slot of the text that the value is made of; nil where it is made of none.
  var textSlot: Int? {
    switch kind {
    case .lowercase(let slot), .canonical(let slot): slot
    case .count, .sum, .now: nil
    }
  }
}

extension ContextCore {
  /// Computes the derived attributes of changed objects that depend on the object alone.
  ///
  /// - Returns: takes it back, where the save fails.
  func computeDerivations() -> () -> Void {
    var before: [(object: ManagedObject, slot: Int, value: AttributeValue)] = []
    let now = AttributeValue.date(Date())
    for registry in registries where registry.hasChanges {
      let derivations = registry.entity.derivations.filter { !$0.isKeptByStore }
      if derivations.isEmpty { continue }
      for object in [registry.inserted.objects, registry.updated.objects].joined() {
        if object.state.contains(.updated), object.changedSlots.allSatisfy(registry.transientSlots.contains) {
          continue
        }
        for derivation in derivations {
          before.append((object, derivation.slot, object.currentValue(derivation.slot) ?? .null))
          let value = derivation.value(now: now) { object.currentValue($0)?.text }
          object.assignUnjournaled(value ?? .null, derivation.slot)
        }
      }
    }
    return { for entry in before { entry.object.assignUnjournaled(entry.value, entry.slot) } }
  }

  /// The objects whose derived attributes the store computes anew with the changes at hand.
  func objectsWithStoredDerivations() -> [ManagedObject] {
    guard rereadsRows else { return [] }
    var found: [ObjectIdentifier: ManagedObject] = [:]
    func add(_ object: ManagedObject) {
      if object.registry.keepsDerivations { found[ObjectIdentifier(object)] = object }
    }
    for object in related { add(object) }
    for registry in registries where registry.hasChanges {
      for object in registry.inserted.objects { add(object) }
      let leads = registry.relationships.toOnes.filter { $0.inverse.isToMany }
      for object in [registry.inserted.objects, registry.updated.objects, registry.deleted.objects].joined() {
        for link in leads {
          if object.isFault {
            // A deleted object that nobody has read: whose member it is, only the store knows.
            link.destination.hierarchy.map.forEach(add)
            continue
          }
          for case let key? in [object.referenceKey(link.slot), object.storedReferenceKey(link.slot)] {
            if let owner = link.destination.hierarchy.map[key] { add(owner) }
          }
        }
      }
      for derived in registry.relationships.derivedOverJoins {
        let hierarchy = derived.owners
        var isUnknown = false
        let changed = registry.updated.objects.filter { object in
          derived.slots.contains { object.overlay?[$0] != nil }
        }
        for object in changed + registry.deleted.objects {
          guard let place = derived.place, let owners = object.collections?[place].members else {
            isUnknown = true
            break
          }
          for key in owners { if let owner = hierarchy.map[key] { add(owner) } }
        }
        if isUnknown { hierarchy.map.forEach(add) }
      }
    }
    return Array(found.values)
  }

  /// Reads anew what the store has computed for registered objects.
  ///
  /// - Parameter objects: those concerned; after a deletion by rule all that are registered are.
  func readStoredDerivations(of objects: [ManagedObject], _ outcome: SaveOutcome) throws {
    guard rereadsRows else { return }
    let isUnknown = !outcome.deleted.isEmpty || !outcome.nullified.isEmpty
    for hierarchy in hierarchies where hierarchy.entities.contains(where: \.keepsDerivations) {
      var keys: [Int64] = []
      if isUnknown {
        hierarchy.map.forEach { if $0.registry.keepsDerivations, $0.isReread { keys.append($0.key) } }
      } else {
        keys = objects.filter { $0.registry.hierarchy === hierarchy && $0.isReread }.map(\.key)
      }
      if keys.isEmpty { continue }
      let found = try store.rows(ofRoot: hierarchy.rootName, keys: keys.sorted())
      found.forEachRow { key, location in
        guard !location.isKnown, let object = hierarchy.map[key] else { return }
        hierarchy.takeStored(found.batches[Int(location.batch)], Int(location.row), for: object)
      }
    }
  }
}

extension ManagedObject {
  fileprivate var isReread: Bool { state.isClean && rows != nil }
}

extension AttributeValue {
  /// The text, where this is one.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
