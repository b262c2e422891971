import GraphModel
import GraphValues
import GraphstoreTestSupport
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Deletion by rule against a plain reference")
struct RandomDeletionTests {
  @Test("random graphs of random models")
  func randomGraphs() throws {
    var random = SeededGenerator(for: "RandomDeletionTests")
    for _ in 0..<60 {
      let model = try RandomModel(using: &random).model
      for _ in 0..<3 {
        var trial = try Trial(model, using: &random)
        try trial.run(using: &random)
      }
    }
  }
}

/// One graph and one deletion.
private struct Trial {
  private typealias Object = ReferenceGraph.Object

  private let store: BareStore
  private var graph: ReferenceGraph

  init(_ model: EntityModel, using random: inout SeededGenerator) throws {
    store = try BareStore(model)
    graph = ReferenceGraph(model: store.model)
    fill(using: &random)
    try write()
  }

  // MARK: Filling

  private mutating func fill(using random: inout SeededGenerator) {
    for entity in graph.model.entities {
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        // Keys far from one another, and runs of them.
        let last = graph.entities.keys.filter { $0.root == entity.rootName }.map(\.key).max() ?? 0
        let key = last + (random.oneIn(3) ? Int64.random(in: 1...1000, using: &random) : 1)
        graph.entities[Object(root: entity.rootName, key: key)] = entity
      }
    }
    for relationship in graph.model.relationships {
      let owners = objects(of: relationship.owner)
      let destinations = objects(of: relationship.destination)
      let inverse = graph.model.inverse(of: relationship)
      switch relationship.storage {
      case .inverseColumn: break
      case .column:
        if case .column = inverse.storage {
          if relationship.index <= relationship.inverse {
            pairUp(relationship, owners, destinations, using: &random)
          }
          continue
        }
        for owner in owners {
          if relationship.isOptional && random.oneIn(3) { continue }
          graph.toOnes[relationship.index, default: [:]][owner] = destinations.randomElement(using: &random)
        }
      case .join(let index, let isSource):
        if !isSource { continue }
        for owner in owners {
          for destination in destinations where random.oneIn(5) {
            let isSwapped = relationship.isSelfInverse && destination < owner
            graph.pairs[index, default: []].insert(
              isSwapped
                ? .init(source: destination, target: owner) : .init(source: owner, target: destination))
          }
        }
      }
    }
    dropIncomplete()
  }

  /// Both ends of a one-to-one lead to each other.
  private mutating func pairUp(
    _ relationship: ResolvedRelationship, _ owners: [Object], _ destinations: [Object],
    using random: inout SeededGenerator
  ) {
    var free = destinations.shuffled(using: &random)
    for owner in owners {
      if random.oneIn(4) || graph.toOnes[relationship.index]?[owner] != nil { continue }
      guard let partner = free.popLast() else { return }
      if relationship.isSelfInverse, graph.toOnes[relationship.index]?[partner] != nil { continue }
      graph.toOnes[relationship.index, default: [:]][owner] = partner
      graph.toOnes[relationship.inverse, default: [:]][partner] = owner
    }
  }

  /// Objects that lack what is required are taken out, and what leads to them.
  private mutating func dropIncomplete() {
    while true {
      let incomplete = graph.entities.filter { object, entity in
        entity.relationships.contains { relationship in
          guard case .column = relationship.storage, !relationship.isOptional else { return false }
          return graph.toOnes[relationship.index]?[object] == nil
        }
      }
      if incomplete.isEmpty { return }
      for object in incomplete.keys { remove(object) }
    }
  }

  private mutating func remove(_ object: Object) {
    graph.entities[object] = nil
    for index in graph.toOnes.keys {
      graph.toOnes[index] = graph.toOnes[index]?.filter { $0.key != object && $0.value != object }
    }
    for index in graph.pairs.keys {
      graph.pairs[index] = graph.pairs[index]?.filter { $0.source != object && $0.target != object }
    }
  }

  private func objects(of entity: String) -> [Object] {
    graph.entities.keys.filter { graph.isOf($0, entity) }.sorted()
  }

  private func row(_ object: Object) -> BareStore.Row {
    var values: [String: BareStore.Value] = [:]
    for relationship in graph.entities[object]?.relationships ?? [] {
      if let target = graph.toOnes[relationship.index]?[object] {
        values[relationship.name] = .integer(target.key)
      }
    }
    return (object.key, values)
  }

  private func write() throws {
    var changes = ChangeSet()
    for entity in graph.model.entities {
      let rows = graph.entities.filter { $0.value === entity }.keys.sorted().map { row($0) }
      if !rows.isEmpty { changes.insertions.append(try store.insertion(entity.name, rows)) }
    }
    changes.links = graph.pairs.map { index, pairs in
      ChangeSet.Links(join: index, added: pairs.map { .init(source: $0.source.key, target: $0.target.key) })
    }
    _ = try store.store.save(changes)
    try compare("filled")
  }

  // MARK: Deleting

  mutating func run(using random: inout SeededGenerator) throws {
    let all = graph.entities.keys.sorted()
    let roots = Set(all.filter { _ in random.oneIn(4) })
    // Rows that the context changed: none of their to-ones leads anywhere afterwards.
    let emptied = Set(
      all.filter { object in
        random.oneIn(8)
          && graph.entities[object]?.relationships.allSatisfy { canBeEmptied($0, of: object) } == true
      })
    // Rows that the context changed, but none of their references.
    let updated = Set(all.filter { !emptied.contains($0) && random.oneIn(8) })
    let before = graph
    for index in graph.toOnes.keys {
      graph.toOnes[index] = graph.toOnes[index]?.filter { !emptied.contains($0.key) }
    }
    changePairs(using: &random)
    let expected = graph.deletion(of: roots)
    let changes = try changeSet(roots, emptied, updated, before, expected)
    try checkExclusion(changes, expected)
    do {
      let outcome = try store.store.save(changes)
      #expect(expected.denials.isEmpty && expected.required.isEmpty)
      check(outcome, expected)
      apply(roots, expected)
    } catch SaveConflict.deletionDenied(let relationship, let owners, let members) {
      let pairs = expected.denials.filter { $0.relationship == relationship }.map {
        [$0.owner.key, $0.member.key]
      }
      #expect(Set(zip(owners, members).map { [$0, $1] }) == Set(pairs))
      #expect(!pairs.isEmpty)
      graph = before
    } catch SaveConflict.required(let relationship, let keys) {
      #expect(expected.denials.isEmpty)
      #expect(Set(keys).isSubset(of: Set((expected.required[relationship] ?? []).map(\.key))))
      #expect(!keys.isEmpty)
      graph = before
    }
    try compare("deleted")
  }

  /// Of a one-to-one both ends would have to be emptied.
  private func canBeEmptied(_ relationship: ResolvedRelationship, of object: Object) -> Bool {
    guard case .column = relationship.storage else { return true }
    guard relationship.isOptional else { return false }
    if case .column = graph.model.inverse(of: relationship).storage {
      return graph.toOnes[relationship.index]?[object] == nil
    }
    return true
  }

  /// Takes pairs out of join tables and enters others.
  private mutating func changePairs(using random: inout SeededGenerator) {
    for relationship in graph.model.relationships {
      guard case .join(let index, let isSource) = relationship.storage, isSource else { continue }
      graph.pairs[index] = graph.pairs[index]?.filter { _ in !random.oneIn(6) }
      for owner in objects(of: relationship.owner) {
        for member in objects(of: relationship.destination) where random.oneIn(20) {
          let isSwapped = relationship.isSelfInverse && member < owner
          graph.pairs[index, default: []].insert(
            isSwapped ? .init(source: member, target: owner) : .init(source: owner, target: member))
        }
      }
    }
  }

  private func changeSet(
    _ roots: Set<Object>, _ emptied: Set<Object>, _ updated: Set<Object>, _ before: ReferenceGraph,
    _ expected: ReferenceGraph.Result
  ) throws -> ChangeSet {
    var changes = ChangeSet()
    for entity in graph.model.entities {
      let keys = roots.filter { graph.entities[$0] === entity }.map(\.key).sorted()
      if !keys.isEmpty {
        changes.deletions.append(
          ChangeSet.Deletion(entity: entity.name, keys: keys, versions: keys.map { _ in 1 }))
      }
      let changed = emptied.filter { graph.entities[$0] === entity && !roots.contains($0) }.sorted()
      if !changed.isEmpty {
        let names = entity.properties.compactMap { $0.relationship == nil ? nil : $0.name }
        changes.updates.append(try store.update(entity.name, names, changed.map { ($0.key, [:]) }))
      }
      let untouched = updated.filter { graph.entities[$0] === entity && !roots.contains($0) }.sorted()
      if !untouched.isEmpty {
        changes.updates.append(try store.update(entity.name, [], untouched.map { ($0.key, [:]) }))
      }
    }
    changes.links = links(before, roots.union(expected.doomed))
    changes.closure = DeletionClosure(roots: keys(roots), changes: relationshipChanges(emptied, before))
    return changes
  }

  /// The changed pairs of objects that stay.
  private func links(_ before: ReferenceGraph, _ deleted: Set<Object>) -> [ChangeSet.Links] {
    graph.model.joins.map { join in
      let (old, new) = (before.pairs[join.index] ?? [], graph.pairs[join.index] ?? [])
      func links(_ pairs: Set<ReferenceGraph.Pair>) -> [ChangeSet.Link] {
        pairs.filter { !deleted.contains($0.source) && !deleted.contains($0.target) }
          .map { .init(source: $0.source.key, target: $0.target.key) }
      }
      return ChangeSet.Links(
        join: join.index, added: links(new.subtracting(old)), removed: links(old.subtracting(new)))
    }
  }

  private func relationshipChanges(_ emptied: Set<Object>, _ before: ReferenceGraph) -> RelationshipChanges {
    var changes = RelationshipChanges()
    for relationship in graph.model.relationships {
      switch relationship.storage {
      case .column:
        for object in emptied where before.toOnes[relationship.index]?[object] != nil {
          changes.setReference(relationship.index, of: object.key, to: nil, list: relationship.inverse)
        }
      case .inverseColumn: break
      case .join(let index, let isSource):
        if !isSource { continue }
        let (old, new) = (before.pairs[index] ?? [], graph.pairs[index] ?? [])
        for pair in new.subtracting(old) {
          changes.addPair(
            relationship.index, inverse: relationship.inverse, pair.source.key, pair.target.key)
        }
        for pair in old.subtracting(new) {
          changes.removePair(
            relationship.index, inverse: relationship.inverse, pair.source.key, pair.target.key)
        }
      }
    }
    return changes
  }

  private func keys(_ objects: Set<Object>) -> [String: [Int64]] {
    Dictionary(grouping: objects, by: \.root).mapValues { $0.map(\.key).sorted() }
  }

  /// Reading leaves out what saving would delete.
  private func checkExclusion(_ changes: ChangeSet, _ expected: ReferenceGraph.Result) throws {
    let doomed = try changes.closure.map { try store.store.doomedKeys($0) } ?? [:]
    for entity in graph.model.entities {
      var query = StoreQuery(entity: entity)
      query.doomed = doomed[entity.rootName].map { KeySet($0) }
      let left = objects(of: entity.name).filter { !expected.doomed.contains($0) }.map(\.key)
      #expect(try store.store.fetch(query, isKnown: nil).keys == left)
      #expect(try store.store.count(query) == left.count)
    }
  }

  private func check(_ outcome: SaveOutcome, _ expected: ReferenceGraph.Result) {
    #expect(outcome.deleted == keys(expected.doomed))
    var nullified: [Int: [Int64]] = [:]
    for (relationship, keys) in outcome.nullified { nullified[relationship, default: []] += keys }
    #expect(nullified.mapValues { $0.sorted() } == expected.nullified.mapValues { $0.map(\.key).sorted() })
  }

  private mutating func apply(
    _ roots: Set<Object>, _ expected: ReferenceGraph.Result
  ) {
    let deleted = roots.union(expected.doomed)
    for index in graph.toOnes.keys {
      let empty = expected.nullified[index] ?? []
      graph.toOnes[index] = graph.toOnes[index]?.filter { owner, _ in
        !deleted.contains(owner) && !empty.contains(owner)
      }
    }
    for index in graph.pairs.keys {
      graph.pairs[index] = graph.pairs[index]?.filter {
        !deleted.contains($0.source) && !deleted.contains($0.target)
      }
    }
    for object in deleted { graph.entities[object] = nil }
  }

  // MARK: Comparing

  /// Whether the store holds just what the reference does.
  private func compare(_ step: Comment) throws {
    for entity in graph.model.entities {
      let objects = objects(of: entity.name)
      #expect(try store.keys(entity.name) == objects.map(\.key), step)
    }
    for relationship in graph.model.relationships {
      let owners = objects(of: relationship.owner)
      switch relationship.storage {
      case .column:
        for owner in owners {
          let target = graph.toOnes[relationship.index]?[owner]
          let found = try store.raw.texts(
            "SELECT \"\(relationship.name)\" FROM \"\(owner.root)\" WHERE _id = \(owner.key)")
          #expect(found == [target.map { String($0.key) } ?? "NULL"], step)
        }
      case .inverseColumn, .join:
        let members = try store.members(relationship, of: owners.map(\.key))
        members.checkRows()
        var expected: [Int64: [Int64]] = [:]
        for owner in owners {
          let keys = graph.members(relationship, of: owner).map(\.key).sorted()
          if !keys.isEmpty { expected[owner.key] = keys }
        }
        #expect(members.byOwner.mapValues { $0.sorted() } == expected, step)
      }
    }
    #expect(try store.raw.texts("PRAGMA foreign_key_check") == [], step)
  }
}
