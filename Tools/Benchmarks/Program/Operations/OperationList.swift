/// Every operation, in the order in which they run.
enum OperationList {
  static let all: [any BenchmarkOperation] = [
    Insert(), FetchAll(), FetchLazy(), Refetch(), FetchFiltered(), Lookup(), Count(), Aggregate(), Update(),
    Delete(),
    Release(), GraphInsert(), GraphWalk(), CascadeDelete(), Reorder(),
    BatchInsert(), BatchUpdate(), BatchDelete(),
    ReadersAndWriter(),
  ]

  /// The named operations in the table's order, or all where none is named.
  static func selected(_ names: [String]) throws -> [any BenchmarkOperation] {
    for name in names where !all.contains(where: { $0.name == name }) {
      throw BenchmarkError(
        "--only: no operation \(name); there are \(all.map(\.name).joined(separator: ", "))")
    }
    return names.isEmpty ? all : all.filter { names.contains($0.name) }
  }
}
