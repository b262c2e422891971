import Foundation
@testable import Graphstore
@testable import ObjectGraph
import GraphstoreTestSupport
import Testing

@Suite("Streams of objects")
struct StreamTests {
  let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    try container.reading { context in
      for index in 0..<3000 { try context.employee("e\(index % 7)", index) }
      try context.save()
    }
  }

  private func request(_ format: String? = nil, sort: String? = nil) throws -> FetchRequest<ManagedObject> {
    var request = FetchRequest<ManagedObject>(entityName: "Employee")
    request.predicate = try format.map { try QueryPredicate(format: $0) }
    request.sortKeys = try sort.map { try SortKey.parse($0) } ?? []
    return request
  }

  private func streamed(
    _ request: FetchRequest<ManagedObject>, _ context: ObjectContext
  ) async throws -> [Int?] {
    var found: [Int?] = []
    for try await object in context.stream(request) { found.append(object.salary) }
    return found
  }

  @Test func aStreamHasWhatAFetchHas() async throws {
    let context = container.newContext()
    for (format, sort) in [
      (nil, nil), ("salary >= 2990", "salary desc"), ("salary < 0", nil), (nil, "name, salary desc"),
    ] {
      var request = try request(format, sort: sort)
      for (limit, offset) in [(0, 0), (5, 0), (0, 2995), (300, 100)] {
        (request.fetchLimit, request.fetchOffset) = (limit, offset)
        let expected = try context.fetch(request).map(\.salary)
        #expect(try await streamed(request, context) == expected)
        var visited: [Int?] = []
        try context.forEach(request) { visited.append($0.salary) }
        #expect(visited == expected)
      }
    }
  }

  @Test func unsavedChangesAreInTheirPlaces() async throws {
    let context = container.newContext()
    let objects = try context.fetch(request(sort: "salary"))
    try context.employee("new", 1500)
    try context.employee("first", -1)
    try context.employee("last", 9000)
    try objects[2000].setValue(3, forKey: "salary")
    context.delete(objects[1])
    var request = try request(sort: "salary, name")
    #expect(try await streamed(request, context) == context.fetch(request).map(\.salary))
    (request.fetchLimit, request.fetchOffset) = (20, 1495)
    #expect(try await streamed(request, context) == context.fetch(request).map(\.salary))
    request.includesPendingChanges = false
    #expect(try await streamed(request, context).count == 20)
  }

  @Test func objectsThatNobodyHoldsLeaveOnTheWay() throws {
    let context = container.newContext()
    var most = 0
    var count = 0
    try context.forEach(request()) { _ in
      count += 1
      most = max(most, context.registeredObjects.count)
    }
    #expect(count == 3000)
    #expect(most < 2000, "not all are kept")
  }

  @Test func whatIsSavedMeanwhileIsNotSeen() async throws {
    let context = container.newContext()
    let other = container.newContext()
    var found: [Int?] = []
    for try await object in context.stream(try request()) {
      if found.isEmpty {
        for object in try other.all("Employee") { other.delete(object) }
        try other.employee("late", 1)
        try other.save()
      }
      found.append(object.salary)
    }
    #expect(found == Array(0..<3000))
    #expect(try context.count(request()) == 1)
  }

  @Test func objectsMayBeChangedAndSavedOnTheWay() throws {
    let context = container.newContext()
    var count = 0
    try context.forEach(request()) { object in
      if count % 2 == 0 { try object.setValue(-1, forKey: "salary") } else { context.delete(object) }
      count += 1
      if count % 500 == 0 { try context.save() }
    }
    try context.save()
    #expect(count == 3000)
    #expect(try context.count(request()) == 1500)
    #expect(try context.count(request("salary == -1")) == 1500)
  }

  @Test func whatTheContextDeletesOnTheWayIsLeftOut() throws {
    let context = container.newContext()
    let last = try #require(try context.fetch(request("salary == 2999")).first)
    var found: [Int?] = []
    try context.forEach(request("salary > 2996")) { object in
      if found.isEmpty { context.delete(last) }
      found.append(object.salary)
    }
    #expect(found == [2997, 2998])
  }

  @Test func aStreamMayBeLeftEarlyAndReadAgain() async throws {
    let context = container.newContext()
    let stream = context.stream(try request(sort: "salary desc"))
    for _ in 0..<20 {
      for try await object in stream {
        #expect(object.salary == 2999)
        break
      }
    }
  }

  @Test func aBodyThatThrowsEndsIt() throws {
    struct Stop: Error {}
    let context = container.newContext()
    var count = 0
    #expect(throws: Stop.self) {
      try context.forEach(request()) { _ in
        count += 1
        if count == 700 { throw Stop() }
      }
    }
    #expect(count == 700)
  }

  @Test func mistakesAreThrownByTheFirstObject() async throws {
    let context = container.newContext()
    let stream = context.stream(try request("salry == 1"))
    await #expect(throws: QueryError.self) { for try await _ in stream { Issue.record("nothing to read") } }
  }

  @Test func cancellingStopsAQuery() async throws {
    let container = container
    let task = Task {
      let context = container.newContext()
      // Every row is compared with every other, which takes longer than anybody waits.
      let slow = try QueryPredicate(format: "name MATCHES '(e|e)*0' OR salary >= 0")
      var request = FetchRequest<ManagedObject>(entityName: "Employee", where: slow)
      request.sortKeys = [SortKey("name"), SortKey("salary", ascending: false)]
      while true { for try await _ in context.stream(request) {} }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func anInterruptedReadingSaysSo() throws {
    let context = container.newContext()
    let reader = try context.reader(request())
    _ = try reader.nextObject()
    reader.interruption()
    #expect(throws: StoreError.self) { while try reader.nextObject() != nil {} }
    #expect(try context.count(request()) == 3000, "later queries are not stopped")
  }

  @Test func aRollbackJournalDoesNotKeepWritersWaiting() throws {
    let fixture = try StoreFixture(Models.employees())
    let options = StoreOptions(
      journalMode: .rollback, durability: .normal, busyTimeout: .milliseconds(50))
    let container = try fixture.open(options)
    let context = container.newContext()
    for index in 0..<1000 { try context.employee("e", index) }
    try context.save()
    let other = container.newContext()
    var found: [Int?] = []
    try context.forEach(request(sort: "salary desc")) { object in
      if found.isEmpty {
        other.delete(try #require(try other.fetch(request("salary == 0")).first))
        try other.save()
      }
      found.append(object.salary)
    }
    #expect(found == Array((1..<1000).reversed()))
  }

  @MainActor @Test func aStreamBelongsToItsContextsIsolation() async throws {
    let context = container.newContext()
    var sum = 0
    for try await object in context.stream(try request()) { sum += object.salary ?? 0 }
    #expect(sum == 2999 * 1500)
  }

  @Test func prefetchedObjectsComeWithEachPart() throws {
    let container = try PersistentContainer(model: Models.authors(), location: .inMemory)
    try container.reading { context in
      for index in 0..<600 {
        let author = try context.make("Author", "a\(index)")
        try context.make("Post", "p\(index)", ["author": author])
      }
      try context.save()
    }
    let context = container.newContext()
    var request = FetchRequest<ManagedObject>(entityName: "Post")
    request.relationshipKeyPathsForPrefetching = ["author"]
    var names: [String?] = []
    let statements = try container.statementsRun {
      try context.forEach(request) { names.append(try $0.nameOf("author")) }
    }
    #expect(names.count == 600 && names.last == "a599")
    #expect(statements < 40, "not one an object")
  }
}
