import Testing

@testable import graphstore_benchmarks

@Suite("Statistics of ratios")
struct StatisticsTests {
  @Test("the median is the middle value, or the mean of the two in the middle")
  func medians() {
    #expect(median([3, 1, 2]) == 2)
    #expect(median([4, 1, 3, 2]) == 2.5)
    #expect(median([7]) == 7)
    #expect(median([]).isNaN)
  }

  @Test("fifteen values: the interval lies between the fourth and the fifth from each end")
  func intervalOfFifteen() {
    // The 4th to the 12th have a level of 96.48 %, the 5th to the 11th of 88.15 %; worked by hand, the weight is
    // 11 * 0.7778 / (4 + 7 * 0.7778).
    let interval = MedianInterval((1...15).map(Double.init).shuffled())
    #expect(abs(interval.low - 4.9058) < 0.001)
    #expect(abs(interval.high - 11.0942) < 0.001)
  }

  @Test("two values say no more than that the median lies between them")
  func intervalOfTwo() {
    let interval = MedianInterval([1.5, 0.5])
    #expect(interval == MedianInterval([0.5, 1.5]))
    #expect(interval.low == 0.5)
    #expect(interval.high == 1.5)
  }

  @Test("one value is its own interval, and none has none")
  func intervalOfFew() {
    #expect(MedianInterval([2]).low == 2)
    #expect(MedianInterval([2]).high == 2)
    #expect(MedianInterval([]).low.isNaN)
  }

  @Test(
    "the interval holds the median and shrinks as values are added", arguments: [3, 4, 5, 8, 15, 40, 101])
  func intervalHoldsMedian(count: Int) {
    let values = (0..<count).map { Double($0) / Double(count - 1) }
    let interval = MedianInterval(values)
    #expect(interval.low <= 0.5 && 0.5 <= interval.high)
    #expect(interval.high - interval.low <= 1)
    if count > 8 { #expect(interval.high - interval.low < 0.55) }
  }

  @Test("a limit is met, missed, or within the interval")
  func verdicts() {
    let interval = MedianInterval([1.0, 1.2])
    #expect(Verdict(interval, limit: 1.2) == .met)
    #expect(Verdict(interval, limit: 1.1) == .between)
    #expect(Verdict(interval, limit: 1.0) == .between)
    #expect(Verdict(interval, limit: 0.9) == .missed)
  }

  @Test("a ratio is of times, or of rows changed whatever the clock says")
  func metrics() {
    let pair = Pair(
      graphstore: Sample(duration: .seconds(3), checksum: 0, counts: WorkCounts(changed: 2)),
      baseline: Sample(duration: .seconds(2), checksum: 0, counts: WorkCounts(changed: 1)))
    #expect(pair.ratio(of: .time) == 1.5)
    #expect(pair.ratio(of: .rowsChanged) == 2)
  }
}
