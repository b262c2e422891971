import QueryDifferential
import GraphstoreTestSupport

/// Random statements on the tables of ``DerivedModel``, as any tool may run them: rows and links come and go in any
/// order.
struct RandomWrites {
  var generator: SeededGenerator

  private static let keys: Int64 = 8

  mutating func statement() -> String {
    switch Int.random(in: 0..<16, using: &generator) {
    case 0, 1: return insertPerson()
    case 2, 3: return insertThing()
    case 4: return "INSERT OR IGNORE INTO Tag (_id, _version) VALUES (\(key()), 1)"
    case 5: return "DELETE FROM \(generator.pick(["Person", "Thing", "Tag"])) WHERE _id = \(key())"
    case 6:
      return "DELETE FROM \(generator.pick(["Person", "Thing"])) WHERE _id BETWEEN \(key()) AND \(key())"
    case 7: return "UPDATE Person SET parent = \(reference()) WHERE _id \(some())"
    case 8: return "UPDATE Person SET age = \(age()), weight = \(half()) WHERE _id \(some())"
    case 9: return "UPDATE Person SET age = age + 1 WHERE _id \(some())"
    case 10:
      return "UPDATE Thing SET worker = \(reference()), hours = \(half()) WHERE _id \(some()) AND _entity = 1"
    case 11: return "UPDATE Thing SET cost = \(number()) WHERE _id \(some()) AND _entity = 1"
    case 12, 13: return insertLink()
    case 14: return changeLink()
    default: return replace()
    }
  }

  private mutating func insertPerson() -> String {
    "INSERT OR IGNORE INTO Person (_id, _version, _entity, age, weight, parent) VALUES "
      + "(\(key()), 1, \(bit()), \(age()), \(half()), \(reference())), (\(key()), 1, \(bit()), \(age()), NULL, \(reference()))"
  }

  private mutating func insertThing() -> String {
    "INSERT OR IGNORE INTO Thing (_id, _version, _entity, hours, cost, worker) VALUES "
      + "(\(key()), 1, 1, \(half()), \(number()), \(reference())), (\(key()), 1, 0, \(half()), NULL, NULL)"
  }

  private mutating func insertLink() -> String {
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      let (one, other) = (key(), key())
      return "INSERT OR IGNORE INTO _Person_friends VALUES (\(min(one, other)), \(max(one, other)), 0, 0)"
    case 1: return "INSERT OR IGNORE INTO _Person_idols VALUES (\(key()), \(key())), (\(key()), \(key()))"
    default: return "INSERT OR IGNORE INTO _Job_tags VALUES (\(key()), \(key()), \(number()))"
    }
  }

  private mutating func changeLink() -> String {
    let table = generator.pick(["_Person_friends", "_Person_idols", "_Job_tags"])
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return "DELETE FROM \(table) WHERE \(generator.pick(["source", "target"])) = \(key())"
    case 1: return "UPDATE OR IGNORE \(table) SET target = \(key()) WHERE source = \(key())"
    default: return "UPDATE _Person_friends SET source_order = \(number()), target_order = \(number())"
    }
  }

  /// Rows that are taken out and put in again, as a tool may do that has them exchange unique values.
  private mutating func replace() -> String {
    let some = some()
    let (table, columns) = generator.pick([
      ("Person", "_id, _version, _entity, age, weight, parent"),
      ("Thing", "_id, _version, _entity, hours, cost, worker"), ("Tag", "_id, _version"),
    ])
    return """
      CREATE TEMP TABLE parked AS SELECT \(columns) FROM \(table) WHERE _id \(some);
      DELETE FROM \(table) WHERE _id \(some); INSERT INTO \(table) (\(columns)) SELECT \(columns) FROM parked;
      DROP TABLE parked
      """
  }

  private mutating func key() -> Int64 { Int64.random(in: 1...Self.keys, using: &generator) }

  private mutating func bit() -> Int { Int.random(in: 0...1, using: &generator) }

  private mutating func number() -> Int { Int.random(in: -1000...1000, using: &generator) }

  private mutating func reference() -> String { generator.oneIn(4) ? "NULL" : String(key()) }

  private mutating func age() -> String { generator.oneIn(4) ? "NULL" : String(number()) }

  /// A real whose sums are exact.
  private mutating func half() -> String { generator.oneIn(4) ? "NULL" : "\(Double(number()) / 2)" }

  private mutating func some() -> String {
    generator.oneIn(3) ? "> \(key())" : "= \(key())"
  }
}
