import Foundation
import GraphstoreTestSupport
import Testing

@testable import GraphModel

@Suite("Dates in models")
struct ISODateTests {
  @Test("texts give the moments they name")
  func parsing() {
    let seconds: [(String, Double)] = [
      ("2001-01-01", 0), ("2001-01-01T00:00:00Z", 0), ("2001-01-01T00:00Z", 0),
      ("2001-01-01T01:30:00.25+01:30", 0.25),
      ("2000-12-31T23:59:59.5-00:00", -0.5), ("1970-01-01", -978_307_200), ("2000-02-29", -26_524_800),
      ("0000-01-01", -63_145_526_400), ("-004000-01-01", -189_373_334_400), ("-4000-01-01", -189_373_334_400),
      ("+099999-12-31T23:59:59Z", 3_092_549_673_599), ("0001-01-01", -63_113_904_000),
    ]
    for (text, value) in seconds {
      #expect(ISODate.parse(text)?.timeIntervalSinceReferenceDate == value, "\(text)")
    }
  }

  @Test(
    "the calendar agrees with Foundation's",
    arguments: ["1582-10-15", "1900-03-01", "2100-02-28", "9999-12-31"])
  func calendar(text: String) throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let parts = text.split(separator: "-").compactMap { Int($0) }
    let date = try #require(
      calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2])))
    #expect(ISODate.parse(text) == date)
  }

  @Test(
    "what is no date is refused",
    arguments: [
      "", "2026", "2026-1-1", "2026-13-01", "2026-00-01", "2026-02-29", "1900-02-29", "2026-04-31",
      "2026-01-01T",
      "2026-01-01T10", "2026-01-01T10:00", "2026-01-01T10:00:00", "2026-01-01T24:00:00Z",
      "2026-01-01T10:60:00Z",
      "2026-01-01T10:00:60Z", "2026-01-01T10:00:00.Z", "2026-01-01T10:00:00z", "2026-01-01 10:00:00Z",
      "2026-01-01Z",
      "2026-01-01T10:00:00+1:00", "2026-01-01T10:00:00Zx", "+123-01-01", "+1234567890-01-01", "٢٠٢٦-01-01",
      "now",
    ])
  func refused(text: String) {
    #expect(ISODate.parse(text) == nil)
  }

  @Test("every date comes back to the last bit")
  func roundTrip() throws {
    var generator = SeededGenerator(for: "dates")
    var dates: [Double] = [
      0, -0.0, 0.1, -0.1, -1, 1, 1e-300, -1e-300, 1e10 + 0.1, -1e10 - 0.1, 3e15, -3e15,
      0.999_999_999_999_999_9,
    ]
    for _ in 0..<2_000 {
      let ranges: [Double] = [1, 1e3, 1e9, 1e12, 1e16]
      let range = ranges.randomElement(using: &generator) ?? 1
      dates.append(Double.random(in: -range...range, using: &generator))
      dates.append(Double.random(in: -range...range, using: &generator).rounded())
    }
    for value in dates {
      let text = try #require(ISODate.format(Date(timeIntervalSinceReferenceDate: value)))
      let read = try #require(ISODate.parse(text), "\(text)")
      #expect(read.timeIntervalSinceReferenceDate == value, "\(text), seed \(generator.seed)")
    }
    for value in [Double.nan, .infinity, -.infinity, 1e17] {
      #expect(ISODate.format(Date(timeIntervalSinceReferenceDate: value)) == nil)
    }
  }
}
