import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

/// What the model's `codable` attribute keeps.
struct ExhibitOrigin: Codable, Sendable, Hashable {
  var places: [String]
}

@Suite("Generated properties of external attributes read and write like others")
struct GeneratedExternalTests {
  private func image(_ size: Int) -> Data { Data((0..<size).map { UInt8(truncatingIfNeeded: $0 * 7) }) }

  private func expectUnreadable(_ body: () throws -> Void) {
    let error = #expect(throws: GraphError.self) { try body() }
    #expect(error?.code == .unreadableValue, "\(String(describing: error))")
  }

  @Test func valuesOfAllSizes() throws {
    let container = try PersistentContainer(
      model: GallerySchema.model, location: .inMemory, options: StoreOptions(externalThreshold: 100),
      entities: [Exhibit.self])
    let context = container.newContext()
    for size in [0, 1, 50, 100, 101, 5000] {
      let text = String(repeating: "ü", count: size)
      let exhibit = Exhibit(in: context, title: "\(size)", image: image(size))
      #expect(exhibit.caption == "none" && exhibit.note == nil && exhibit.origin == nil)
      exhibit.note = text
      exhibit.caption = text
      exhibit.origin = ExhibitOrigin(places: Array(repeating: "Wien", count: size))
      #expect(exhibit.note == text && exhibit.caption == text && exhibit.image == image(size))
      try context.save()
      #expect(exhibit.note == text && exhibit.caption == text && exhibit.image == image(size))
      let other = container.newContext()
      let values = try #require(
        try other.fetch(FetchRequest<Exhibit>(predicate: #Predicate { $0.title == "\(size)" })).first?.values)
      #expect(values.note == text && values.caption == text && values.image == image(size))
      #expect(values.origin?.places.count == size)
      exhibit.note = nil
      exhibit.caption = "short"
      try context.save()
      #expect(exhibit.note == nil && exhibit.caption == "short")
    }
    let without = FetchRequest<Exhibit>(predicate: #Predicate { $0.note == nil && $0.origin != nil })
    #expect(try context.count(without) == 6)
    #expect(throws: QueryError.self) {
      _ = try context.fetch(FetchRequest<Exhibit>(predicate: #Predicate { $0.caption == "short" }))
    }
    #expect(throws: QueryError.self) {
      _ = try context.fetch(FetchRequest<Exhibit>(sortBy: [SortDescriptor(\.caption)]))
    }
  }

  @Test func aDamagedFileReadsAsZeroAndIsReported() throws {
    let folder = try TemporaryFolder()
    let container = try PersistentContainer(
      model: GallerySchema.model, url: folder.file(),
      options: StoreOptions(durability: .normal, externalThreshold: 100))
    let context = container.newContext()
    let exhibit = Exhibit(in: context, title: "a", image: image(1000))
    exhibit.caption = String(repeating: "x", count: 1000)
    exhibit.origin = ExhibitOrigin(places: Array(repeating: "Wien", count: 1000))
    try context.save()
    try FileManager.default.removeItem(atPath: folder.file().path + ".files")
    #expect(exhibit.image == Data() && exhibit.title == "a")
    expectUnreadable { try context.save() }
    #expect(exhibit.caption.isEmpty)
    expectUnreadable { _ = try context.fetch(FetchRequest<Exhibit>()) }
    #expect(exhibit.origin == nil)
    expectUnreadable { _ = try context.count(FetchRequest<Exhibit>()) }
    exhibit.image = image(2000)
    try context.save()
    #expect(exhibit.image == image(2000))
  }
}
