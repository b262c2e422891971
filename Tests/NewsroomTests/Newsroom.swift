import SQLiteAccess

@testable import Graphstore

/// Writers, articles and topics in a store of their own.
struct Newsroom {
  let container: PersistentContainer
  let context: ObjectContext

  init() throws {
    container = try PersistentContainer(model: NewsroomSchema.model, location: .inMemory)
    context = container.newContext()
  }

  func writer(_ name: String, rank: Int64? = nil, mentor: Writer? = nil) -> Writer {
    let writer = Writer(in: context, name: name)
    writer.rank = rank
    writer.mentor = mentor
    return writer
  }

  @discardableResult
  func article(_ title: String, by writer: Writer?, likes: Int64 = 0, topics: [Topic] = []) -> Article {
    let article = Article(in: context, title: title)
    article.writer = writer
    article.likes = likes
    article.topics.append(contentsOf: topics)
    return article
  }

  func articles(_ format: String, _ arguments: (any PredicateArgument)?...) throws -> [String] {
    try context.fetch(
      FetchRequest<Article>(where: QueryPredicate(format: format, arguments: arguments))
    ).map(\.title)
  }

  func writers(_ format: String, _ arguments: (any PredicateArgument)?...) throws -> [String] {
    try context.fetch(
      FetchRequest<Writer>(where: QueryPredicate(format: format, arguments: arguments))
    ).map(\.name)
  }

  /// Runs checks on what is not saved, on what is, and in a context that has nothing in memory.
  func everywhere(_ body: (Newsroom) throws -> Void) throws {
    try body(self)
    try context.save()
    try body(self)
    try body(Newsroom(container: container, context: container.newContext()))
  }

  private init(container: PersistentContainer, context: ObjectContext) {
    self.container = container
    self.context = context
  }
}

extension PersistentContainer {
  /// How many statements a piece of work runs; the end of an idle reader's snapshot may be one more.
  func statementsRun(_ body: () throws -> Void) rethrows -> Int {
    let before = store.statistics.statementsRun
    try body()
    return store.statistics.statementsRun - before
  }
}
