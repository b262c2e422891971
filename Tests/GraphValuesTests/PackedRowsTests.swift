import Foundation
import GraphValues
import GraphstoreTestSupport
import Testing

@Suite("Packed rows")
struct PackedRowsTests {
  @Test("a row is null until set, and keeps its header", arguments: [0, 1, 63, 64, 65, 128, 130])
  func nulls(slots: Int) {
    let layout = RowLayout(kinds: Array(repeating: .integer, count: slots))
    var builder = PackedRowsBuilder(layout: layout, reserving: 3)
    for row in 0..<3 {
      builder.beginRow(key: Int64.min + Int64(row), version: Int64(row), entityNumber: row)
      for slot in stride(from: row, to: slots, by: 3) { builder.set(slot, integer: Int64(slot)) }
    }
    let rows = builder.finish()
    #expect(rows.count == 3)
    #expect(builder.count == 3)
    for row in 0..<3 {
      #expect(rows.key(row) == Int64.min + Int64(row))
      #expect(rows.version(row) == Int64(row))
      #expect(rows.entityNumber(row) == row)
      for slot in 0..<slots {
        #expect(rows.isNull(slot, row: row) == (slot % 3 != row))
        if slot % 3 == row { #expect(rows.integer(slot, row: row) == Int64(slot)) }
      }
    }
  }

  @Test("what is written random slots in random order is read back, also after copying")
  func randomRows() {
    var generator = SeededGenerator(for: "packed rows")
    let kinds: [SlotKind] = (0..<70).map { _ in
      [.integer, .real, .text, .blob].randomElement(using: &generator) ?? .integer
    }
    let layout = RowLayout(kinds: kinds)
    var builder = PackedRowsBuilder(layout: layout)
    var expected: [[Int: String]] = []
    for key in 0..<50 {
      builder.beginRow(key: Int64(key), version: 0)
      var row: [Int: String] = [:]
      for slot in kinds.indices.shuffled(using: &generator) where !generator.oneIn(4) {
        let number = Int64.random(in: Int64.min...Int64.max, using: &generator)
        switch kinds[slot] {
        case .integer:
          builder.set(slot, integer: number)
          row[slot] = "\(number)"
        case .real:
          builder.set(slot, real: Double(number))
          row[slot] = "\(Double(number))"
        case .text:
          let text = Samples.strings.prefix(12).randomElement(using: &generator) ?? ""
          builder.set(slot, text: text)
          row[slot] = text
        case .blob:
          builder.set(slot, bytes: "\(number)".utf8)
          row[slot] = "\(number)"
        }
      }
      expected.append(row)
    }
    let rows = builder.finish()
    var copier = PackedRowsBuilder(layout: layout)
    for row in 0..<rows.count {
      copier.beginRow(key: rows.key(row), version: 1)
      for slot in kinds.indices { copier.copy(slot, from: rows, row: row, slot: slot) }
    }
    var wholeRows = PackedRowsBuilder(layout: layout)
    let backwards = NewRows(layout: layout, bytes: 0)
    var template = PackedRowsBuilder(layout: layout)
    template.beginRow(key: 0, version: 1)
    for row in 0..<rows.count {
      wholeRows.beginRow(copying: rows.buffer, row: row, version: 7)
      let place = backwards.append(template.words, key: rows.key(row))
      for slot in kinds.indices.reversed() where !rows.isNull(slot, row: row) {
        switch kinds[slot] {
        case .integer, .real: backwards.set(slot, row: place, word: rows.word(slot, row: row))
        case .text, .blob:
          backwards.set(slot, row: place, text: "set twice")
          backwards.set(slot, row: place, bytes: rows.blob(slot, row: row))
        }
      }
    }
    var scattered = PackedRowsBuilder(layout: layout)
    for row in 0..<rows.count {
      scattered.beginRow(copying: backwards.buffer, row: row, version: 7)
      #expect(scattered.finish().key(row) == rows.key(row))
    }
    let batches = [
      rows, copier.finish(), wholeRows.finish(), PackedRows(backwards.buffer), scattered.finish(),
    ]
    for batch in batches {
      for (row, values) in expected.enumerated() {
        for slot in kinds.indices {
          let read = batch.isNull(slot, row: row) ? nil : spell(batch, row, slot)
          #expect(read == values[slot], "seed \(generator.seed)")
        }
      }
    }
  }

  private func spell(_ rows: PackedRows, _ row: Int, _ slot: Int) -> String {
    switch rows.layout.kinds[slot] {
    case .integer: "\(rows.integer(slot, row: row))"
    case .real: "\(rows.real(slot, row: row))"
    case .text: rows.text(slot, row: row)
    case .blob: String(decoding: rows.blob(slot, row: row), as: UTF8.self)
    }
  }

  @Test("bytes that are not UTF-8 are no valid text, and are repaired where asked")
  func invalidText() {
    let layout = RowLayout(kinds: [.text])
    var builder = PackedRowsBuilder(layout: layout)
    let samples: [([UInt8], Bool)] = [
      ([], true), ([0x61], true), ([0xEF, 0xBF, 0xBD], true), ([0xFF], false), ([0xE2, 0x82], false),
      ([0xED, 0xA0, 0x80], false), ([0xC0, 0x80], false), ([0xF4, 0x90, 0x80, 0x80], false),
      ([0xF0, 0x9F, 0x98], false),
      ([0x00], true),
    ]
    for (bytes, _) in samples {
      builder.beginRow(key: 1, version: 1)
      builder.set(0, bytes: bytes)
    }
    let rows = builder.finish()
    for (row, sample) in samples.enumerated() {
      #expect((rows.validText(0, row: row) != nil) == sample.1, "\(sample.0)")
      #expect(rows.text(0, row: row) == String(decoding: sample.0, as: UTF8.self))
    }
  }
}
