import Testing

@testable import GraphCodegen

@Suite("Rendering")
struct RenderingTests {
  private func expression(_ expression: ExpressionSyntax, depth: Int = 0, length: Int = 110) -> String {
    ExpressionRenderer(style: SourceStyle(lineLength: length)).lines("", expression, depth: depth)
      .joined(separator: "\n")
  }

  @Test(arguments: [
    ("plain", #""plain""#), (#"a "b" \c"#, #""a \"b\" \\c""#), (#"\(evil())"#, #""\\(evil())""#),
    ("\n\r\t", #""\n\r\t""#), ("\u{0}\u{202E}\u{2028}\u{FEFF}", #""\u{0}\u{202E}\u{2028}\u{FEFF}""#),
    ("\"\"\"#", ##""\"\"\"#""##), ("名\u{1F469}\u{200D}\u{1F680}", "\"名\u{1F469}\u{200D}\u{1F680}\""),
  ])
  func stringLiteralsHoldAnyText(text: String, literal: String) {
    #expect(LiteralRenderer.quoted(text) == literal)
  }

  @Test(arguments: [
    ("plain", 1), ("\"\"\"#", 2), (##"\#(evil())"##, 2), ("####", 5), ("\"\"\"", 1), (###"\\##(x) #"###, 3),
  ])
  func rawLiteralsAreClosedByMoreSignsThanTheTextHas(text: String, count: Int) {
    let signs = String(repeating: "#", count: count)
    #expect(LiteralRenderer.rawLines(text) == ["\(signs)\"\"\"", text, "\"\"\"\(signs)"])
  }

  @Test(arguments: [
    ("One line.", ["/// One line."]),
    ("Two\nlines.", ["/// Two", "/// lines."]),
    ("a\rb\r\nc\u{2028}d\u{2029}e\u{85}f\u{B}g\u{C}h", "abcdefgh".map { "/// \($0)" }),
    ("\n\nFirst.\n\nSecond.  \n\n", ["/// First.", "///", "/// Second."]),
    ("*/ /* \"\"\"", ["/// */ /* \"\"\""]),
    ("null\u{0}right\u{202E}left", ["/// null right left"]),
    ("", []), (" \n\t", []),
  ])
  func documentationStaysInItsComment(text: String, lines: [String]) {
    #expect(DocumentationRenderer.lines(text, width: 80) == lines)
  }

  @Test func longDocumentationIsBrokenBetweenWords() {
    let lines = DocumentationRenderer.lines("aaa bbb ccc ddddddddddddd e", width: 7)
    #expect(lines == ["/// aaa bbb", "/// ccc", "/// ddddddddddddd", "/// e"])
  }

  @Test func callsThatAreTooLongHaveAnArgumentALine() {
    let call = ExpressionSyntax.call(
      .name("insert"), [ArgumentSyntax("first", .name("one")), ArgumentSyntax("second", .name("two"))])
    #expect(expression(call, depth: 1) == "  insert(first: one, second: two)")
    #expect(expression(call, depth: 1, length: 20) == "  insert(\n    first: one,\n    second: two)")
  }

  @Test func wordsOfTheLanguageAreQuotedWhereTheyHaveTo() {
    let value = ExpressionSyntax.call(
      .member(.name("default"), "where"),
      [ArgumentSyntax("in", .name("in")), ArgumentSyntax("inout", .member(.name("x"), "init"))])
    #expect(expression(value) == "`default`.where(in: `in`, `inout`: x.`init`)")
  }

  @Test func importsFollowTheAccess() throws {
    let model = ParsedModel("Test")
    #expect(try model.text(access: .internal).contains("\n@_spi(Generated) import Graphstore\n"))
    #expect(try model.text(access: .public).contains("\n@_spi(Generated) public import Graphstore\n"))
    let lines = """
      #if hasFeature(InternalImportsByDefault)
        @_spi(Generated) package import Graphstore
      #else
        @_spi(Generated) import Graphstore
      #endif

      """
    #expect(try model.text(access: .package).contains(lines))
  }
}
