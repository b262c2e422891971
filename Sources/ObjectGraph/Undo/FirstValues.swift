/// What places held before they first changed, in the order of these changes.
struct FirstValues<Place: Hashable, Value> {
  private(set) var places: [Place] = []
  private var values: [Place: Value] = [:]

  var isEmpty: Bool { places.isEmpty }

  subscript(place: Place) -> Value? { values[place] }

  /// Notes what a place holds; of a place that has changed before, the older value stays.
  mutating func note(_ place: Place, _ value: Value) {
    guard values[place] == nil else { return }
    places.append(place)
    values[place] = value
  }

  /// Keeps the places that a condition names.
  mutating func keep(_ isKept: (Place, Value) -> Bool) {
    let kept = places.filter { place in values[place].map { isKept(place, $0) } ?? false }
    if kept.count == places.count { return }
    places = kept
    values = Dictionary(kept.compactMap { place in values[place].map { (place, $0) } }) { first, _ in first }
  }
}
