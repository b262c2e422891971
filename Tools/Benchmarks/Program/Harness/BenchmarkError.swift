/// What ends a run of the benchmark program, as a sentence for a person.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
