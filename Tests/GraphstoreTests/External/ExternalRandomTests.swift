import Foundation
import GraphstoreTestSupport
import Testing

@testable import Graphstore
@testable import SQLiteStore

@Suite("After thousands of random operations there are just the files that rows lead to")
struct ExternalRandomTests {
  private struct Values: Equatable {
    var data: Data?
    var text: String?
  }

  /// Values around the threshold, and few enough kinds that equal ones meet.
  private func values(_ random: inout SeededGenerator) -> Values {
    let sizes = [0, 10, 999, 1000, 1001, 1500, 4000]
    var values = Values()
    if !random.oneIn(5), let size = sizes.randomElement(using: &random) {
      values.data = Data(repeating: .random(in: 0..<3, using: &random), count: size)
    }
    if random.oneIn(2), let size = sizes.randomElement(using: &random) {
      values.text = String(repeating: random.oneIn(2) ? "é" : "x", count: size)
    }
    return values
  }

  private func expect(_ expected: [Int64: Values], in container: PersistentContainer, _ step: Int) throws {
    let pictures = try container.newContext().pictures()
    #expect(pictures.count == expected.count, "step \(step)")
    for picture in pictures {
      let found = Values(data: try picture.data(), text: try picture.text())
      #expect(found == expected[picture.id.key], "step \(step)")
    }
  }

  @Test func valuesAreWhatWasSetAndNoFileIsLeft() throws {
    var random = SeededGenerator(for: "ExternalRandomTests")
    let store = try PictureStore()
    var container = try store.open()
    var contexts = [container.newContext(), container.newContext()]
    var stored: [Int64: Values] = [:]
    for step in 0..<3000 {
      let context = contexts[Int.random(in: 0..<2, using: &random)]
      var pending = stored
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let pictures = try context.pictures()
        if pictures.count < 3 || random.oneIn(3), pictures.count < 30 {
          let values = values(&random)
          let picture = try context.picture("\(step)", data: values.data, text: values.text)
          pending[picture.id.key] = values
        } else if let picture = pictures.randomElement(using: &random) {
          if random.oneIn(4) {
            context.delete(picture)
            pending[picture.id.key] = nil
          } else {
            let values = values(&random)
            try picture.setValue(values.data, forKey: "data")
            try picture.setValue(values.text, forKey: "text")
            pending[picture.id.key] = values
          }
        }
      }
      if random.oneIn(5) {
        context.rollback()
      } else {
        try context.save()
        stored = pending
      }
      if step % 50 == 0 { try expect(stored, in: container, step) }
      if random.oneIn(200) {
        try store.expectNoLeaks(closing: container)
        container = try store.open()
        contexts = [container.newContext(), container.newContext()]
        try expect(stored, in: container, step)
      }
    }
    try expect(stored, in: container, 3000)
    try store.expectNoLeaks(closing: container)
  }
}
