/// What hooks find wrong with the objects of a save, beside the model's rules.
struct HookValidation {
  private(set) var underlyingErrors: [any Error] = []

  /// Asks the hooks for an object; each of a chain is asked, whatever the others throw.
  mutating func check(
    _ object: ManagedObject, into failures: inout [ValidationFailure],
    _ ask: (any LifecycleHooks) throws -> Void
  ) {
    object.registry.hooks?.call(object) { hooks in
      do {
        try ask(hooks)
      } catch let failure as ValidationFailure {
        failures.append(failure)
      } catch let error as GraphError where !error.failures.isEmpty {
        failures += error.failures
        underlyingErrors += error.underlyingErrors
      } catch {
        failures.append(
          ValidationFailure(
            objectID: object.id, property: "", rule: .custom, message: String(describing: error)))
        underlyingErrors.append(error)
      }
    }
  }
}
