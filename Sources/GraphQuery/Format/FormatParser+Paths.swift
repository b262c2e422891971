import GraphValues

/// Key paths, and what is worked out from the collections that they lead to.
extension FormatParser {
  /// The rest of a key path of which some names are known, and the aggregate that may follow.
  ///
  /// - Parameter base: where the path begins; its own names do not count.
  mutating func path(
    _ names: [String], from base: PropertyPath = PropertyPath("")
  ) throws(QueryError) -> QueryExpression {
    var names = names
    while true {
      if token.isSymbol("[") {
        if names.isEmpty { throw unsupported("a place of an object") }
        guard let place = try place() else {
          return .aggregate(CollectionAggregate(.count, of: base.replacing(names)))
        }
        names.append(place)
        continue
      }
      guard token.isSymbol(".") else { return try expression(names, base) }
      try advance()
      if case .aggregate(let name) = token.kind {
        if names.isEmpty { throw unsupported("the aggregate \"@\(name.prefix(60))\" of an object") }
        return try aggregate(name, of: base.replacing(names))
      }
      names += try step()
      if names.count > Self.nameLimit { throw tooDeep(at: token.offset) }
      if token.isSymbol("(") || token.isSymbol(":") { throw unsupported("a function of a property") }
    }
  }

  /// The most names of a path; a model's relationships may lead in circles.
  private static let nameLimit = 1_000

  /// The names that stand after a point.
  private mutating func step() throws(QueryError) -> [String] {
    let names: [String]
    switch token.kind {
    case .word(let word, _): names = [word]
    case .placeholder("K"): names = try keyArgument()
    default: throw unexpected("a property's name")
    }
    try advance()
    return names
  }

  /// `[0]`, `[FIRST]` or `[LAST]` as a name of a path; nil for `[SIZE]`.
  private mutating func place() throws(QueryError) -> String? {
    try advance()
    let place: String?
    switch (token.keyword, token.kind) {
    case ("FIRST", _): place = PropertyPath.place(0)
    case ("LAST", _): place = PropertyPath.lastPlace
    case ("SIZE", _): place = nil
    case (_, .literal(.int(let index))) where index <= Int32.max: place = PropertyPath.place(index)
    case (_, .literal(.string)):
      throw unsupported("a key in brackets: no attribute is a dictionary, and this")
    case (_, .placeholder("d")), (_, .placeholder("i")), (_, .placeholder("ld")), (_, .placeholder("lld")),
      (_, .placeholder("u")), (_, .placeholder("lu")):
      guard case .int(let index)? = try nextArgument("d")?.predicateOperand.value,
        (0...Int64(Int32.max)).contains(index)
      else { throw QueryError(.arguments, "a place is a number from 0 on", position: token.offset) }
      place = PropertyPath.place(index)
    default: throw unexpected("a place: a number from 0 on, FIRST, LAST or SIZE")
    }
    try advance()
    try expect("]")
    return place
  }

  /// A path whose names are all known; one of them may be an aggregate's, where an argument gave it.
  private func expression(_ names: [String], _ base: PropertyPath) throws(QueryError) -> QueryExpression {
    guard let place = names.firstIndex(where: { $0.hasPrefix("@") }) else {
      return .keyPath(base.replacing(names))
    }
    let value = Array(names[(place + 1)...])
    guard place > 0, let function = CollectionAggregate.Function(spelling: String(names[place].dropFirst())),
      !value.contains(where: { $0.hasPrefix("@") }), value.isEmpty || function != .count
    else { throw unsupported("the aggregate \"\(names[place].prefix(60))\"") }
    return .aggregate(
      CollectionAggregate(
        function, of: base.replacing(Array(names[..<place])),
        value: value.first.map { PropertyPath($0, rest: Array(value.dropFirst())) }))
  }

  /// What follows an at sign on a path.
  private mutating func aggregate(
    _ name: String, of collection: PropertyPath
  ) throws(QueryError) -> QueryExpression {
    guard let isDistinct = Self.unions[name] else {
      return .aggregate(try aggregate(name, of: collection, where: nil))
    }
    let union = try union(name)
    if let function = union.function {
      return .aggregate(
        CollectionAggregate(isDistinct ? function.distinct : function, of: collection, value: union.value))
    }
    // Every element by itself: twice the same changes no answer but an aggregate's.
    return .keyPath(collection.replacing(collection.names + (union.value?.names ?? [])))
  }

  private static let unions = ["unionOfObjects": false, "distinctUnionOfObjects": true]

  /// An aggregate with the property that follows it.
  private mutating func aggregate(
    _ name: String, of collection: PropertyPath, where filter: CollectionAggregate.Filter?
  ) throws(QueryError) -> CollectionAggregate {
    guard let function = CollectionAggregate.Function(spelling: name) else {
      throw unsupported("the aggregate \"@\(name.prefix(60))\"")
    }
    try advance()
    guard token.isSymbol(".") else { return CollectionAggregate(function, of: collection, where: filter) }
    if function == .count { throw mistake("no property follows \"@count\"") }
    try advance()
    if isSelf {
      try advance()
      return CollectionAggregate(function, of: collection, where: filter)
    }
    guard case .keyPath(let value) = try path(try step()) else {
      throw unsupported("an aggregate of an aggregate")
    }
    return CollectionAggregate(function, of: collection, where: filter, value: value)
  }

  /// Whether the member itself is meant: `@max.self`.
  private var isSelf: Bool {
    if case .word(let word, _) = token.kind { word.uppercased() == "SELF" } else { false }
  }

  /// `@distinctUnionOfObjects.title`, and the aggregate that may follow.
  private mutating func union(
    _ name: String
  ) throws(QueryError) -> (value: PropertyPath?, function: CollectionAggregate.Function?) {
    try advance()
    guard token.isSymbol(".") else { throw unexpected("a property after \"@\(name)\"") }
    var names: [String] = []
    var isMember = false
    var function: CollectionAggregate.Function?
    while function == nil, token.isSymbol(".") {
      try advance()
      if case .aggregate(let name) = token.kind, isMember || !names.isEmpty {
        function = CollectionAggregate.Function(spelling: name)
        if function == nil { throw unsupported("the aggregate \"@\(name.prefix(60))\"") }
        try advance()
      } else if isSelf, names.isEmpty, !isMember {
        isMember = true
        try advance()
      } else {
        names += try step()
        if names.count > Self.nameLimit { throw tooDeep(at: token.offset) }
      }
    }
    if function != nil, token.isSymbol(".") {
      try advance()
      guard isSelf else { throw unsupported("an aggregate of a property of another property") }
      try advance()
    }
    return (names.first.map { PropertyPath($0, rest: Array(names.dropFirst())) }, function)
  }

  // MARK: Subqueries

  /// `SUBQUERY(collection, $member, condition)`, and what is asked of the members.
  mutating func subquery(_ place: SourcePlace) throws(QueryError) -> Item {
    let start = token
    try descend()
    try advance()
    try expect("(")
    guard case .operand(.keyPath(let collection), _) = try value() else {
      throw QueryError(
        .syntax, "SUBQUERY takes a relationship to many first", position: start.offset)
    }
    try expect(",")
    guard case .variable(let variable) = token.kind else {
      throw unexpected("a variable such as \"$member\"")
    }
    try advance()
    try expect(",")
    subqueryVariables.append(variable)
    let condition = try condition()
    subqueryVariables.removeLast()
    try expect(")")
    ascend()
    let filter = CollectionAggregate.Filter(variable: variable, node: condition)
    return try members(FormatMembers.Filtered(collection: collection, filter: filter), place)
  }

  private mutating func members(
    _ members: FormatMembers.Filtered, _ place: SourcePlace
  ) throws(QueryError) -> Item {
    var members = members
    if token.isSymbol("[") {
      guard try self.place() == nil else { throw unsupported("a place among the members of SUBQUERY") }
      return .operand(
        .aggregate(CollectionAggregate(.count, of: members.collection, where: members.filter)), place)
    }
    guard token.isSymbol(".") else { return .members(.filtered(members), place) }
    try advance()
    guard case .aggregate(let name) = token.kind else {
      guard case .keyPath(let value) = try path(try step()) else {
        throw unsupported("an aggregate of an aggregate")
      }
      members.value = value
      return .members(.filtered(members), place)
    }
    guard let isDistinct = Self.unions[name] else {
      return .operand(
        .aggregate(try aggregate(name, of: members.collection, where: members.filter)), place)
    }
    let union = try union(name)
    guard let function = union.function else {
      members.value = union.value
      return .members(.filtered(members), place)
    }
    return .operand(
      .aggregate(
        CollectionAggregate(
          isDistinct ? function.distinct : function, of: members.collection, where: members.filter,
          value: union.value)), place)
  }

  // MARK: Arguments

  /// `%K`: the argument is a key path, whatever characters it has.
  mutating func keyArgument() throws(QueryError) -> [String] {
    let start = token
    guard case .string(let text)? = try nextArgument("K")?.predicateOperand.value else {
      throw QueryError(.arguments, "\"%K\" takes the name of a property", position: start.offset)
    }
    let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if names.count > QueryPredicate.depthLimit || names.contains("") {
      throw QueryError(.arguments, "\"%K\" takes the name of a property", position: start.offset)
    }
    return names
  }
}
