// Lines that the compiler has to refuse, each with a part of what it says. The other lines have to pass.
import Graphstore

func sendsAChildAlone(_ container: PersistentContainer) throws {
  let parent = container.newContext()
  let child = parent.newChild()
  Task { try child.save() }  // error: sending value of non-Sendable type [#SendingRisksDataRace]
  try parent.save()
}

func sendsAParentAlone(_ container: PersistentContainer) throws {
  let parent = container.newContext()
  let child = parent.newChild()
  Task { try parent.save() }  // error: sending value of non-Sendable type [#SendingRisksDataRace]
  try child.save()
}

func sendsBothTogether(_ container: PersistentContainer) {
  let parent = container.newContext()
  let child = parent.newChild()
  Task {
    try child.save()
    try parent.save()
  }
}
