/// The registered objects of an entity by key: an open addressing table that owns them.
///
/// Objects that nobody else holds and nothing changed are let go by ``sweep()``, amortised by growth. There
/// are no weak references, and no object's deinit touches the table: the last release of an object may happen
/// on any thread. Once the context is gone the table owns nothing, and finds what others hold.
struct IdentityMap {
  private var keys: ContiguousArray<Int64> = []
  private var objects: ContiguousArray<ManagedObject?> = []
  private var mask = 0
  private(set) var count = 0
  /// The count at which the next sweep is due.
  private var sweepThreshold = 1024

  /// Objects of keys that are not positive: leases begin at 1, but other tools may have written any.
  private var foreign: [Int64: ManagedObject] = [:]

  /// The objects that others hold, once the context is gone; then nothing else is here.
  private var survivors: SurvivingObjects?

  /// What is in ``keys`` where there is no object; keys there are positive.
  private static let empty: Int64 = 0
  private static let removed: Int64 = -1

  subscript(key: Int64) -> ManagedObject? {
    guard key > 0 else { return foreign[key] ?? survivors?[key] }
    guard count > 0 else { return survivors?[key] }
    var index = start(key)
    while true {
      let found = keys[index]
      if found == key { return objects[index] }
      if found == Self.empty { return nil }
      index = (index &+ 1) & mask
    }
  }

  /// Adds an object whose key is positive and not there yet.
  mutating func insert(_ object: ManagedObject) {
    if (used &+ 1) &* 4 > keys.count &* 3 { grow() }
    place(object, object.key)
  }

  /// The object of a key, or where there is none the one that is made now.
  mutating func object(forKey key: Int64, make: () -> ManagedObject) -> ManagedObject {
    guard key > 0 else { return foreignObject(forKey: key, make: make) }
    if (used &+ 1) &* 4 > keys.count &* 3 {
      if survivors != nil { return survivor(forKey: key, make: make) }
      grow()
    }
    var index = start(key)
    while keys[index] != Self.empty {
      if keys[index] == key, let object = objects[index] { return object }
      index = (index &+ 1) & mask
    }
    let object = make()
    used += 1
    keys[index] = key
    objects[index] = object
    count += 1
    return object
  }

  private mutating func survivor(forKey key: Int64, make: () -> ManagedObject) -> ManagedObject {
    if let object = survivors?[key] { return object }
    let object = make()
    survivors?.insert(object)
    return object
  }

  private mutating func foreignObject(forKey key: Int64, make: () -> ManagedObject) -> ManagedObject {
    if survivors != nil { return survivor(forKey: key, make: make) }
    if let object = foreign[key] { return object }
    let object = make()
    foreign[key] = object
    return object
  }

  /// Makes room for so many more objects at once.
  mutating func reserve(_ more: Int) {
    if survivors == nil, (used + more) * 4 > keys.count * 3 {
      rebuild(capacity: Self.capacity(for: count + more))
    }
  }

  private mutating func place(_ object: consuming ManagedObject?, _ key: Int64) {
    var index = start(key)
    while keys[index] > 0 { index = (index &+ 1) & mask }
    if keys[index] == Self.empty { used += 1 }
    keys[index] = key
    objects[index] = object
    count += 1
  }

  mutating func remove(_ key: Int64) {
    survivors?.remove(key)
    guard key > 0 else {
      foreign[key] = nil
      return
    }
    guard count > 0 else { return }
    var index = start(key)
    while keys[index] != Self.empty {
      if keys[index] == key {
        keys[index] = Self.removed
        objects[index] = nil
        count -= 1
        return
      }
      index = (index &+ 1) & mask
    }
  }

  mutating func removeAll() {
    self = IdentityMap()
  }

  func forEach(_ body: (ManagedObject) -> Void) {
    for case let object? in objects { body(object) }
    for object in foreign.values { body(object) }
    survivors?.forEach(body)
  }

  /// The objects that somebody else holds.
  mutating func heldObjects() -> [ManagedObject] {
    var result: [ManagedObject] = []
    for index in objects.indices where keys[index] > 0 {
      if !isKnownUniquelyReferenced(&objects[index]), let object = objects[index] { result.append(object) }
    }
    for key in Array(foreign.keys) where !isKnownUniquelyReferenced(&foreign[key]) {
      if let object = foreign[key] { result.append(object) }
    }
    return result
  }

  /// Owns nothing from now on; finds these objects while somebody holds them.
  mutating func abandon(keeping objects: [ManagedObject]) {
    self = IdentityMap()
    survivors = SurvivingObjects(objects)
  }

  /// Lets go of objects that nobody else holds and nothing changed, if enough were added since the last time.
  mutating func sweepIfDue() {
    guard count + foreign.count >= sweepThreshold else { return }
    sweep()
  }

  mutating func sweep() {
    for index in objects.indices where keys[index] > 0 {
      if isKnownUniquelyReferenced(&objects[index]) {
        keys[index] = Self.removed
        objects[index] = nil
        count -= 1
      }
    }
    for key in Array(foreign.keys) where isKnownUniquelyReferenced(&foreign[key]) { foreign[key] = nil }
    sweepThreshold = max(1024, (count + foreign.count) * 2)
    if count * 8 < keys.count { rebuild(capacity: Self.capacity(for: count)) }
  }

  /// The places that are not empty: living and removed ones.
  private var used = 0

  private func start(_ key: Int64) -> Int {
    // Keys of one lease lie side by side, which memory likes; those of different leases are spread.
    let block = UInt64(bitPattern: key) >> 10
    return Int(truncatingIfNeeded: UInt64(bitPattern: key) &+ (block &* 0x9E37_79B9_7F4A_7C15) >> 20) & mask
  }

  private static func capacity(for count: Int) -> Int {
    var capacity = 16
    while capacity < count * 2 { capacity *= 2 }
    return capacity
  }

  private mutating func grow() {
    rebuild(capacity: Self.capacity(for: count + 1))
  }

  private mutating func rebuild(capacity: Int) {
    // Taking the objects out moves them: no reference is counted.
    var old = objects
    let oldKeys = keys
    objects = []
    keys = ContiguousArray(repeating: Self.empty, count: capacity)
    objects = ContiguousArray(repeating: nil, count: capacity)
    mask = capacity - 1
    used = 0
    count = 0
    for index in oldKeys.indices where oldKeys[index] > 0 {
      place(old[index].take(), oldKeys[index])
    }
  }
}
