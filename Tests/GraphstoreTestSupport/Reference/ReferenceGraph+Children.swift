extension ReferenceGraph {
  /// The graph as a child of the context has it: what is unsaved here is there as if it were stored.
  package var asChild: ReferenceGraph {
    var graph = self
    graph.objects = objects.filter { !$0.value.isDeleted }
    graph.stored = graph.objects
    return graph
  }

  /// Takes what a child has saved.
  package mutating func takeChild(_ child: ReferenceGraph) {
    var result = child.stored
    var vanished: Set<Int> = []
    for (number, object) in objects where result[number] == nil {
      var gone = object
      if !gone.isDeleted {
        gone.isDeleted = true
        gone.links = [:]
        if stored[number] == nil { vanished.insert(number) }
      }
      result[number] = gone
    }
    // What was never saved leaves no trace, whatever the rules.
    for number in result.keys where !vanished.isEmpty {
      for (index, members) in result[number]?.links ?? [:] {
        result[number]?.links[index] = members.filter { !vanished.contains($0) }
      }
    }
    objects = result
  }
}
