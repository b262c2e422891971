import GraphValues

extension ReferenceGraph {
  /// Why a save fails.
  package enum Refusal: String, Sendable, Hashable {
    case validation, deletionDenied, uniqueness
  }

  // MARK: Deleting

  /// Deletes an object and applies its relationships' rules.
  package mutating func delete(_ number: Int) {
    guard isLiving(number), let entity = entity(of: number) else { return }
    objects[number]?.isDeleted = true
    for index in entity.relationships {
      let relationship = schema.relationships[index]
      for member in objects[number]?.links[index] ?? [] {
        // What was never saved is as if it had not been there: nothing is denied, and nothing dangles.
        if relationship.rule == .nullify || stored[number] == nil {
          objects[member]?.links[relationship.inverse]?.removeAll { $0 == number }
        }
        if relationship.rule == .cascade { delete(member) }
      }
    }
  }

  // MARK: Saving

  /// All reasons why the graph cannot be saved as it is.
  package var refusals: Set<Refusal> {
    var result: Set<Refusal> = []
    if !brokenRules.isEmpty { result.insert(.validation) }
    if !denied.isEmpty { result.insert(.deletionDenied) }
    if !repeated.isEmpty { result.insert(.uniqueness) }
    return result
  }

  /// Objects and the properties of theirs that break a rule.
  package var brokenRules: [(number: Int, property: String)] {
    var result: [(Int, String)] = []
    for number in living {
      guard let object = objects[number], let entity = entity(of: number) else { continue }
      for attribute in entity.attributes where !attribute.isOptional {
        if object.values[attribute.name]?.isNull != false { result.append((number, attribute.name)) }
      }
      for group in entity.optionalGroups
      where group.members.contains(where: { object.values[$0]?.isNull == false }) {
        for name in group.required where object.values[name]?.isNull != false {
          result.append((number, name))
        }
      }
      for index in entity.relationships {
        let relationship = schema.relationships[index]
        if relationship.isImplicit { continue }
        if relationship.isToMany {
          let count = members(relationship, of: number).count
          if count < relationship.minimum || count > relationship.maximum {
            result.append((number, relationship.name))
          }
        } else if relationship.isRequired, object.links[index]?.isEmpty != false {
          result.append((number, relationship.name))
        }
      }
    }
    return result
  }

  /// Deleted objects with a member that is in the way.
  package var denied: [(owner: Int, member: Int)] {
    var result: [(Int, Int)] = []
    for (number, object) in objects where object.isDeleted && stored[number] != nil {
      for index in schema.entities[object.entity].relationships
      where schema.relationships[index].rule == .deny {
        for member in object.links[index] ?? [] where isLiving(member) { result.append((number, member)) }
      }
    }
    return result
  }

  /// Groups of objects that have the same values where they have to differ.
  package var repeated: [[Int]] {
    var result: [[Int]] = []
    for constraint in schema.uniqueness {
      var groups: [[AttributeValue]: [Int]] = [:]
      for number in living {
        guard let object = objects[number], constraint.family.contains(object.entity) else { continue }
        let values = constraint.properties.map { property -> AttributeValue in
          if let value = object.values[property] { return value }
          guard let relationship = schema.relationship(property, of: object.entity),
            let member = object.links[relationship.index]?.first
          else { return .null }
          return .int(Int64(member))
        }
        if !values.contains(.null) { groups[values, default: []].append(number) }
      }
      result += groups.values.filter { $0.count > 1 }
    }
    return result
  }

  /// Makes the graph the stored one; it has to be without refusals.
  package mutating func save() {
    objects = objects.filter { !$0.value.isDeleted }
    stored = objects
  }

  package mutating func rollback() {
    objects = stored
  }

  /// Discards one object's unsaved changes: its values, its to-ones and its pairs. Who leads to it by a to-one of its own
  /// keeps that.
  ///
  /// - Returns: the objects whose lists may have another order now.
  package mutating func discardChanges(of number: Int) -> Set<Int> {
    guard let old = stored[number], let entity = entity(of: number) else { return [] }
    var concerned: Set = [number]
    objects[number]?.values = old.values
    for index in entity.relationships where !schema.relationships[index].isImplicit {
      let relationship = schema.relationships[index]
      let inverse = schema.relationships[relationship.inverse]
      let (now, before) = (objects[number]?.links[index] ?? [], old.links[index] ?? [])
      if !relationship.isToMany {
        if now.first == before.first { continue }
        concerned.formUnion(now + before)
        let isDangling = inverse.rule == .deny || inverse.rule == .noAction
        setOne(relationship, of: number, to: before.first.flatMap { isLiving($0) || isDangling ? $0 : nil })
      } else if inverse.isToMany {
        concerned.formUnion(now + before)
        // What a deleted object led to stays, for the rule that denies.
        for member in now where !before.contains(member) && isLiving(member) {
          unlink(number, relationship, member)
        }
        for member in before where isLiving(member) { add(member, to: number, relationship) }
      }
    }
    return concerned
  }

  /// Takes another order of a list for its own.
  package mutating func reorder(
    _ relationship: ReferenceSchema.Relationship, of number: Int, as members: [Int]
  ) {
    let others = (objects[number]?.links[relationship.index] ?? []).filter { !members.contains($0) }
    objects[number]?.links[relationship.index] = members + others
  }

  /// Whether an object's relationships are as they are stored.
  package func hasStoredLinks(_ number: Int) -> Bool {
    guard let stored = stored[number], let object = objects[number] else { return false }
    return schema.entities[object.entity].relationships.allSatisfy { index in
      var (old, new) = (stored.links[index] ?? [], object.links[index] ?? [])
      if schema.relationships[index].isToMany {
        // A member that is gone took its reference with it, whatever its own rule.
        old.removeAll { objects[$0] == nil }
        new.removeAll { objects[$0] == nil }
      }
      return schema.relationships[index].isOrdered ? old == new : Set(old) == Set(new)
    }
  }

  /// Whether there is nothing to save.
  package var isUnchanged: Bool {
    // What came and went since the last save leaves no trace.
    let current = objects.filter { !($0.value.isDeleted && stored[$0.key] == nil) }
    return current.count == stored.count
      && current.allSatisfy { number, object in
        guard let stored = stored[number], !object.isDeleted, stored.values == object.values else {
          return false
        }
        return hasStoredLinks(number)
      }
  }
}
