import Foundation
import GraphModel
import Graphstore
import GraphstoreTestSupport

/// Small models of random entities, parents, relationships and rules.
struct RandomModel {
  let model: EntityModel

  init(using random: inout SeededGenerator) throws {
    let count = Int.random(in: 1...5, using: &random)
    var entities = (0..<count).map { Entity(name: "E\($0)", parent: nil) }
    for index in 1..<max(count, 1) where random.oneIn(3) {
      entities[index].parent = "E\(Int.random(in: 0..<index, using: &random))"
    }
    for number in 0..<Int.random(in: 1...7, using: &random) {
      let owner = Int.random(in: 0..<count, using: &random)
      let destination = Int.random(in: 0..<count, using: &random)
      let side = Self.side("r\(number)", to: destination, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        entities[owner].relationships.append(side + #", "inverse": null }"#)
      case 1 where owner == destination:
        entities[owner].relationships.append(side + #", "inverse": "r\#(number)" }"#)
      default:
        let back = Self.side("b\(number)", to: owner, using: &random)
        entities[owner].relationships.append(side + #", "inverse": "b\#(number)" }"#)
        entities[destination].relationships.append(back + #", "inverse": "r\#(number)" }"#)
      }
    }
    let json = entities.map(\.json).joined(separator: ",\n")
    model = try EntityModel(json: "{ \"model\": \"Random\", \"entities\": [\n\(json)\n] }")
  }

  private struct Entity {
    let name: String
    var parent: String?
    var relationships: [String] = []

    var json: String {
      let parent = parent.map { #" "parent": "\#($0)","# } ?? ""
      return "{ \"name\": \"\(name)\",\(parent) \"attributes\": [], \"relationships\": [\n  "
        + relationships.joined(separator: ",\n  ") + " ] }"
    }
  }

  private static func side(_ name: String, to destination: Int, using random: inout SeededGenerator) -> String
  {
    let rule =
      ["cascade", "cascade", "nullify", "nullify", "deny", "noAction"].randomElement(using: &random) ?? ""
    let isToMany = Bool.random(using: &random)
    let many = isToMany ? #", "many": true"# : ""
    let ordered = isToMany && random.oneIn(3) ? #", "ordered": true"# : ""
    let optional = isToMany || !random.oneIn(5)
    return
      #"{ "name": "\#(name)", "to": "E\#(destination)"\#(many)\#(ordered), "optional": \#(optional), "onDelete": "\#(rule)""#
  }
}
