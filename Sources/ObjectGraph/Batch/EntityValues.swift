/// The values of one object as they cross threads, files and the network: the `Values` that generated code has for each
/// entity, which batch insertions take.
public protocol EntityValues: Sendable {
  /// The typed entity of the objects that such values describe.
  associatedtype TreeEntity: Entity

  /// Writes the values into a new row.
  @_spi(Generated) func write(to row: inout ValuesRow)
}
