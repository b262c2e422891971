import Foundation
import Graphstore

#if hasFeature(InternalImportsByDefault)
  import PackageModels_strict
  import PublicModels_strict
#else
  import PackageModels
  import PublicModels
#endif

/// What a check found wrong.
struct Failure: Error {
  let message: String
}

func check(_ condition: Bool, _ message: String) throws {
  if !condition { throw Failure(message: message) }
}

func publicModels() throws -> String {
  let container = try PersistentContainer(
    model: GifSchema.model, location: .inMemory, entities: [GifModel.self])
  let context = container.newContext()
  for number in 1...3 {
    let gif = GifModel(in: context, newsid: Int64(number), userid: 7)
    gif.text = "cat \(number)"
  }
  try context.save()
  let request = FetchRequest<GifModel>(
    predicate: #Predicate { $0.newsid > 1 && !$0.isZan }, sortBy: [SortDescriptor(\.newsid, order: .reverse)])
  let texts = try container.newContext().fetch(request).map { $0.text ?? "" }
  try check(texts == ["cat 3", "cat 2"], "posts: \(texts)")
  return texts.joined(separator: ", ")
}

func packageModels() throws -> String {
  let container = try PersistentContainer(
    model: LibrarySchema.model, location: .inMemory, entities: [Author.self, Book.self])
  let context = container.newContext()
  _ = Author(in: context, name: "Ada")
  let book = Book(in: context, values: Book.Values(title: "Notes", tags: ["engine", "numbers"]))
  try check(book.price == Decimal(string: "9.95"), "price: \(book.price)")
  try context.save()
  let tags = try container.newContext().fetch(FetchRequest<Book>(format: "title == %@", "Notes")).first?.tags
  try check(tags == ["engine", "numbers"], "tags: \(tags ?? [])")
  return "\(try context.count(FetchRequest<Author>())) author, tags \(tags ?? [])"
}

func internalModels() throws -> String {
  let container = try PersistentContainer(
    model: JournalSchema.model, location: .inMemory, entities: [Entry.self])
  let context = container.newContext()
  let entry = Entry(in: context, title: "Monday")
  entry.state = .inReview
  entry.place = Place(name: "attic", floor: 3)
  _ = Entry(in: context, title: "Tuesday")
  try context.save()
  let reviewed = try container.newContext().fetch(
    FetchRequest<Entry>(where: Entry.Properties.state == .inReview))
  try check(reviewed.map(\.title) == ["Monday"], "entries: \(reviewed.map(\.title))")
  try check(reviewed.first?.place == Place(name: "attic", floor: 3), "the place is lost")
  let json = try JSONEncoder().encode(reviewed.map(\.values))
  let values = try JSONDecoder().decode([Entry.Values].self, from: json)
  try check(values == reviewed.map(\.values), "values differ after a round trip")
  return "\(values.map(\.title))"
}

do {
  print("public:", try publicModels())
  print("package:", try packageModels())
  print("internal:", try internalModels())
} catch {
  print("failed:", error)
  exit(1)
}
