import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Work that another writer is in the way of is done again")
struct RetryTests {
  let container: PersistentContainer
  let id: ObjectID

  init() throws {
    container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    id = try container.write { context, _ in try context.employee("counter", 0).id }
  }

  @Test func noIncrementIsLost() async throws {
    let (container, id) = (container, id)
    let policy = RetryPolicy(
      maximumAttempts: 1000, firstDelay: .microseconds(100), maximumDelay: .milliseconds(5))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<25 {
            try await container.perform(retrying: policy) { context in
              let object = try context.object(with: id)
              let salary = try object.value(forKey: "salary", as: Int.self) ?? 0
              try object.setValue(salary + 1, forKey: "salary")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try container.newContext().all("Employee")[0].salary == 100)
  }

  @Test func theLastErrorIsThrownAndOthersAtOnce() async throws {
    let (container, id) = (container, id)
    let tries = Counter()
    let policy = RetryPolicy(maximumAttempts: 3, firstDelay: .microseconds(1))
    let error = await #expect(throws: GraphError.self) {
      try await container.perform(retrying: policy) { context in
        tries.increase()
        try context.object(with: id).setValue("mine", forKey: "name")
        try container.write { other, _ in
          try other.object(with: id).setValue("\(tries.count)", forKey: "name")
        }
      }
    }
    #expect(error?.code == .conflict && tries.count == 3)
    await #expect(throws: CancellationError.self) {
      try await container.perform(retrying: policy) { _ in
        tries.increase()
        throw CancellationError()
      }
    }
    #expect(tries.count == 4)
  }
}

/// Counts what is done by several tasks.
final class Counter: Sendable {
  private let lock = NSLock()
  private let value = Box()

  /// `@unchecked Sendable`: used only while the lock is held.
  private final class Box: @unchecked Sendable {
    var count = 0
  }

  var count: Int { lock.withLock { value.count } }

  func increase() { lock.withLock { value.count += 1 } }
}
