/// The steps at which a process that stops leaves files in different states.
///
/// Tests observe them, to stop there.
package enum ExternalStep: String, CaseIterable, Sendable {
  /// A file is made, and empty yet.
  case fileMade
  /// A file has its content, in memory at least.
  case fileWritten
  /// All files of a save are on the disk, and the rows that lead to them are about to be committed.
  case filesDurable
  /// A save is committed; its files are still among the new ones.
  case committed
  /// A file has left the new ones.
  case fileSettled
  /// A file that nothing leads to any more is removed; the list of them still has it.
  case fileRemoved
  /// The list of removed files is shortened, but that is not committed.
  case listShortened

  @TaskLocal package static var observer: (@Sendable (ExternalStep) -> Void)?

  /// Tells the observer.
  func reached() { Self.observer?(self) }
}
