import Foundation
import Graphstore
import GraphstoreTestSupport
import SQLSyntax
import Testing

@Suite("Batches against objects")
struct BatchDifferentialTests {
  /// A batch, and the same done object by object.
  private struct Trial {
    let batch: (ObjectContext) throws -> Int
    let objects: (ObjectContext) throws -> Int
  }

  @Test("the tables are the same afterwards")
  func sameTables() throws {
    var random = SeededGenerator(for: "BatchDifferentialTests")
    for round in 0..<25 {
      let model = try LibraryStore.model()
      let (left, right) = (try StoreFixture(model), try StoreFixture(model))
      try fill(left, using: &random)
      try FileManager.default.copyItem(at: left.url, to: right.url)
      for step in 0..<4 {
        let trial = try trial(using: &random)
        let batch = outcome(left, trial.batch)
        let objects = outcome(right, trial.objects)
        // Constants are checked whether there are objects or not.
        let isBoth = batch == objects || (batch == "validation" && objects == "0")
        #expect(isBoth, "\(batch) and \(objects) in round \(round), step \(step), seed \(random.seed)")
        #expect(try dump(left) == dump(right), "round \(round), step \(step), seed \(random.seed)")
      }
      #expect(try left.raw.integrity() == ["ok"])
      #expect(try left.raw.texts("PRAGMA foreign_key_check").isEmpty)
    }
  }

  // MARK: Trials

  private func trial(using random: inout SeededGenerator) throws -> Trial {
    let predicate = try self.predicate(using: &random)
    let entity = random.oneIn(4) ? "Comic" : "Book"
    switch Int.random(in: 0..<10, using: &random) {
    case 0...1:
      return try deletion("Shelf", QueryPredicate(format: random.oneIn(2) ? "bookCount < 3" : "name < 's3'"))
    case 2: return deletion(entity, predicate)
    case 3: return try deletion("Tag", QueryPredicate(format: "books.@count < 2"))
    case 4: return try deletion("Review", QueryPredicate(format: "book.pages > 40"))
    case 5: return relation(entity, predicate, Int.random(in: -1...3, using: &random))
    case 6: return computation(entity, predicate, random.oneIn(2))
    default: return constants(entity, predicate, using: &random)
    }
  }

  private func predicate(using random: inout SeededGenerator) throws -> QueryPredicate {
    let formats = [
      "pages > 40", "isbn < 10", "shelf == nil", "shelf.name == 's1'", "reviews.@count > 1",
      "title BEGINSWITH 'b'",
      "ANY tags.name == 't1'", "state == 'lent' OR price == nil", "TRUEPREDICATE", "isbn == 3",
    ]
    return try QueryPredicate(format: formats[Int.random(in: formats.indices, using: &random)])
  }

  private func deletion(_ entity: String, _ predicate: QueryPredicate) -> Trial {
    Trial {
      try $0.execute(BatchDeleteRequest<ManagedObject>(entityName: entity, where: predicate)).count
    } objects: { context in
      let objects = try context.fetch(FetchRequest<ManagedObject>(entityName: entity, where: predicate))
      for object in objects { context.delete(object) }
      try context.save()
      return objects.count
    }
  }

  private func constants(
    _ entity: String, _ predicate: QueryPredicate, using random: inout SeededGenerator
  ) -> Trial {
    var values: [String: AttributeValue] = [:]
    if random.oneIn(2) {
      values["title"] = .string(["b one", "B TWO", "ß", ""][Int.random(in: 0..<4, using: &random)])
    }
    if random.oneIn(2) { values["pages"] = .int(Int64.random(in: 0...60, using: &random)) }
    if random.oneIn(3) { values["state"] = .string("lent") }
    if random.oneIn(3) {
      values["price"] = random.oneIn(2) ? .null : .decimal(Decimal(Int.random(in: 0...9, using: &random)) / 4)
    }
    if random.oneIn(6) || values.isEmpty { values["isbn"] = random.oneIn(2) ? .null : .int(3) }
    let all = values
    return Trial { context in
      var request = BatchUpdateRequest<ManagedObject>(entityName: entity, where: predicate)
      for (name, value) in all.sorted(by: { $0.key < $1.key }) { request.set(name, to: value) }
      return try context.execute(request).count
    } objects: { context in
      try edit(entity, predicate, in: context) { object in
        for (name, value) in all { try object.setValue(value, forKey: name) }
      }
    }
  }

  private func relation(_ entity: String, _ predicate: QueryPredicate, _ shelf: Int) -> Trial {
    func target(_ context: ObjectContext) throws -> ManagedObject? {
      try context.first(
        try FetchRequest<ManagedObject>(entityName: "Shelf", format: "name == %@", "s\(shelf)"))
    }
    return Trial { context in
      var request = BatchUpdateRequest<ManagedObject>(entityName: entity, where: predicate)
      request.set("shelf", to: try target(context)?.id)
      return try context.execute(request).count
    } objects: { context in
      let shelf = try target(context)
      return try edit(entity, predicate, in: context) { try $0.setRelatedObject(shelf, forKey: "shelf") }
    }
  }

  /// Pages have rules, and are worked out and checked; the other way has none to check.
  private func computation(_ entity: String, _ predicate: QueryPredicate, _ shifts: Bool) -> Trial {
    let name = shifts ? "isbn" : "pages"
    let property = Property<ManagedObject, Int64?>(name)
    return Trial { context in
      var request = BatchUpdateRequest<ManagedObject>(entityName: entity, where: predicate)
      request.set(name, toExpression: property + 1)
      return try context.execute(request).count
    } objects: { context in
      try edit(entity, predicate, in: context) { object in
        let value = try object.value(forKey: name, as: Int.self)
        try object.setValue(value.map { $0 + 1 }, forKey: name)
      }
    }
  }

  /// Changes the objects of a predicate, and saves; gives how many differ from before.
  private func edit(
    _ entity: String, _ predicate: QueryPredicate, in context: ObjectContext,
    _ body: (ManagedObject) throws -> Void
  ) throws -> Int {
    let objects = try context.fetch(FetchRequest<ManagedObject>(entityName: entity, where: predicate))
    for object in objects { try body(object) }
    let count = objects.count { $0.isUpdated }
    try context.save()
    return count
  }

  // MARK: Stores

  private func outcome(_ fixture: StoreFixture, _ body: (ObjectContext) throws -> Int) -> String {
    do {
      let container = try fixture.open()
      defer { container.close() }
      let context = container.newContext()
      return try "\(body(context))"
    } catch let error as GraphError {
      return error.code.description
    } catch {
      return "\(error)"
    }
  }

  private func dump(_ fixture: StoreFixture) throws -> [String: [[SQLValue]]] {
    var result: [String: [[SQLValue]]] = [:]
    let tables = try fixture.raw.texts(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_graphstore%' ESCAPE '\\'")
    for table in tables {
      let columns = try fixture.raw.texts(
        "SELECT name FROM pragma_table_info('\(table)') WHERE name <> 'changed'")
      let list = columns.map { SQL.quoted(identifier: $0) }.joined(separator: ", ")
      result[table] = try fixture.raw.query(
        "SELECT \(list) FROM \(SQL.quoted(identifier: table)) ORDER BY 1, 2")
    }
    return result
  }

  private func fill(_ fixture: StoreFixture, using random: inout SeededGenerator) throws {
    let container = try fixture.open()
    let context = container.newContext()
    let shelves = try (0..<4).map { try context.insert("Shelf", ["name": "s\($0)"]) }
    let tags = try (0..<3).map { try context.insert("Tag", ["name": "t\($0)"]) }
    for number in 0..<Int.random(in: 5...25, using: &random) {
      let book = try context.insert(
        random.oneIn(3) ? "Comic" : "Book",
        [
          "title": random.oneIn(2) ? "b \(number)" : "X\(number)",
          "pages": Int.random(in: 0...80, using: &random),
        ])
      if random.oneIn(2) { try book.setValue(number, forKey: "isbn") }
      if random.oneIn(3) { try book.setValue("lent", forKey: "state") }
      if random.oneIn(2) { try book.setValue(Decimal(number) / 2, forKey: "price") }
      if !random.oneIn(4) {
        try book.setRelatedObject(shelves.randomElement(using: &random), forKey: "shelf")
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        try context.insert("Review").setRelatedObject(book, forKey: "book")
      }
      try book.setRelatedObjects(tags.filter { _ in random.oneIn(4) }, forKey: "tags")
      if random.oneIn(4) { try context.insert("Cover").setRelatedObject(book, forKey: "book") }
    }
    try context.save()
    container.close()
  }
}

extension ObjectContext {
  fileprivate func insert(_ entity: String) throws -> ManagedObject { try insert(entity: entity) }
}
