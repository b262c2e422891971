import Foundation
import Graphstore
import Testing

extension ChinookTests {
  /// Questions to the shop in all three spellings; the answers are those of independent SQL on the same file.
  @Suite("Queries")
  struct Queries {
    let store: ChinookStore
    let context: ObjectContext

    init() throws {
      store = try ChinookStore.loaded
      context = store.container.newContext()
    }

    /// Compares a fetch with what the shell answers, a line an object; an empty answer would prove nothing.
    private func expect<Result: FetchResult>(
      _ request: FetchRequest<Result>, equals sql: String, _ line: (Result) -> String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let lines = try context.fetch(request).map(line)
      let expected = try store.shell(sql)
      #expect(lines == expected, sourceLocation: sourceLocation)
      #expect(!expected.isEmpty, sourceLocation: sourceLocation)
      #expect(try context.count(request) == expected.count, sourceLocation: sourceLocation)
    }

    @Test("The ten longest tracks of the usual price, of more than five minutes: #Predicate, sort, limit")
    func longest() throws {
      let usual = Decimal(99) / 100
      var request = FetchRequest<Track>(
        predicate: #Predicate { $0.unitPrice == usual && $0.milliseconds > 300_000 },
        sortBy: [SortDescriptor(\.milliseconds, order: .reverse), SortDescriptor(\.trackId)])
      request.fetchLimit = 10
      try expect(
        request,
        equals: """
          SELECT trackId, milliseconds FROM Track WHERE unitPrice = 99 AND milliseconds > 300000 \
          ORDER BY milliseconds DESC, trackId LIMIT 10
          """
      ) { "\($0.trackId)|\($0.milliseconds)" }
    }

    @Test("Tracks about the heart, whatever their accents: CONTAINS[cd]")
    func heart() throws {
      var request = try FetchRequest<Track>(format: "name CONTAINS[cd] %@", "CORACAO")
      request.sortKeys = try SortKey.parse("trackId")
      try expect(
        request,
        equals: """
          SELECT trackId, name FROM Track \
          WHERE replace(replace(replace(lower(name), 'ç', 'c'), 'ã', 'a'), 'Ç', 'c') LIKE '%coracao%' \
          ORDER BY trackId
          """
      ) { "\($0.trackId)|\($0.name)" }
    }

    @Test("Invoices of five to ten: BETWEEN with decimals, two sort keys")
    func middlingInvoices() throws {
      var request = try FetchRequest<Invoice>(
        format: "total BETWEEN {%@, %@}", Decimal(594) / 100, Decimal(10))
      request.sortKeys = try SortKey.parse("total desc, invoiceId")
      try expect(
        request,
        equals: """
          SELECT invoiceId, printf('%d.%02d', total / 100, total % 100) FROM Invoice \
          WHERE total BETWEEN 594 AND 1000 ORDER BY total DESC, invoiceId
          """
      ) { "\($0.invoiceId)|" + String(format: "%.2f", NSDecimalNumber(decimal: $0.total).doubleValue) }
    }

    @Test("Customers of some countries: IN")
    func customersOfCountries() throws {
      let countries = ["Brazil", "Canada", "Norway", "Atlantis"]
      try expect(
        FetchRequest<Customer>(
          predicate: #Predicate { countries.contains($0.country) },
          sortBy: [SortDescriptor(\.country), SortDescriptor(\.lastName), SortDescriptor(\.customerId)]),
        equals: """
          SELECT country, lastName FROM Customer WHERE country IN ('Brazil', 'Canada', 'Norway', 'Atlantis') \
          ORDER BY country, lastName, customerId
          """
      ) { "\($0.country)|\($0.lastName)" }
      try expect(
        try FetchRequest<Customer>(format: "country IN %@ AND customerId != 14", countries),
        equals: """
          SELECT customerId FROM Customer \
          WHERE country IN ('Brazil', 'Canada', 'Norway', 'Atlantis') AND customerId <> 14
          """
      ) { "\($0.customerId)" }
    }

    @Test("Whom nobody leads, and whom one leads: nil, IDs")
    func chiefs() throws {
      try expect(
        try FetchRequest<Employee>(format: "manager == nil"),
        equals: "SELECT employeeId FROM Employee WHERE manager IS NULL"
      ) { "\($0.employeeId)" }
      let chief = try #require(
        try context.fetch(FetchRequest<Employee>(format: "employeeId == 1")).first)
      try expect(
        try FetchRequest<Employee>(format: "manager == %@", chief.id),
        equals:
          "SELECT employeeId FROM Employee WHERE manager = (SELECT _id FROM Employee WHERE employeeId = 1)"
      ) { "\($0.employeeId)" }
      // Two-valued logic: nil is not the chief, so the chief belongs to the answer.
      try expect(
        try FetchRequest<Employee>(format: "manager != %@ AND NOT (title CONTAINS 'IT')", chief.id),
        equals: """
          SELECT employeeId FROM Employee \
          WHERE manager IS NOT (SELECT _id FROM Employee WHERE employeeId = 1) AND title NOT GLOB '*IT*'
          """
      ) { "\($0.employeeId)" }
    }

    @Test("The invoices of a month: dates")
    func invoicesOfAMonth() throws {
      let style = Date.ISO8601FormatStyle(timeZone: .gmt)
      let start = try style.parse("2023-03-01T00:00:00Z")
      let end = try style.parse("2023-04-01T00:00:00Z")
      let sql = """
        SELECT invoiceId, datetime(invoiceDate + 978307200, 'unixepoch') FROM Invoice \
        WHERE datetime(invoiceDate + 978307200, 'unixepoch') >= '2023-03-01' \
        AND datetime(invoiceDate + 978307200, 'unixepoch') < '2023-04-01' ORDER BY invoiceDate DESC, invoiceId
        """
      func line(_ invoice: Invoice) -> String {
        "\(invoice.invoiceId)|" + invoice.invoiceDate.formatted(style.dateTimeSeparator(.space)).dropLast()
      }
      try expect(
        FetchRequest<Invoice>(
          predicate: #Predicate { $0.invoiceDate >= start && $0.invoiceDate < end },
          sortBy: [SortDescriptor(\.invoiceDate, order: .reverse), SortDescriptor(\.invoiceId)]),
        equals: sql, line)
      var request = try FetchRequest<Invoice>(format: "invoiceDate >= %@ AND invoiceDate < %@", start, end)
      request.sortKeys = try SortKey.parse("invoiceDate desc, invoiceId")
      try expect(request, equals: sql, line)
    }

    @Test("The sixth page of the tracks: limit and offset")
    func pageOfTracks() throws {
      var request = try FetchRequest<Track>(format: "milliseconds < 300000")
      request.sortKeys = [SortKey("trackId", ascending: false)]
      request.fetchLimit = 20
      request.fetchOffset = 100
      try expect(
        request,
        equals:
          "SELECT trackId FROM Track WHERE milliseconds < 300000 ORDER BY trackId DESC LIMIT 20 OFFSET 100"
      ) { "\($0.trackId)" }
    }

    @Test("Bands by their names: BEGINSWITH, ENDSWITH, LIKE")
    func bands() throws {
      var request = try FetchRequest<Artist>(
        format: "name BEGINSWITH 'The ' OR name ENDSWITH 'Orchestra' OR name LIKE '*[?]*' OR name LIKE 'U?'")
      request.sortKeys = [Artist.Properties.name.ascending]
      try expect(
        request,
        equals: """
          SELECT name FROM Artist WHERE name GLOB 'The *' OR name GLOB '*Orchestra' OR name GLOB 'U?' \
          ORDER BY name
          """
      ) { $0.name }
    }

    @Test("What costs something else: decimals, OR, NOT")
    func prices() throws {
      let usual = Decimal(99) / 100
      let sql = """
        SELECT trackId FROM Track WHERE unitPrice <> 99 AND NOT (composer <> '' OR bytes < 400000000) ORDER BY trackId
        """
      try expect(
        FetchRequest<Track>(
          predicate: #Predicate { $0.unitPrice != usual && !($0.composer != "" || $0.bytes < 400_000_000) },
          sortBy: [SortDescriptor(\.trackId)]), equals: sql
      ) { "\($0.trackId)" }
      try expect(
        try FetchRequest<Track>(
          format: "unitPrice != 0.99 AND NOT (composer != '' OR bytes < 400000000)"), equals: sql
      ) { "\($0.trackId)" }
    }

    @Test("The first albums, and whatever was recorded live: tokens, [c]")
    func liveAlbums() throws {
      let p = Album.Properties.self
      try expect(
        FetchRequest<Album>(
          where: p.albumId < 10 || p.title.contains("LIVE", [.caseInsensitive]),
          sortKeys: [p.title.descending, p.albumId.ascending]),
        equals: """
          SELECT albumId, title FROM Album WHERE albumId < 10 OR lower(title) LIKE '%live%' \
          ORDER BY title DESC, albumId
          """
      ) { "\($0.albumId)|\($0.title)" }
    }

    @Test("Lines of dear tracks: a count, a variable")
    func dearLines() throws {
      var request = try FetchRequest<InvoiceLine>(format: "quantity == 1 AND unitPrice > $price")
      request.variables = ["price": 1.5]
      let expected = try store.shell(
        "SELECT count(*) FROM InvoiceLine WHERE quantity = 1 AND unitPrice > 150")
      #expect(try ["\(context.count(request))"] == expected)
      #expect(expected != ["0"])
    }

    @Test("The tracks nobody wrote, from the last: empty strings are no nil")
    func withoutComposer() throws {
      var request = FetchRequest<Track>(
        predicate: #Predicate { $0.composer == "" }, sortBy: [SortDescriptor(\.name, order: .reverse)])
      request.fetchLimit = 25
      try expect(
        request, equals: "SELECT name FROM Track WHERE composer = '' ORDER BY name DESC, _id LIMIT 25"
      ) { $0.name }
      #expect(try context.count(FetchRequest<Track>(format: "composer == nil")) == 0)
    }
  }
}
