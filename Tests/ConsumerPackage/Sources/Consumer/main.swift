import Foundation
import Graphstore

#if hasFeature(InternalImportsByDefault)
  import OrganisationModels_strict
  import PackageModels_strict
  import PublicModels_strict
#else
  import OrganisationModels
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
    model: LibrarySchema.model, location: .inMemory, entities: [Author.self, Book.self, Novel.self])
  let context = container.newContext()
  let author = Author(in: context, name: "Ada")
  let book = Book(in: context, values: Book.Values(title: "Notes", tags: ["engine", "numbers"]))
  try check(book.price == Decimal(string: "9.95"), "price: \(book.price)")
  try context.save()
  let tags = try container.newContext().fetch(FetchRequest<Book>(format: "title == %@", "Notes")).first?.tags
  try check(tags == ["engine", "numbers"], "tags: \(tags ?? [])")
  author.books.append(Book(Novel(in: context, title: "Loom")))
  author.books.insert(book, at: 0)
  try context.save()
  let stored = try container.newContext().fetch(FetchRequest<Author>()).first
  try check(stored?.books.map(\.title) == ["Notes", "Loom"], "the books are not in order")
  try check(stored?.books.last?.as(Novel.self)?.isCrime == false, "the novel is none")
  return "\(try context.count(FetchRequest<Author>())) author, tags \(tags ?? [])"
}

func internalModels() throws -> String {
  let container = try PersistentContainer(
    model: JournalSchema.model, location: .inMemory, entities: [Entry.self])
  let context = container.newContext()
  let entry = Entry(in: context, title: "Monday")
  entry.state = .inReview
  entry.place = Place(name: "attic", floor: 3)
  entry.next = Entry(in: context, title: "Tuesday")
  try context.save()
  let reviewed = try container.newContext().fetch(
    FetchRequest<Entry>(where: Entry.Properties.state == .inReview))
  try check(reviewed.map(\.title) == ["Monday"], "entries: \(reviewed.map(\.title))")
  try check(reviewed.first?.next?.previous?.title == "Monday", "the next entry has another one before it")
  try check(reviewed.first?.place == Place(name: "attic", floor: 3), "the place is lost")
  let json = try JSONEncoder().encode(reviewed.map(\.values))
  let values = try JSONDecoder().decode([Entry.Values].self, from: json)
  try check(values == reviewed.map(\.values), "values differ after a round trip")
  return "\(values.map(\.title))"
}

func publicInheritance() throws -> String {
  let container = try PersistentContainer(
    model: OrganisationSchema.model, location: .inMemory,
    entities: [Party.self, Person.self, Employee.self, Company.self, Contract.self])
  let context = container.newContext()
  let company = Company(
    in: context, number: 1, name: "Acme", seat: Company.Seat(latitude: 48.2, longitude: 16.4))
  company.address = Party.Address(street: "Main St")
  let employee = Employee(
    in: context, number: 2, name: "Ada", salary: 10, badge: Badge(title: "b"), company: company)
  try check(employee.isChief, "there is someone above the employee")
  try context.save()
  let request = FetchRequest<Party>(sortBy: [SortDescriptor(\.number)])
  let parties = try container.newContext().fetch(request)
  let names = parties.map { party in
    switch party.kind {
    case .company(let company): "\(company.name) of \(company.staffCount)"
    case .employee(let employee): "\(employee.name) at \(employee.company.address?.street ?? "")"
    case .person(let person): person.name
    }
  }
  try check(names == ["Acme of 1", "Ada at Main St"], "parties: \(names)")
  func rename(_ party: some PartyProperties) { party.name += "!" }
  parties.forEach { rename($0) }
  try check(parties.map(\.name) == ["Acme!", "Ada!"], "renamed: \(parties.map(\.name))")
  let json = Data(#"{"title": "Work", "party": {"entity": "Person", "number": 3, "name": "Mary"}}"#.utf8)
  let tree = try JSONDecoder().decode(Contract.Tree.self, from: json)
  try check(tree.record.toOne["party"]?.entityName == "Person", "the tree is another")
  return names.joined(separator: ", ")
}

do {
  print("public:", try publicModels())
  print("public inheritance:", try publicInheritance())
  print("package:", try packageModels())
  print("internal:", try internalModels())
} catch {
  print("failed:", error)
  exit(1)
}
