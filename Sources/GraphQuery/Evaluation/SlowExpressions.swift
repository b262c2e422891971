/// What slow runs of each regular expression have taken lately: many texts, each within the limit of one text, must not
/// add up to hours.
package struct SlowExpressions<Expression: Hashable> {
  /// How much of a window of time slow runs of one expression may take.
  let limit: Duration
  let window: Duration
  /// How many expressions are remembered.
  let capacity: Int

  private struct Spending {
    let since: ContinuousClock.Instant
    var time: Duration
  }

  private var spendings: [Expression: Spending] = [:]

  package init(limit: Duration, window: Duration, capacity: Int) {
    self.limit = limit
    self.window = window
    self.capacity = capacity
  }

  /// Notes a slow run that ended at a moment; returns whether the expression has used up what it may take.
  package mutating func spend(_ time: Duration, on expression: Expression, until now: ContinuousClock.Instant)
    -> Bool
  {
    if spendings.count >= capacity, spendings[expression] == nil {
      spendings.removeAll(keepingCapacity: true)
    }
    var spending = Spending(since: now - time, time: time)
    if let earlier = spendings[expression], earlier.since + window >= now {
      spending = Spending(since: earlier.since, time: earlier.time + time)
    }
    spendings[expression] = spending
    return spending.time > limit
  }
}
