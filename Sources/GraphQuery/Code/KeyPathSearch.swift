import GraphValues
import Synchronization

/// Finds the names of key paths through several objects.
///
/// The system does not tell what steps a key path is made of. Key paths are therefore put together from the steps
/// that the types on the way list, the short ones first, until one is equal.
enum KeyPathSearch {
  /// The most steps that are tried.
  private static let stepLimit = 20_000
  private static let lengthLimit = 6
  private static let cacheLimit = 1_000

  /// A key path as text, with its ends.
  ///
  /// A key path that is put together is not equal to the literal of the same steps where a step on its way can be set:
  /// it still has the mark of where setting begins, which the literal has not. Their texts, which have the steps by the
  /// addresses of their getters, are the same.
  private struct Spelling: Hashable {
    let root: ObjectIdentifier
    let value: ObjectIdentifier
    let text: String

    init(_ keyPath: AnyKeyPath) {
      root = ObjectIdentifier(type(of: keyPath).rootType)
      value = ObjectIdentifier(type(of: keyPath).valueType)
      text = String(describing: keyPath)
    }
  }

  private static let known = Guarded<[Spelling: String]>([:])

  /// An object on the way.
  private struct Place {
    let keyPath: AnyKeyPath?
    let names: [String]
    let type: any KeyPathResolving.Type
    let isOptional: Bool
  }

  /// - Complexity: O(1) for what was found before, else O(steps within reach).
  static func name(of keyPath: AnyKeyPath, from root: any KeyPathResolving.Type) -> String? {
    let wanted = Spelling(keyPath)
    if let name = known.withLock({ $0[wanted] }) { return name }
    guard let name = search(for: keyPath, wanted, from: root) else { return nil }
    known.withLock { known in
      if known.count >= cacheLimit { known.removeAll(keepingCapacity: true) }
      known[wanted] = name
    }
    return name
  }

  private static func search(
    for keyPath: AnyKeyPath, _ wanted: Spelling, from root: any KeyPathResolving.Type
  ) -> String? {
    let valueType = type(of: keyPath).valueType
    var places = [Place(keyPath: nil, names: [], type: root, isOptional: false)]
    var steps = 0
    for _ in 0..<lengthLimit {
      var next: [Place] = []
      for place in places {
        for step in place.type.keyPathSteps {
          steps += 1
          if steps > stepLimit { return nil }
          let way = step.keyPath(fromOptional: place.isOptional)
          let wayType = type(of: way).valueType
          let destination = destination(wayType)
          guard wayType == valueType || destination != nil, let path = joined(place.keyPath, way) else {
            continue
          }
          let names = step.name == "SELF" && !place.names.isEmpty ? place.names : place.names + [step.name]
          if path == keyPath || (wayType == valueType && Spelling(path) == wanted) {
            return names.joined(separator: ".")
          }
          guard let destination else { continue }
          next.append(
            Place(keyPath: path, names: names, type: destination.type, isOptional: destination.isOptional))
        }
      }
      if next.isEmpty { return nil }
      places = next
    }
    return nil
  }

  private static func joined(_ first: AnyKeyPath?, _ second: AnyKeyPath) -> AnyKeyPath? {
    guard let first else { return second }
    return first.appending(path: second)
  }

  private static func destination(
    _ type: any Any.Type
  ) -> (type: any KeyPathResolving.Type, isOptional: Bool)? {
    let optional = type as? any OptionalValue.Type
    guard let entity = (optional?.wrappedType ?? type) as? any KeyPathResolving.Type else { return nil }
    return (entity, optional != nil)
  }
}
