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
}

extension ContextCore {
  /// Computes the derived attributes of changed objects that depend on the object alone.
  func computeDerivations() {
    let now = AttributeValue.date(Date())
    for registry in registries where registry.hasChanges {
      let derivations = registry.entity.derivations.filter { !$0.isKeptByStore }
      if derivations.isEmpty { continue }
      for object in [registry.inserted.objects, registry.updated.objects].joined() {
        if object.state.contains(.updated), object.changedSlots.allSatisfy(registry.transientSlots.contains) {
          continue
        }
        for derivation in derivations {
          object.assignUnjournaled(Self.value(of: derivation, for: object, now: now), derivation.slot)
        }
      }
    }
  }

  private static func value(
    of derivation: Derivation, for object: ManagedObject, now: AttributeValue
  ) -> AttributeValue {
    switch derivation.kind {
    case .now: return now
    case .lowercase(let slot):
      guard case .string(let text)? = object.currentValue(slot) else { return .null }
      return .string(text.lowercased())
    case .canonical(let slot):
      guard case .string(let text)? = object.currentValue(slot) else { return .null }
      return .string(TextFolding.fold(text, [.caseInsensitive, .diacriticInsensitive]))
    case .count, .sum: return .null
    }
  }

  /// Reads anew what the store has computed for registered objects.
  func readStoredDerivations() throws {
    guard rereadsRows else { return }
    for hierarchy in hierarchies {
      guard hierarchy.entities.contains(where: { $0.entity.derivations.contains { $0.isKeptByStore } }) else {
        continue
      }
      var keys: [Int64] = []
      hierarchy.map.forEach { object in
        guard object.state.isClean, object.rows != nil,
          object.registry.entity.derivations.contains(where: { $0.isKeptByStore })
        else { return }
        keys.append(object.key)
      }
      if keys.isEmpty { continue }
      let found = try store.rows(ofRoot: hierarchy.rootName, keys: keys.sorted())
      found.forEachRow { key, location in
        guard !location.isKnown, let object = hierarchy.map[key] else { return }
        hierarchy.take(found.batches[Int(location.batch)], Int(location.row), for: object)
      }
    }
  }
}
