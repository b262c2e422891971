import Dispatch

/// A serial executor over a dispatch queue: work that blocks on the disk keeps none of the threads that Swift's
/// tasks share.
final class DispatchExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
