import Graphstore
import GraphstoreTestSupport
import Testing

@Suite("A child context is a place for changes that its parent takes when it is saved")
struct ChildContextTests {
  private let container: PersistentContainer
  private let parent: ObjectContext

  init() throws {
    container = try PersistentContainer(model: Models.authors(), location: .inMemory)
    parent = container.newContext()
  }

  // MARK: Seeing

  @Test func aChildSeesWhatItsParentHasNotSaved() throws {
    let ada = try parent.make("Author", "Ada")
    try parent.make("Author", "Bob")
    try parent.save()
    try ada.setValue("Ada L.", forKey: "name")
    try parent.delete(parent.named("Bob", "Author"))
    let cy = try parent.make("Author", "Cy")
    let child = parent.newChild()
    #expect(child.parent === parent)
    #expect(try child.names("Author") == ["Ada L.", "Cy"])
    #expect(try child.count(FetchRequest<ManagedObject>(entityName: "Author")) == 2)
    #expect(try child.all("Author").map(\.id) == [ada.id, cy.id])
    #expect(try child.all("Author").allSatisfy { !$0.isInserted && !$0.isUpdated && $0.context === child })
    let request = try FetchRequest<ManagedObject>(entityName: "Author", format: "name BEGINSWITH 'Ada'")
    #expect(try child.fetchIDs(request) == [ada.id])
    #expect(!child.hasChanges)
  }

  @Test func relationshipsOfUnsavedObjectsAreFollowed() throws {
    let ada = try parent.make("Author", "Ada")
    let first = try parent.make("Post", "first", ["author": ada, "lister": ada])
    let second = try parent.make("Post", "second", ["author": ada])
    try ada.insert(second, toRelationship: "list", at: 0)
    let tag = try parent.make("Tag", "tag")
    try first.add(tag, toRelationship: "tags")
    let child = parent.newChild()
    let other = try child.object(with: ada.id)
    #expect(other !== ada)
    #expect(try other.names("posts") == ["first", "second"])
    #expect(try other.names("list") == ["second", "first"])
    #expect(try child.named("tag", "Tag").names("posts") == ["first"])
    #expect(try child.named("second", "Post").nameOf("author") == "Ada")
  }

  @Test func anObjectOfTheParentIsRefusedInTheChild() throws {
    let ada = try parent.make("Author", "Ada")
    let child = parent.newChild()
    let post = try child.make("Post", "post")
    expect(.foreignObject) { try post.setRelatedObject(ada, forKey: "author") }
    try post.setValue(ada.id, forKey: "author")
    #expect(try post.nameOf("author") == "Ada")
  }

  // MARK: Saving and discarding

  @Test func savingGoesOneLevelUp() throws {
    let ada = try parent.make("Author", "Ada")
    try parent.make("Author", "Bob")
    try parent.save()
    let child = parent.newChild()
    let other = try child.named("Ada", "Author")
    try other.setValue("Ada L.", forKey: "name")
    let post = try child.make("Post", "post", ["author": other])
    child.delete(try child.named("Bob", "Author"))
    #expect(ada.name == "Ada")
    #expect(!parent.hasChanges)
    try child.save()
    #expect(!child.hasChanges)
    #expect(!post.isInserted)
    #expect(ada.name == "Ada L.")
    #expect(ada.isUpdated)
    #expect(parent.insertedObjects.map(\.id) == [post.id])
    #expect(parent.deletedObjects.map(\.name) == ["Bob"])
    #expect(try ada.names("posts") == ["post"])
    #expect(try container.reading { try $0.names("Author") } == ["Ada", "Bob"])
    try parent.save()
    #expect(try container.reading { try $0.names("Author") } == ["Ada L."])
    #expect(try container.reading { try $0.named("post", "Post").nameOf("author") } == "Ada L.")
    #expect(try container.reading { try $0.all("Post").map(\.id) } == [post.id])
  }

  @Test func aFormThatStaysOpenIsSavedAgainAndAgain() throws {
    let ada = try parent.make("Author", "Ada")
    let child = parent.newChild()
    let form = try child.object(with: ada.id)
    for name in ["a", "b", "c"] {
      try form.setValue(name, forKey: "name")
      try child.save()
      try parent.save()
      #expect(try container.reading { try $0.names("Author") } == [name])
    }
    #expect(try !container.reading { try $0.all("Author") }.isEmpty)
  }

  @Test func aChildThatIsLetGoLeavesItsParentAsItWas() throws {
    let ada = try parent.make("Author", "Ada")
    let post = try parent.make("Post", "post", ["author": ada])
    try parent.save()
    do {
      let child = parent.newChild()
      child.delete(try child.object(with: ada.id))
      try child.make("Author", "Bob")
    }
    #expect(!parent.hasChanges)
    #expect(!ada.isDeleted && !post.isDeleted)
    #expect(try parent.names("Author") == ["Ada"])
  }

  @Test func rollingBackAndResettingAreTheChildsOwn() throws {
    let ada = try parent.make("Author", "Ada")
    let child = parent.newChild()
    let form = try child.object(with: ada.id)
    try form.setValue("x", forKey: "name")
    try child.make("Author", "Bob")
    child.rollback()
    #expect(form.name == "Ada")
    #expect(try child.names("Author") == ["Ada"])
    try form.setValue("y", forKey: "name")
    child.reset()
    #expect(try child.names("Author") == ["Ada"])
    #expect(ada.isInserted)
  }

  @Test func aChildOfAChildSavesToTheChild() throws {
    let ada = try parent.make("Author", "Ada")
    let child = parent.newChild()
    let grandchild = child.newChild()
    try grandchild.object(with: ada.id).setValue("Ada L.", forKey: "name")
    let post = try grandchild.make("Post", "post")
    try grandchild.save()
    #expect(ada.name == "Ada")
    #expect(child.insertedObjects.map(\.id) == [post.id])
    try child.save()
    #expect(ada.name == "Ada L.")
    try parent.save()
    #expect(try container.reading { try $0.all("Post").map(\.id) } == [post.id])
  }

  // MARK: Deleting

  @Test func aCascadeReachesWhatNobodyHasRead() throws {
    try parent.save()
    let writer = container.newContext()
    let ada = try writer.make("Author", "Ada")
    for number in 0..<5 {
      let post = try writer.make("Post", "\(number)", ["author": ada])
      try writer.make("Comment", "on \(number)", ["post": post])
    }
    try writer.save()
    let child = parent.newChild()
    let other = try child.object(with: ada.id)
    let unsaved = try parent.make("Post", "unsaved")
    try unsaved.setValue(ada.id, forKey: "author")
    child.delete(other)
    #expect(try child.count(FetchRequest<ManagedObject>(entityName: "Post")) == 0)
    #expect(try child.count(FetchRequest<ManagedObject>(entityName: "Comment")) == 0)
    #expect(try parent.count(FetchRequest<ManagedObject>(entityName: "Post")) == 6)
    try child.save()
    #expect(unsaved.isDeleted)
    #expect(try parent.count(FetchRequest<ManagedObject>(entityName: "Comment")) == 0)
    try parent.save()
    #expect(try container.reading { try $0.count(FetchRequest<ManagedObject>(entityName: "Comment")) } == 0)
    #expect(try container.reading { try $0.all("Post") }.isEmpty)
  }

  @Test func whatTheParentDeletesReadsAsMissing() throws {
    let ada = try parent.make("Author", "Ada")
    try parent.save()
    let child = parent.newChild()
    let read = try child.object(with: ada.id)
    #expect(read.name == "Ada")
    parent.delete(ada)
    #expect(read.name == "Ada")
    #expect(try child.names("Author") == [])
    try read.setValue("x", forKey: "name")
    let error = expect(.conflict) { try child.save() }
    #expect(error?.objectIDs == [ada.id])
    child.rollback()
    expect(.objectMissing) { try read.fulfill() }
    try child.save()
  }

  @Test func aReferenceToWhatTheParentHasDeletedIsRefused() throws {
    let ada = try parent.make("Author", "Ada")
    let child = parent.newChild()
    let post = try child.make("Post", "post")
    try post.setValue(ada.id, forKey: "author")
    parent.delete(ada)
    let error = expect(.missingObject) { try child.save() }
    #expect(error?.objectID == ada.id)
    #expect(!parent.hasChanges)
  }

  // MARK: Conflicts

  @Test func aPropertyThatBothHaveChangedIsAConflict() throws {
    let ada = try parent.make("Author", "Ada")
    try parent.save()
    let child = parent.newChild()
    let form = try child.object(with: ada.id)
    try form.setValue("child", forKey: "name")
    let bob = try child.make("Author", "Bob")
    try ada.setValue("parent", forKey: "name")
    let error = expect(.conflict) { try child.save() }
    #expect(error?.objectIDs == [ada.id])
    #expect(ada.name == "parent")
    #expect(parent.insertedObjects.isEmpty)
    #expect(child.insertedObjects == [bob])
    try child.refresh(form)
    #expect(form.name == "child")
    try child.save()
    #expect(ada.name == "child")
    #expect(parent.insertedObjects.map(\.id) == [bob.id])
  }

  @Test func changesOfDifferentPropertiesComeTogether() throws {
    let ada = try parent.make("Author", "Ada")
    let post = try parent.make("Post", "post")
    try parent.save()
    let child = parent.newChild()
    let form = try child.object(with: post.id)
    try form.setValue("child", forKey: "name")
    try post.setRelatedObject(ada, forKey: "author")
    try child.save()
    #expect(post.name == "child")
    #expect(try post.nameOf("author") == "Ada")
    #expect(try form.nameOf("author") == "Ada")
  }

  @Test func aSavedParentIsNoConflict() throws {
    let ada = try parent.make("Author", "Ada")
    let child = parent.newChild()
    let form = try child.object(with: ada.id)
    #expect(form.name == "Ada")
    try parent.save()
    try form.setValue("child", forKey: "name")
    try child.save()
    #expect(ada.name == "child")
  }

  @Test func refreshingReadsFromTheParent() throws {
    let ada = try parent.make("Author", "Ada")
    let child = parent.newChild()
    let form = try child.object(with: ada.id)
    #expect(form.name == "Ada")
    try ada.setValue("changed", forKey: "name")
    #expect(form.name == "Ada")
    try child.refresh(form)
    #expect(form.name == "changed")
    try ada.setValue("again", forKey: "name")
    child.refreshAllObjects()
    #expect(form.name == "again")
    try ada.setValue("once more", forKey: "name")
    #expect(try child.names("Author") == ["once more"], "a fetch takes what is newer")
  }

  @Test func aParentThatIsResetLeavesItsChildDefined() throws {
    let ada = try parent.make("Author", "Ada")
    try parent.save()
    let bob = try parent.make("Author", "Bob")
    let child = parent.newChild()
    let stored = try child.object(with: ada.id)
    let unsaved = try child.object(with: bob.id)
    #expect(unsaved.name == "Bob")
    try stored.setValue("child", forKey: "name")
    parent.reset()
    #expect(unsaved.name == "Bob")
    #expect(try child.names("Author") == ["child"])
    try child.save()
    #expect(try parent.named("child", "Author").id == ada.id)
    try unsaved.setValue("x", forKey: "name")
    expect(.conflict) { try child.save() }
  }

  @Test func objectsOutliveTheirChildAndItsParent() throws {
    var parent: ObjectContext? = container.newContext()
    let author = try parent?.make("Author", "Ada")
    try parent?.save()
    let id = try #require(author?.id)
    var child = parent?.newChild()
    let kept = try #require(try child?.object(with: id))
    try parent?.make("Author", "Bob")
    parent = nil
    #expect(try child?.names("Author") == ["Ada", "Bob"])
    child = nil
    #expect(kept.name == "Ada")
    #expect(try kept.names("posts") == [])
    #expect(kept.context == nil)
  }
}
