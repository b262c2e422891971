/// A fetch request kept in a model under a name.
public struct FetchRequestTemplate: Sendable, Hashable {
  /// The name.
  public package(set) var name: String
  /// The predicate in the format language; `$NAME` stands for a variable.
  public package(set) var predicate: String?
  /// The sort keys: `"newsid desc"`.
  public package(set) var sort: [IndexDescription.Element]
  /// The most objects to return.
  public package(set) var limit: Int?

  package init(
    name: String, predicate: String? = nil, sort: [IndexDescription.Element] = [], limit: Int? = nil
  ) {
    self.name = name
    self.predicate = predicate
    self.sort = sort
    self.limit = limit
  }
}
