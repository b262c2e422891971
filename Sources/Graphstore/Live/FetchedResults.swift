public import Observation
public import ObjectGraph

/// The rows of a live result for a user interface: what the main actor reads of ``snapshot`` is observed, and changes with
/// the store's commits.
///
/// ```swift
/// let notes = FetchedResults(container.results(of: FetchRequest<Note>(), \.title))
/// ```
///
/// It shows what is committed. What a context has changed and not saved is not part of it.
@MainActor @Observable public final class FetchedResults<Value: Sendable> {
  /// The rows as of the last commit that changed them; none before they have been read.
  public private(set) var snapshot = ResultsSnapshot<Value>()
  /// What has ended it; nil as long as it follows.
  public private(set) var error: (any Error)?
  @ObservationIgnored private var task: Task<Void, Never>?

  /// Follows a live result from now on, until it is let go of.
  public init(_ results: LiveResults<Value>) {
    task = Task { [weak self] in
      do {
        for try await snapshot in results {
          guard let self else { return }
          self.snapshot = snapshot
        }
      } catch {
        self?.error = error
      }
    }
  }

  isolated deinit { task?.cancel() }
}
