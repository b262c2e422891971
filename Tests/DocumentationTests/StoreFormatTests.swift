import Foundation
import GraphValues
import Testing

@Suite("The page on the store's format")
struct StoreFormatTests {
  @Test func theBytesOfDecimalsAreThose() throws {
    let page = try Page(path: "\(Repository.catalog)/StoreFile.md").text
    var examples = 0
    for match in page.matches(of: /\| (-?[0-9.]+) \| `((?:[0-9A-F]{2} ?)+)` \|/) {
      let number = try #require(Decimal(string: String(match.1)))
      let bytes = match.2.split(separator: " ").compactMap { UInt8($0, radix: 16) }
      #expect(DecimalCoding.encode(number) == bytes, "\(number)")
      examples += 1
    }
    #expect(examples == 5)
  }

  @Test func everyTypeHasItsColumn() throws {
    let page = try Page(path: "\(Repository.catalog)/StoreFile.md").text
    for type in AttributeType.allCases {
      let rows = page.split(separator: "\n").filter { row in
        row.hasPrefix("| `") && row.split(separator: "|").first?.contains("`\(type.rawValue)`") ?? false
      }
      let column =
        switch AttributeCodec(type: type, scale: type == .decimal ? 2 : nil).slotKind {
        case .integer: "INTEGER"
        case .real: "REAL"
        case .text: "TEXT"
        case .blob: "BLOB"
        }
      #expect(rows.first?.contains("| `\(column)` |") ?? false, "\(type.rawValue) is a column of \(column)")
    }
  }
}
