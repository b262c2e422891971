import Foundation
import GraphValues
import Testing

@testable import GraphQuery

@Suite("Foundation's list of predicate expressions")
struct FoundationCatalogueTests {
  /// The expressions that Foundation has, each with an example that is lowered; what has none is no expression.
  // swift-format-ignore: NeverForceUnwrap
  private static func expressions() -> [String: (() throws -> QueryPredicate)?] {
    let numbers: [Int64] = [3, 5]
    let scores: [String: Int64] = ["a": 1, "b": 2]
    let double = #Expression<Int64, Int64> { $0 * 2 }
    typealias Build = PredicateExpressions
    return [
      "Arithmetic": { try QueryPredicate(#Predicate<Gadget> { $0.number + 1 > 2 }) },
      "ArithmeticOperator": nil,
      "ClosedRange": { try QueryPredicate(#Predicate<Gadget> { ($0.number...9).contains(5) }) },
      "CollectionContainsCollection": { try QueryPredicate(#Predicate<Gadget> { $0.name.contains("x") }) },
      "CollectionIndexSubscript": {
        try QueryPredicate(#Predicate<Gadget> { $0.number == numbers[0] })
      },
      "CollectionRangeSubscript": {
        try QueryPredicate(#Predicate<Gadget> { numbers[0..<1].contains($0.number) })
      },
      "Comparison": { try QueryPredicate(#Predicate<Gadget> { $0.number < 1 }) },
      "ComparisonOperator": nil,
      "Conditional": { try QueryPredicate(#Predicate<Gadget> { $0.flag ? $0.number > 1 : $0.size > 2 }) },
      "ConditionalCast": {
        try QueryPredicate(
          Predicate<Gadget> {
            Build.build_Equal(lhs: Build.ConditionalCast<_, SpecialGadget>($0), rhs: Build.build_NilLiteral())
          })
      },
      "Conjunction": { try QueryPredicate(#Predicate<Gadget> { $0.flag && $0.number > 1 }) },
      "DictionaryKeyDefaultValueSubscript": {
        try QueryPredicate(#Predicate<Gadget> { scores[$0.name, default: 0] > 1 })
      },
      "DictionaryKeySubscript": { try QueryPredicate(#Predicate<Gadget> { scores[$0.name] == 1 }) },
      "Disjunction": { try QueryPredicate(#Predicate<Gadget> { $0.flag || $0.number > 1 }) },
      "Equal": { try QueryPredicate(#Predicate<Gadget> { $0.number == 1 }) },
      "ExpressionEvaluate": {
        // Expressions are not Codable here, so that no predicate can capture one.
        var lowering = PredicateLowering()
        let call = Build.build_evaluate(Build.build_Arg(double), Build.build_Arg(4 as Int64))
        return QueryPredicate(
          Comparison(.keyPath(PropertyPath("number")), .equal, try lowering.operand(call)))
      },
      "Filter": { try QueryPredicate(#Predicate<Holder> { $0.things.filter { $0.flag }.count > 1 }) },
      "FloatDivision": { try QueryPredicate(#Predicate<Gadget> { $0.size / 2 > 1 }) },
      "ForceCast": {
        try QueryPredicate(
          Predicate<Gadget> {
            Build.build_Equal(
              lhs: Build.build_KeyPath(root: Build.ForceCast<_, SpecialGadget>($0), keyPath: \.power),
              rhs: Build.build_Arg(3 as Int64))
          })
      },
      "ForcedUnwrap": { try QueryPredicate(#Predicate<Gadget> { $0.small! > 1 }) },
      "IntDivision": { try QueryPredicate(#Predicate<Gadget> { $0.number / 2 > 1 }) },
      "IntRemainder": { try QueryPredicate(#Predicate<Gadget> { $0.number % 2 == 1 }) },
      "KeyPath": { try QueryPredicate(#Predicate<Gadget> { $0.flag }) },
      "KeyPath.CommonKeyPathKind": nil,
      "Negation": { try QueryPredicate(#Predicate<Gadget> { !$0.flag }) },
      "NilCoalesce": { try QueryPredicate(#Predicate<Gadget> { ($0.text ?? $0.name) == "x" }) },
      "NilLiteral": { try QueryPredicate(#Predicate<Gadget> { $0.text == nil }) },
      "NotEqual": { try QueryPredicate(#Predicate<Gadget> { $0.number != 1 }) },
      "OptionalFlatMap": { try QueryPredicate(#Predicate<Gadget> { $0.owner?.name == "x" }) },
      "PredicateRegex": nil,
      "Range": { try QueryPredicate(#Predicate<Gadget> { ($0.number..<9).contains(5) }) },
      "RangeExpressionContains": { try QueryPredicate(#Predicate<Gadget> { (1...9).contains($0.number) }) },
      "SequenceAllSatisfy": { try QueryPredicate(#Predicate<Holder> { $0.things.allSatisfy { $0.flag } }) },
      "SequenceContains": { try QueryPredicate(#Predicate<Gadget> { numbers.contains($0.number) }) },
      "SequenceContainsWhere": { try QueryPredicate(#Predicate<Holder> { $0.things.contains { $0.flag } }) },
      "SequenceMaximum": { try QueryPredicate(#Predicate<Gadget> { $0.number > numbers.max()! }) },
      "SequenceMinimum": { try QueryPredicate(#Predicate<Gadget> { $0.number > numbers.min()! }) },
      "SequenceStartsWith": { try QueryPredicate(#Predicate<Gadget> { $0.name.starts(with: "x") }) },
      "StringContainsRegex": { try QueryPredicate(#Predicate<Gadget> { $0.name.contains(#/x+/#) }) },
      "TypeCheck": {
        try QueryPredicate(Predicate<Gadget> { Build.TypeCheck<_, SpecialGadget>($0) })
      },
      "UnaryMinus": { try QueryPredicate(#Predicate<Gadget> { -$0.number > 1 }) },
      "Value": { try QueryPredicate(#Predicate<Gadget> { $0.number == 1 }) },
      "Variable": { try QueryPredicate(#Predicate<Gadget> { $0 == $0 }) },
      "VariableID": nil,
    ]
  }

  @Test func everyExpressionIsLowered() throws {
    for (name, example) in Self.expressions() {
      guard let example else { continue }
      #expect(throws: Never.self, "\(name)") { try example() }
    }
  }

  #if os(Linux)
    @Test func theListIsThatOfTheLibraryThatRuns() throws {
      let found = try LibraryTypes.names(within: "FoundationEssentials.PredicateExpressions")
      #expect(found.count > 30)
      for name in found.sorted() {
        #expect(
          Self.expressions().keys.contains(name), "PredicateExpressions.\(name) is new: lower it, or list it")
      }
      for name in Self.expressions().keys.sorted() {
        #expect(found.contains(name), "PredicateExpressions.\(name) is gone")
      }
    }
  #endif
}

/// What inherits from the gadgets.
struct SpecialGadget: KeyPathResolving, Equatable {
  var power: Int64 { 0 }

  static func propertyName(for keyPath: AnyKeyPath) -> String? {
    switch keyPath {
    case \SpecialGadget.power: "power"
    default: nil
    }
  }

  static var kindNames: [String] { ["SpecialGadget"] }
}

#if os(Linux)
  @_silgen_name("swift_demangle")
  private func demangle(
    _ name: UnsafePointer<CChar>?, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>?, _ flags: UInt32
  ) -> UnsafeMutablePointer<CChar>?

  /// The types that a loaded library exports, from its symbols.
  private enum LibraryTypes {
    static func names(within parent: String) throws -> Set<String> {
      let handle = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
      let maps = String(decoding: try #require(try handle.readToEnd()), as: UTF8.self)
      let line = try #require(
        maps.split(separator: "\n").first { $0.hasSuffix("libFoundationEssentials.so") })
      let path = String(try #require(line.split(separator: " ").last))
      let bytes = try Data(contentsOf: URL(filePath: path))
      let prefix = "nominal type descriptor for \(parent)."
      var names: Set<String> = []
      // The names of symbols stand between zeros.
      for symbol in bytes.split(separator: 0) where symbol.starts(with: "$s20FoundationEssentials".utf8) {
        guard symbol.count < 400, symbol.suffix(2).elementsEqual("Mn".utf8) else { continue }
        let mangled = String(decoding: symbol, as: UTF8.self)
        guard let text = demangle(mangled, mangled.utf8.count, nil, nil, 0) else { continue }
        defer { free(text) }
        let name = String(cString: text)
        // What is private to an expression is called "(CodingKeys in …)".
        if name.hasPrefix(prefix), !name.contains("(") { names.insert(String(name.dropFirst(prefix.count))) }
      }
      return names
    }
  }
#endif
