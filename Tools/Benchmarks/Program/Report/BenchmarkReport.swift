import BenchmarkBaseline
import Foundation

/// Everything that a run found out.
struct BenchmarkReport: Encodable {
  let rows: Int
  let pairs: Int
  let seed: UInt64
  let synchronous: String
  let configuration: String
  let noise: Bool
  let sqlite: String
  let machine: Machine
  let operations: [OperationResult]
  let memory: MemoryReport?

  init(options: BenchmarkOptions, operations: [OperationResult], memory: MemoryReport?) {
    rows = options.rows
    pairs = options.pairs
    seed = options.seed
    synchronous = options.synchronous.rawValue
    noise = options.isNoise
    sqlite = String(cString: baseline_sqlite_version())
    machine = Machine()
    #if DEBUG
      configuration = "debug"
    #else
      configuration = "release"
    #endif
    self.operations = operations
    self.memory = memory
  }

  private enum Key: String, CodingKey {
    case rows, pairs, seed, synchronous, configuration, noise, sqlite, machine, operations, memory
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(rows, forKey: .rows)
    try container.encode(pairs, forKey: .pairs)
    try container.encode(seed, forKey: .seed)
    try container.encode(synchronous, forKey: .synchronous)
    try container.encode(configuration, forKey: .configuration)
    if noise { try container.encode(noise, forKey: .noise) }
    try container.encode(sqlite, forKey: .sqlite)
    try container.encode(machine, forKey: .machine)
    let byName = Dictionary(operations.map { ($0.name, $0) }) { $1 }
    try container.encode(byName, forKey: .operations)
    try container.encodeIfPresent(memory, forKey: .memory)
  }

  func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self)
  }
}
