import Foundation
package import GraphstoreTestSupport
import GraphModel
import GraphValues
import ObjectGraph

import Graphstore

/// A context beside the reference graph that says what it has to show.
///
/// Each operation is done to both; `run` gives what differs then, as a sentence.
package final class GraphSimulation {
  let schema: ReferenceSchema
  package internal(set) var graph: ReferenceGraph
  let model: EntityModel
  let resolved: ResolvedModel
  private let folder: TemporaryFolder
  var container: PersistentContainer
  var context: ObjectContext
  /// Sees what is stored.
  private var other: ObjectContext
  /// The graphs that undoing and doing again lead to; nil where nothing is undone.
  var history: SimulationHistory?
  /// The contexts above, while a child is at work.
  var parents: [Level] = []
  /// Whether children have saved.
  var hasTakenFromChild = false

  /// Objects that the test keeps; others are found by their identity.
  var held: [Int: ManagedObject] = [:]
  var ids: [Int: ObjectID] = [:]
  var numbers: [ObjectID: Int] = [:]

  /// - Parameter isUndoable: whether the context has an undo manager.
  package init(_ model: ReferenceModel, isUndoable: Bool = false) throws {
    schema = ReferenceSchema(model)
    graph = ReferenceGraph(schema)
    self.model = try EntityModel(json: model.json)
    resolved = ResolvedModel(self.model)
    folder = try TemporaryFolder()
    container = try Self.open(self.model, folder)
    context = container.newContext()
    other = container.newContext()
    if isUndoable { beginHistory() }
  }

  deinit {
    container.close()
  }

  private static func open(_ model: EntityModel, _ folder: TemporaryFolder) throws -> PersistentContainer {
    try PersistentContainer(model: model, url: folder.file(), options: StoreOptions(durability: .normal))
  }

  func reopen() throws {
    held = [:]
    container.close()
    container = try Self.open(model, folder)
    context = container.newContext()
    other = container.newContext()
    if history != nil { beginHistory() }
  }

  /// Does an operation to both.
  ///
  /// - Returns: what differs then, or nil.
  package func run(_ operation: GraphOperation) throws -> String? {
    let outcome: Outcome
    do {
      outcome = try perform(operation)
    } catch let error as GraphError {
      return "the operation failed: \(error)"
    }
    switch outcome {
    case .passedOver: return nil
    case .differs(let difference): return difference
    case .done: return nil
    }
  }

  /// Compares everything that the context shows.
  ///
  /// - Parameter fetches: whether fetches are compared too, each a query.
  package func difference(fetches: Bool = true) throws -> String? {
    do {
      return try difference(in: context, from: graph, fetches: fetches)
    } catch let error as GraphError {
      return "comparing failed: \(error)"
    }
  }

  /// Compares what another context reads from the store with what was saved.
  func storedDifference() throws -> String? {
    other.reset()
    var stored = graph
    stored.rollback()
    return try difference(in: other, from: stored, fetches: true).map { "stored: " + $0 }
  }

  // MARK: Objects and their numbers

  func object(_ number: Int) throws -> ManagedObject {
    if let object = held[number] { return object }
    return try registered(number, in: context)
  }

  func registered(_ number: Int, in context: ObjectContext) throws -> ManagedObject {
    guard let id = ids[number] else { throw SimulationError("object \(number) was never inserted") }
    return try context.object(with: id)
  }

  func number(_ object: ManagedObject) -> Int { numbers[object.id] ?? -Int(object.id.key) }
}

extension GraphSimulation {
  /// A context with the graph that it has to show.
  struct Level {
    var graph: ReferenceGraph
    let context: ObjectContext
    let held: [Int: ManagedObject]
    let history: SimulationHistory?
    /// Whether a child has saved.
    var hasChanged = false
  }
}

/// What has happened to an operation.
enum Outcome {
  case done
  /// It makes no sense on the graph as it is.
  case passedOver
  case differs(String)

  init(_ difference: String?) {
    self = difference.map { .differs($0) } ?? .done
  }
}

struct SimulationError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
