import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("The last release of an object may happen on any thread")
struct LastReleaseTests {
  /// Objects on their way to a thread that only lets go of them.
  ///
  /// `@unchecked Sendable`: the objects are not read or written there, only released, which is what is tested.
  private final class Parcel: @unchecked Sendable {
    private var content: [ManagedObject]

    init(_ content: [ManagedObject]) { self.content = content }

    func drop() { content = [] }
  }

  @Test func othersLetGoWhileTheContextWorks() throws {
    let container = try PersistentContainer(model: Models.employees(), location: .inMemory)
    let context = container.newContext()
    for index in 0..<2000 { try context.employee("e\(index)", index) }
    try context.save()
    let queue = DispatchQueue(label: "release", attributes: .concurrent)
    let group = DispatchGroup()
    for round in 0..<60 {
      let all = try context.all("Employee")
      for part in 0..<4 {
        let parcel = Parcel(Array(all[part * 500..<(part + 1) * 500]))
        queue.async(group: group) { parcel.drop() }
      }
      if round % 5 == 0 { try all[round].setValue(round, forKey: "salary") }
      if round % 10 == 0 { try context.save() }
      if round % 7 == 0 { context.refreshAllObjects() }
    }
    group.wait()
    #expect(try context.all("Employee").count == 2000)
  }

  @Test func othersLetGoAfterTheContext() throws {
    let group = DispatchGroup()
    for _ in 0..<20 {
      let container = try PersistentContainer(model: Models.employees(), location: .inMemory)
      var context: ObjectContext? = container.newContext()
      for index in 0..<200 { try context?.employee("e\(index)", index) }
      try context?.save()
      for object in try context?.all("Employee").prefix(10) ?? [] { try object.setValue(nil, forKey: "name") }
      let parcels = try (0..<3).map { _ in Parcel(try context?.all("Employee") ?? []) }
      for parcel in parcels { DispatchQueue.global().async(group: group) { parcel.drop() } }
      context = nil
    }
    group.wait()
  }

  @Test func othersLetGoWhileObjectsOfAGoneContextAreRead() throws {
    let container = try PersistentContainer(model: AuthorsModel.model, location: .inMemory)
    let writer = container.newContext()
    for number in 0..<40 {
      let author = try writer.make("Author", "\(number)")
      for index in 0..<5 { try writer.make("Post", "\(number).\(index)", ["author": author]) }
    }
    try writer.save()
    let group = DispatchGroup()
    for _ in 0..<20 {
      var authors = try container.newContext().all("Author")
      for index in authors.indices.reversed() {
        let posts = try authors[index].relatedObjects(forKey: "posts")
        #expect(posts.count == 5)
        if index % 3 == 0 { try authors[index].setValue("changed", forKey: "name") }
        let parcel = Parcel(posts + [authors.removeLast()])
        DispatchQueue.global().async(group: group) { parcel.drop() }
      }
    }
    group.wait()
  }
}
