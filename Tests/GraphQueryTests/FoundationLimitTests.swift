import Foundation
import GraphQuery
import GraphValues
import Testing

@Suite("Limits of #Predicate")
struct FoundationLimitTests {
  private typealias Build = PredicateExpressions
  private typealias Condition = StandardPredicateExpression<Bool>

  /// A condition around which others are put, so many times.
  private func nested(
    _ depth: Int, _ condition: any Condition, _ around: (any Condition) -> any Condition
  ) -> Foundation.Predicate<Gadget> {
    var condition = condition
    for _ in 0..<depth { condition = around(condition) }
    return Predicate { _ in condition }
  }

  private func negation(_ condition: some Condition) -> any Condition { Build.build_Negation(condition) }

  /// The condition decides which of two others is asked.
  private func choice(_ condition: some Condition, _ variable: Build.Variable<Gadget>) -> any Condition {
    Build.build_Conditional(
      condition, Build.build_KeyPath(root: variable, keyPath: \.flag),
      Build.build_Equal(
        lhs: Build.build_KeyPath(root: variable, keyPath: \.name), rhs: Build.build_Arg("x")))
  }

  @Test func whatIsTooDeepIsRefused() throws {
    let deep = nested(150, Build.build_Arg(true)) { negation($0) }
    #expect(queryError { _ = try QueryPredicate(deep) }?.code == .tooComplex)
    #expect(throws: Never.self) { try QueryPredicate(nested(90, Build.build_Arg(true)) { negation($0) }) }
  }

  @Test func choicesByChoicesDoNotGrowBeyondMeasure() throws {
    let predicate = Predicate<Gadget> { variable in
      var condition: any Condition = Build.build_KeyPath(root: variable, keyPath: \.flag)
      for _ in 0..<20 { condition = choice(condition, variable) }
      return condition
    }
    let resolved = try QueryPredicate(predicate).resolvedForThings()
    #expect(resolved.literals.count < 200)
  }

  @Test func longListsAreRefusedOneByOneAndTakenWhole() throws {
    let numbers = (0..<2_000).map { Int64($0) }
    let single = #Predicate<Gadget> { gadget in numbers.contains { $0 * 2 == gadget.number } }
    #expect(queryError { _ = try QueryPredicate(single) }?.code == .tooComplex)
    let whole = #Predicate<Gadget> { numbers.contains($0.number) }
    #expect(throws: Never.self) { try QueryPredicate(whole).resolvedForThings() }
  }
}
