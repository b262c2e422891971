import Dispatch

/// A serial executor over a dispatch queue: work that blocks on the disk keeps none of the threads that Swift's
/// tasks share.
final class DispatchExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.run(UnownedJob(job), of: self)
  }
}

extension DispatchQueue {
  /// Runs a job of an executor that is this queue.
  func run(_ job: UnownedJob, of executor: some SerialExecutor) {
    async {
      // The job may let go of the last actor that runs here, and asks afterwards still where it is.
      withExtendedLifetime(executor) { job.runSynchronously(on: executor.asUnownedSerialExecutor()) }
    }
  }
}
