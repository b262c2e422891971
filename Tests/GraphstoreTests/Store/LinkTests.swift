import GraphModel
import GraphValues
import ObjectGraph
import SQLSyntax
import SQLiteAccess
import Testing

@testable import SQLiteStore

@Suite("Saving links and references")
struct LinkTests {
  private static let model = """
    { "model": "Lists", "entities": [
      { "name": "List", "attributes": [], "relationships": [
        { "name": "tracks", "to": "Track", "many": true, "ordered": true, "inverse": "lists" },
        { "name": "owner", "to": "Track", "optional": true, "inverse": null } ] },
      { "name": "Track", "attributes": [ { "name": "code", "type": "string", "optional": true } ],
        "unique": [["code"]], "relationships": [
        { "name": "lists", "to": "List", "many": true, "inverse": "tracks" },
        { "name": "loose", "to": "List", "optional": true, "inverse": "fans" } ] },
      { "name": "Fan", "attributes": [] } ] }
    """
    .replacing(
      #""inverse": null } ] },"#,
      with: #""inverse": null }, { "name": "fans", "to": "Track", "many": true, "inverse": "loose" } ] },"#)

  private func filled() throws -> (BareStore, ResolvedRelationship) {
    let store = try BareStore(Self.model)
    try store.insert("List", (1...3).map { ($0, [:]) })
    try store.insert("Track", (1...5).map { ($0, [:]) })
    return (store, try store.relationship("List", "tracks"))
  }

  private func pairs(_ store: BareStore) throws -> [String] {
    try store.raw.texts("SELECT source || '-' || target || ':' || source_order FROM _List_tracks")
  }

  @Test("adds, removes and reorders pairs, and takes what another writer did for done")
  func links() throws {
    let (store, tracks) = try filled()
    let join = try store.join(tracks)
    try store.link(tracks, (1...5).reversed().map { .init(source: 1, target: $0, sourceOrder: $0 * 10) })
    #expect(try pairs(store) == ["1-1:10", "1-2:20", "1-3:30", "1-4:40", "1-5:50"])
    var changes = ChangeSet()
    changes.links = [
      ChangeSet.Links(
        join: join,
        added: [.init(source: 2, target: 1, sourceOrder: 7), .init(source: 1, target: 4, sourceOrder: 99)],
        removed: [.init(source: 1, target: 2), .init(source: 3, target: 3)],
        reordered: [.init(source: 1, target: 5, sourceOrder: 5), .init(source: 3, target: 1, sourceOrder: 1)])
    ]
    #expect(!changes.isEmpty)
    _ = try store.store.save(changes)
    #expect(try pairs(store) == ["1-1:10", "1-3:30", "1-4:40", "1-5:5", "2-1:7"])
  }

  @Test("links new objects, however many")
  func bulk() throws {
    let (store, tracks) = try filled()
    var changes = ChangeSet()
    changes.insertions = [try store.insertion("Track", (100..<10_100).map { ($0, [:]) })]
    changes.links = [
      ChangeSet.Links(
        join: try store.join(tracks),
        added: (100..<10_100).map { .init(source: 2, target: $0, sourceOrder: -$0) })
    ]
    _ = try store.store.save(changes)
    #expect(try store.members(tracks, of: [2]).rows.keys == (100..<10_100).reversed())
  }

  @Test("an object's links go with it")
  func deleted() throws {
    let (store, tracks) = try filled()
    try store.link(
      tracks, [.init(source: 1, target: 1), .init(source: 1, target: 2), .init(source: 2, target: 2)])
    var changes = ChangeSet()
    changes.deletions = [ChangeSet.Deletion(entity: "Track", keys: [2], versions: [1])]
    _ = try store.store.save(changes)
    #expect(try pairs(store) == ["1-1:0"])
    _ = try store.delete("List", [1])
    #expect(try pairs(store) == [])
  }

  @Test("a reference to an object that is not there is refused by name, and nothing is written")
  func missing() throws {
    let (store, tracks) = try filled()
    let loose = try store.relationship("Track", "loose")
    func conflict(_ changes: ChangeSet) -> (Int?, Int64?)? {
      do {
        _ = try store.store.save(changes)
        return nil
      } catch SaveConflict.missingObject(let relationship, let key) {
        return (relationship, key)
      } catch {
        Issue.record(error)
        return nil
      }
    }
    var insertion = ChangeSet()
    insertion.insertions = [try store.insertion("Track", [(9, ["loose": 77])])]
    var update = ChangeSet()
    update.updates = [try store.update("Track", ["loose"], [(1, ["loose": 78])])]
    var link = ChangeSet()
    link.links = [ChangeSet.Links(join: try store.join(tracks), added: [.init(source: 1, target: 79)])]
    for (changes, relationship, key) in [(insertion, loose, 77), (update, loose, 78), (link, tracks, 79)] {
      let found = conflict(changes)
      #expect(found?.0 == relationship.index)
      #expect(found?.1 == Int64(key))
    }
    // The object was deleted behind the context's back, without the rules.
    try store.raw.execute("UPDATE Track SET loose = 3 WHERE _id = 5")
    var deletion = ChangeSet()
    deletion.deletions = [ChangeSet.Deletion(entity: "List", keys: [3], versions: [1])]
    let found = conflict(deletion)
    #expect(found?.0 == loose.index)
    #expect(found?.1 == 3)
    #expect(try store.keys("Track") == [1, 2, 3, 4, 5])
    #expect(try store.keys("List") == [1, 2, 3])
    // The next save works.
    try store.insert("Track", [(9, ["loose": 3])])
  }

  @Test("rows that exchange unique values keep what refers to them")
  func exchange() throws {
    let (store, tracks) = try filled()
    try store.insert("Track", [(11, ["code": "a", "loose": 1]), (12, ["code": "b", "loose": 2])])
    try store.link(tracks, [.init(source: 1, target: 11), .init(source: 1, target: 12)])
    try store.raw.execute("UPDATE List SET owner = 11 WHERE _id = 1")
    var changes = ChangeSet()
    changes.updates = [
      try store.update("Track", ["code"], [(11, ["code": "b"]), (12, ["code": "a"])])
    ]
    _ = try store.store.save(changes)
    #expect(
      try store.raw.texts(#"SELECT _id || code || loose || _version FROM Track WHERE _id > 10"#)
        == ["11b12", "12a22"])
    #expect(try store.members(tracks, of: [1]).rows.keys == [11, 12])
    #expect(try store.raw.texts("SELECT owner FROM List ORDER BY _id") == ["11", "NULL", "NULL"])
  }
}
