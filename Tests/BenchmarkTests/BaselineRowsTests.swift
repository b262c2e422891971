import BenchmarkBaseline
import Testing

@testable import graphstore_benchmarks

@Suite("Rows of the benchmark")
struct BaselineRowsTests {
  @Test("the same seed gives the same rows, another seed others")
  func determinism() throws {
    let first = try InputRows(count: 300, seed: 7)
    #expect(first.native.checksumAsList == (try InputRows(count: 300, seed: 7)).native.checksumAsList)
    #expect(first.native.checksumAsList != (try InputRows(count: 300, seed: 8)).native.checksumAsList)
    #expect(first.lookups == (try InputRows(count: 300, seed: 7)).lookups)
  }

  @Test("newsids are a permutation, and texts weigh what the workload says")
  func shape() throws {
    let rows = try InputRows(count: 5_000, seed: 1)
    #expect(rows.swift.map(\.newsid).sorted() == Array(1...5_000))
    #expect(rows.swift.map(\.newsid) != Array(1...5_000))
    let bytes = rows.swift.reduce(0) { sum, row in
      sum
        + [row.headpicture, row.nickname, row.createtime, row.text, row.gifurl].compactMap { $0?.utf8.count }
        .reduce(0, +)
    }
    #expect((235...250).contains(bytes / 5_000))
    #expect(rows.filteredRange.count == 500)
    #expect(rows.swift.contains { $0.text == nil })
  }

  @Test("the order of rows counts in one checksum and not in the other")
  func order() throws {
    let rows = BaselineRows()
    #expect(baseline_rows_generate(&rows.list, 50, 3))
    let (set, list) = (rows.checksumAsSet, rows.checksumAsList)
    rows.mutableBuffer.swapAt(0, 49)
    #expect(rows.checksumAsSet == set)
    #expect(rows.checksumAsList != list)
  }

  @Test("absent and empty texts differ, and every byte counts")
  func texts() {
    let start = baseline_checksum_start()
    let texts = ["", "a", "b", "12345678", "12345679", "123456789", "1234567890123456"]
    var seen: Set<UInt64> = [baseline_checksum_absent(start)]
    for var text in texts {
      seen.insert(text.withUTF8 { baseline_checksum_text(start, $0.baseAddress, $0.count) })
    }
    #expect(seen.count == texts.count + 1)
  }
}
