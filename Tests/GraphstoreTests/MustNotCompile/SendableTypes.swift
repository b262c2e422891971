// Lines that the compiler has to refuse, each with a part of what it says. The other lines have to pass.
import Graphstore

func requiresSendable<Value: Sendable>(_ type: Value.Type) {}

func plainValuesAreSendable() {
  requiresSendable(ObjectID.self)
  requiresSendable(AttributeValue.self)
  requiresSendable(PersistentContainer.self)
  requiresSendable(EntityModel.self)
  requiresSendable(FetchRequest<ManagedObject>.self)
  requiresSendable(StoreOptions.self)
  requiresSendable(GraphError.self)
  requiresSendable(StoreError.self)
}

func objectsAndContextsAreNot() {
  requiresSendable(ManagedObject.self)  // error: type 'ManagedObject' does not conform
  requiresSendable(ObjectContext.self)  // error: type 'ObjectContext' does not conform
}
