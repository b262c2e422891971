import Foundation
import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("Contexts of actors, of the main actor and of plain code")
struct ContextHomeTests {
  let container: PersistentContainer

  init() throws {
    container = try PersistentContainer(model: GifSchema.model, location: .inMemory)
  }

  private actor Importer: StoreActor {
    let storeExecutor: StoreExecutor
    private var kept: [GifModel] = []

    init(_ container: PersistentContainer) { storeExecutor = StoreExecutor(container) }

    func add(_ numbers: [Int64]) {
      for number in numbers { kept.append(GifModel(in: context, newsid: number, userid: 0)) }
    }

    func save() throws -> [ObjectID] {
      try context.save()
      return kept.map(\.id)
    }

    func isMainThread() -> Bool { Thread.isMainThread }
  }

  @Test @MainActor func anActorKeepsItsContextBetweenCalls() async throws {
    let importer = Importer(container)
    await importer.add([1, 2])
    await importer.add([3])
    #expect(try container.mainContext.count(FetchRequest<GifModel>()) == 0)
    let ids = try await importer.save()
    #expect(ids.count == 3)
    #expect(try container.mainContext.count(FetchRequest<GifModel>()) == 3)
    #expect(
      try ids.map { try container.mainContext.object(with: $0, as: GifModel.self).newsid } == [1, 2, 3])
    #expect(await !importer.isMainThread())
    #expect(importer.container === container)
  }

  @Test func manyActorsThatWaitBlockNobody() async throws {
    let actors = (0..<40).map { _ in Importer(container) }
    let ids = try await withThrowingTaskGroup(of: [ObjectID].self) { group in
      for (number, actor) in actors.enumerated() {
        group.addTask {
          await actor.add([Int64(number)])
          return try await actor.save()
        }
      }
      return try await group.reduce(into: Set<ObjectID>()) { $0.formUnion($1) }
    }
    #expect(ids.count == 40)
    #expect(try container.newContext().count(FetchRequest<GifModel>()) == 40)
  }

  @Test func aBackgroundContextKeepsWhatIsNotSaved() async throws {
    let background = BackgroundContext(container)
    let id = try await background.perform { context in GifModel(in: context, newsid: 7, userid: 1).id }
    #expect(try container.newContext().count(FetchRequest<GifModel>()) == 0)
    try await background.perform { context in
      try context.object(with: id, as: GifModel.self).text = "later"
      try context.save()
    }
    #expect(try container.newContext().object(with: id, as: GifModel.self).text == "later")
    // Errors pass, and the context stays.
    await #expect(throws: GraphError.self) {
      try await background.perform { context in
        _ = GifModel(in: context, newsid: 7, userid: 2)
        try context.save()
      }
    }
    let pending = try await background.perform { context in context.insertedObjects.count }
    #expect(pending == 1)
  }

  @Test @MainActor func theMainContextIsOneAndSurvivesSuspensions() async throws {
    let context = container.mainContext
    let gif = GifModel(in: context, newsid: 1, userid: 1)
    await Task.yield()
    #expect(container.mainContext === context)
    gif.text = "still here"
    try container.mainContext.save()
    let text = try await container.perform { context in
      try context.fetch(FetchRequest<GifModel>()).first?.text
    }
    #expect(text == "still here")
  }

  @Test func theMainContextMayGoWithItsContainerAnywhere() async throws {
    let file = try TemporaryFolder()
    var container: PersistentContainer? = try PersistentContainer(
      model: GifSchema.model, url: file.url.appending(path: "gifs.sqlite"))
    let held = await Self.insert(in: container)
    container = nil
    await MainActor.run { #expect(held.gif?.newsid == 5) }
  }

  @MainActor private final class Held { var gif: GifModel? }

  @MainActor private static func insert(in container: PersistentContainer?) -> Held {
    let held = Held()
    held.gif = container.map { GifModel(in: $0.mainContext, newsid: 5, userid: 5) }
    return held
  }

  /// The task's end lets go of its actor, of that one's executor and of the container, whose main context goes on the main
  /// actor only.
  @Test func theLastReleaseMayBeTheEndOfATask() async throws {
    for _ in 0..<50 {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let container = try? PersistentContainer(model: GifSchema.model, location: .inMemory)
            _ = try? await container?.perform { context in GifModel(in: context, newsid: 1, userid: 1).id }
          }
        }
      }
    }
  }

  @Test func plainCodeWaits() throws {
    let id = try container.performAndWait { context in
      let gif = GifModel(in: context, newsid: 1, userid: 1)
      try context.save()
      return gif.id
    }
    let count = container.performAndWait { context in context.registeredObjects.count }
    #expect(count == 0)
    #expect(try container.newContext().object(with: id, as: GifModel.self).userid == 1)
  }
}
