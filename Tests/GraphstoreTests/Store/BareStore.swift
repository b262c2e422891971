import Foundation
import GraphModel
import GraphValues
import GraphstoreTestSupport
import ObjectGraph
import SQLiteAccess
import Testing

@testable import SQLiteStore

/// A store without a context: rows and change sets made by hand.
struct BareStore {
  /// A row: its key, and the values of its properties by name; what is not named is null.
  typealias Row = (key: Int64, values: [String: Value])

  /// A value of a row.
  enum Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, Equatable {
    case integer(Int64)
    case text(String)

    init(integerLiteral value: Int64) { self = .integer(value) }
    init(stringLiteral value: String) { self = .text(value) }
  }

  let folder: GraphstoreTestSupport.TemporaryFolder
  let model: ResolvedModel
  let store: SQLiteStore
  let url: URL

  init(_ json: String) throws {
    try self.init(EntityModel(json: json))
  }

  init(_ model: EntityModel) throws {
    folder = try GraphstoreTestSupport.TemporaryFolder()
    url = folder.file()
    self.model = ResolvedModel(model)
    store = try SQLiteStore.open(self.model, path: url.path, options: StoreOptions(durability: .normal))
  }

  var raw: RawDatabase { RawDatabase(url: url) }

  func entity(_ name: String) throws -> ResolvedEntity { try #require(model[name]) }

  func relationship(_ entity: String, _ name: String) throws -> ResolvedRelationship {
    try #require(model[entity]?.relationship(named: name))
  }

  // MARK: Rows

  func rows(_ entity: String, _ rows: [Row], version: Int64 = 1) throws -> PackedRows {
    let resolved = try self.entity(entity)
    let slots = model.hierarchyProperties(ofRoot: resolved.rootName)
    var builder = PackedRowsBuilder(layout: resolved.layout)
    for row in rows {
      builder.beginRow(key: row.key, version: version, entityNumber: resolved.number)
      for (name, value) in row.values {
        let slot = try #require(slots.first { $0.name == name }).slot
        switch value {
        case .integer(let number): builder.set(slot, integer: number)
        case .text(let text): builder.set(slot, text: text)
        }
      }
    }
    return builder.finish()
  }

  func insertion(_ entity: String, _ rows: [Row]) throws -> ChangeSet.Insertion {
    ChangeSet.Insertion(entity: entity, rows: try self.rows(entity, rows))
  }

  /// An update of the named properties, to rows of version 2.
  func update(_ entity: String, _ names: [String], _ rows: [Row]) throws -> ChangeSet.Update {
    let slots = model.hierarchyProperties(ofRoot: try self.entity(entity).rootName)
    return ChangeSet.Update(
      entity: entity, slots: slots.filter { names.contains($0.name) }.map(\.slot),
      rows: try self.rows(entity, rows, version: 2))
  }

  func insert(_ entity: String, _ rows: [Row]) throws {
    var changes = ChangeSet()
    changes.insertions = [try insertion(entity, rows)]
    _ = try store.save(changes)
  }

  func link(_ relationship: ResolvedRelationship, _ links: [ChangeSet.Link]) throws {
    var changes = ChangeSet()
    changes.links = [ChangeSet.Links(join: try join(relationship), added: links)]
    _ = try store.save(changes)
  }

  func join(_ relationship: ResolvedRelationship) throws -> Int {
    guard case .join(let index, _) = relationship.storage else {
      Issue.record("\(relationship.name) has no join table")
      return 0
    }
    return index
  }

  // MARK: Deletions

  /// Deletes objects of one entity with what the rules ask for.
  func delete(
    _ entity: String, _ keys: [Int64], changes relationships: RelationshipChanges = RelationshipChanges(),
    _ body: (inout ChangeSet) throws -> Void = { _ in }
  ) throws -> SaveOutcome {
    var changes = ChangeSet()
    changes.deletions = [
      ChangeSet.Deletion(entity: entity, keys: keys, versions: keys.map { _ in 1 })
    ]
    changes.closure = DeletionClosure(roots: [try self.entity(entity).rootName: keys], changes: relationships)
    try body(&changes)
    return try store.save(changes)
  }

  func keys(_ entity: String) throws -> [Int64] {
    try store.fetch(StoreQuery(entity: self.entity(entity)), isKnown: nil).keys
  }

  // MARK: Members

  /// The members of owners as `owner: [members]`.
  func members(
    _ relationship: ResolvedRelationship, of owners: [Int64], excluding: [Int64] = [],
    doomed: KeySet? = nil, isKnown: ((Int64, Int64) -> Bool)? = nil
  ) throws -> MemberRows {
    try store.members(
      MemberQuery(relationship, owners: owners, excludedKeys: excluding, doomed: doomed), isKnown: isKnown)
  }
}

extension MemberRows {
  /// The members of each owner, in order.
  var byOwner: [Int64: [Int64]] {
    var result: [Int64: [Int64]] = [:]
    for (owner, key) in zip(owners, rows.keys) { result[owner, default: []].append(key) }
    return result
  }

  /// Whether every row that was read lies where its key is.
  func checkRows() {
    #expect(owners.count == rows.count)
    rows.forEachRow { key, location in
      if !location.isKnown {
        #expect(rows.batches[Int(location.batch)].key(Int(location.row)) == key)
      }
    }
    #expect(owners == owners.sorted())
  }
}
