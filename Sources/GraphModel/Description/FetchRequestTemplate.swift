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

  /// Where it stands in the model's files.
  package var place = TemplatePlace(file: nil, path: "")

  package init(
    name: String, predicate: String? = nil, sort: [IndexDescription.Element] = [], limit: Int? = nil
  ) {
    self.name = name
    self.predicate = predicate
    self.sort = sort
    self.limit = limit
  }
}

/// Where a template stands in a model's files; of no account where templates are compared.
package struct TemplatePlace: Sendable, Hashable {
  /// The file, as it was given; nil for a model from text.
  package let file: String?
  /// `entities[1].fetchRequests[0]`.
  package let path: String

  package init(file: String?, path: String) {
    self.file = file
    self.path = path
  }

  /// Always: the same template may stand anywhere.
  package static func == (lhs: TemplatePlace, rhs: TemplatePlace) -> Bool { true }

  /// Hashes nothing.
  package func hash(into hasher: inout Hasher) {}
}
