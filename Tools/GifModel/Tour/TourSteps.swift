import Foundation

/// The steps of a tour: each is timed, and what it did is compared with what it should have done.
struct TourSteps {
  private struct Step {
    let name: String
    let what: String
    let objects: Int
    let time: Duration
  }

  private var steps: [Step] = []

  /// Takes a step.
  ///
  /// - Parameters:
  ///   - expected: with how many objects it should have to do.
  ///   - body: does it, and returns with how many it had to do.
  /// - Throws: `Failure` where the numbers differ, and what the body throws.
  mutating func take(_ name: String, _ what: String, expecting expected: Int, _ body: () throws -> Int) throws
  {
    let clock = ContinuousClock()
    let start = clock.now
    let objects = try body()
    steps.append(Step(name: name, what: what, objects: objects, time: clock.now - start))
    if objects != expected {
      throw Failure("the tour went wrong: \(name) (\(what)): \(objects) objects where \(expected) should be")
    }
  }

  func table(width: Int) -> TextTable {
    var table = TextTable(
      [.init("#", .right), .init("step"), .init("objects", .right), .init("time", .right), .init("what")],
      width: width)
    for (index, step) in steps.enumerated() {
      table.add(["\(index + 1)", step.name, "\(step.objects)", Self.milliseconds(step.time), step.what])
    }
    let objects = steps.reduce(0) { $0 + $1.objects }
    let time = steps.reduce(Duration.zero) { $0 + $1.time }
    table.add(["", "total", "\(objects)", Self.milliseconds(time), steps.count.counted("step")])
    return table
  }

  private static func milliseconds(_ duration: Duration) -> String {
    String(format: "%.1f ms", duration / .milliseconds(1))
  }
}
