import GraphModel
import GraphValues
package import GraphQuery

extension ManagedObject {
  /// Whether the object's texts, as they are now, meet a search: SQLite decides, as it does for rows.
  package func matchesFullText(_ match: String) throws(QueryError) -> Bool {
    guard let index = registry.core.model.fullText(ofRoot: registry.entity.rootName) else { return false }
    let search = FullTextSearch(match: match, weights: [:], excerpts: nil)
    do {
      return try hit(search, index) != nil
    } catch let error as QueryError {
      throw error
    } catch {
      // As with values that cannot be read: the context's next call throws it.
      registry.core.record(error)
      return false
    }
  }

  /// What a search finds in the object's texts as they are now; nil where it finds nothing.
  func hit(_ search: FullTextSearch, _ index: ResolvedFullText) throws -> FullTextHit? {
    let texts = index.columns.map { column -> String? in
      if case .string(let text) = slotValue(column.slot) { text } else { nil }
    }
    return try registry.core.store.hit(search, key: key, texts: texts, ofRoot: registry.entity.rootName)
  }
}
