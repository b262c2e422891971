// DELETE THIS FILE when Sources/GraphSQL/Queries lands: it only lets the layers above be built meanwhile.
package import GraphModel
package import GraphQuery
package import GraphValues
package import SQLSyntax

package struct CompiledPredicate: Sendable {
  package let text: String
  package let parameterCount: Int
  package func bindings(_ literals: [AttributeValue]) -> [SQLValue] { [] }
}

package struct PredicateCompiler {
  struct NotYet: Error {}
  package init() {}
  package func compile(_ shape: PredicateShape, entity: ResolvedEntity) throws -> CompiledPredicate {
    throw NotYet()
  }
}

package struct SortCompiler {
  package init() {}
  /// "ORDER BY ..." ending with the key; "" where there is no sort: rows come in key order by themselves.
  package func compile(_ sort: ResolvedSort?, entity: ResolvedEntity) throws -> String {
    if sort != nil { throw PredicateCompiler.NotYet() }
    return ""
  }
}
