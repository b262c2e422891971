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

  /// A key path that was put together here.
  ///
  /// Unchecked, and safe: key paths cannot be changed, and these are made of literals of properties, which hold no
  /// values.
  private struct KnownKeyPath: Hashable, @unchecked Sendable {
    let keyPath: AnyKeyPath
  }

  private static let known = Guarded<[KnownKeyPath: String]>([:])

  /// An object on the way.
  private struct Place {
    let keyPath: AnyKeyPath?
    let names: [String]
    let type: any KeyPathResolving.Type
    let isOptional: Bool
  }

  /// - Complexity: O(1) for what was found before, else O(steps within reach).
  static func name(of keyPath: AnyKeyPath, from root: any KeyPathResolving.Type) -> String? {
    let wanted = KnownKeyPath(keyPath: keyPath)
    if let name = known.withLock({ $0[wanted] }) { return name }
    guard let (found, name) = search(for: keyPath, from: root) else { return nil }
    known.withLock { known in
      if known.count >= cacheLimit { known.removeAll(keepingCapacity: true) }
      known[KnownKeyPath(keyPath: found)] = name
    }
    return name
  }

  private static func search(
    for keyPath: AnyKeyPath, from root: any KeyPathResolving.Type
  ) -> (AnyKeyPath, String)? {
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
          if path == keyPath { return (path, names.joined(separator: ".")) }
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
