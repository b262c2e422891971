import SQLSyntax

/// A model with derived counts and sums over relationships of every kind.
enum DerivedModel {
  static let entities = """
    { "name": "Person",
      "attributes": [
        { "name": "age", "type": "int32", "optional": true },
        { "name": "weight", "type": "double", "optional": true },
        { "name": "childCount", "type": "int64", "derived": "children.@count" },
        { "name": "childAge", "type": "int64", "derived": "children.@sum.age" },
        { "name": "childWeight", "type": "double", "derived": "children.@sum.weight" },
        { "name": "friendCount", "type": "int32", "derived": "friends.@count" },
        { "name": "friendAge", "type": "int64", "derived": "friends.@sum.age" },
        { "name": "friendWeight", "type": "double", "derived": "friends.@sum.weight" },
        { "name": "fanCount", "type": "int64", "derived": "fans.@count" },
        { "name": "fanAge", "type": "int64", "derived": "fans.@sum.age" } ],
      "relationships": [
        { "name": "parent", "to": "Person", "optional": true, "inverse": "children" },
        { "name": "children", "to": "Person", "many": true, "ordered": true, "inverse": "parent" },
        { "name": "friends", "to": "Person", "many": true, "ordered": true, "inverse": "friends" },
        { "name": "idols", "to": "Person", "many": true, "inverse": "fans" },
        { "name": "fans", "to": "Person", "many": true, "inverse": "idols" } ] },
    { "name": "Worker", "parent": "Person",
      "attributes": [
        { "name": "jobCount", "type": "int16", "derived": "jobs.@count" },
        { "name": "jobCost", "type": "decimal", "scale": 2, "derived": "jobs.@sum.cost" },
        { "name": "jobHours", "type": "double", "derived": "jobs.@sum.hours" } ],
      "relationships": [ { "name": "jobs", "to": "Job", "many": true, "inverse": "worker" } ] },
    { "name": "Thing", "attributes": [ { "name": "hours", "type": "float", "optional": true } ] },
    { "name": "Job", "parent": "Thing",
      "attributes": [ { "name": "cost", "type": "decimal", "scale": 2 },
                      { "name": "tagCount", "type": "int64", "derived": "tags.@count" } ],
      "relationships": [
        { "name": "worker", "to": "Worker", "optional": true, "inverse": "jobs" },
        { "name": "tags", "to": "Tag", "many": true, "inverse": "jobs" } ] },
    { "name": "Tag",
      "attributes": [
        { "name": "jobCount", "type": "int64", "derived": "jobs.@count" },
        { "name": "cost", "type": "decimal", "scale": 2, "derived": "jobs.@sum.cost" },
        { "name": "hours", "type": "double", "derived": "jobs.@sum.hours" } ],
      "relationships": [ { "name": "jobs", "to": "Job", "many": true, "ordered": true, "inverse": "tags" } ] }
    """

  /// Each derived column, and what it has to be: a query of all rows whose column is something else.
  static let mistakes: [(name: String, query: String)] = [
    mistake("Person", "childCount", "(SELECT count(*) FROM Person AS m WHERE m.parent = o._id)"),
    mistake("Person", "childAge", "(SELECT coalesce(sum(m.age), 0) FROM Person AS m WHERE m.parent = o._id)"),
    mistake("Person", "childWeight", "(SELECT total(m.weight) FROM Person AS m WHERE m.parent = o._id)"),
    mistake(
      "Person", "friendCount", "(SELECT count(*) FROM _Person_friends WHERE source = o._id OR target = o._id)"
    ),
    mistake("Person", "friendAge", "(SELECT coalesce(sum(m.age), 0) FROM Person AS m WHERE \(friends))"),
    mistake("Person", "friendWeight", "(SELECT total(m.weight) FROM Person AS m WHERE \(friends))"),
    mistake("Person", "fanCount", "(SELECT count(*) FROM _Person_idols WHERE target = o._id)"),
    mistake(
      "Person", "fanAge",
      """
      (SELECT coalesce(sum(m.age), 0) FROM _Person_idols AS j JOIN Person AS m ON m._id = j.source WHERE j.target = o._id)
      """),
    mistake("Person", "jobCount", "o._entity * (SELECT count(*) FROM Thing AS m WHERE \(jobs))"),
    mistake(
      "Person", "jobCost", "o._entity * (SELECT coalesce(sum(m.cost), 0) FROM Thing AS m WHERE \(jobs))"),
    mistake("Person", "jobHours", "o._entity * (SELECT total(m.hours) FROM Thing AS m WHERE \(jobs))"),
    mistake("Thing", "tagCount", "o._entity * (SELECT count(*) FROM _Job_tags WHERE source = o._id)"),
    mistake("Tag", "jobCount", "(SELECT count(*) FROM _Job_tags WHERE target = o._id)"),
    mistake("Tag", "cost", "(SELECT coalesce(sum(m.cost), 0) FROM \(tagged))"),
    mistake("Tag", "hours", "(SELECT total(m.hours) FROM \(tagged))"),
  ]

  private static let friends = """
    m._id IN (SELECT target FROM _Person_friends WHERE source = o._id \
    UNION SELECT source FROM _Person_friends WHERE target = o._id)
    """
  private static let jobs = "m.worker = o._id AND m._entity = 1"
  private static let tagged =
    "_Job_tags AS j JOIN Thing AS m ON m._id = j.source WHERE j.target = o._id"

  private static func mistake(_ table: String, _ column: String, _ right: String) -> (String, String) {
    (
      "\(table).\(column)",
      "SELECT o._id, o.\(column), \(right) FROM \(table) AS o WHERE o.\(column) IS NOT \(right)"
    )
  }
}
