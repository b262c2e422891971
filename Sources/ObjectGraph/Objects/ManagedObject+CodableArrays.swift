import Foundation
import GraphValues

/// Accessors of generated code for arrays of codable values, each element of which is JSON of its own.
extension ManagedObject {
  /// The elements; nil where there is no value, or JSON that the type cannot read.
  @_spi(Generated) public func codableArray<Element: Decodable>(
    of type: Element.Type, at slot: Int
  ) -> [Element]? {
    guard let stored = currentValue(slot), case .array(let elements) = stored else { return nil }
    let decoder = JSONDecoder()
    var result: [Element] = []
    result.reserveCapacity(elements.count)
    for element in elements {
      guard case .codable(let json) = element, let value = try? decoder.decode(Element.self, from: json)
      else {
        return unreadable(slot)
      }
      result.append(value)
    }
    return result
  }

  /// Sets the elements, or no value; an element that cannot be encoded is kept as an error for the context.
  @_spi(Generated) public func setCodableArray<Element: Encodable>(_ value: [Element]?, at slot: Int) {
    guard let value else { return assign(.null, slot) }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      assign(.array(try value.map { .codable(try encoder.encode($0)) }), slot)
    } catch {
      core.record(error)
    }
  }
}
