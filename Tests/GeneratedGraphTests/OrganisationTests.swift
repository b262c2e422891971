import Foundation
import Graphstore
import Testing

/// The golden files of the model "Organisation", compiled into this target through a symbolic link, and run.
@Suite("Generated inheritance and attributes of every kind")
struct OrganisationTests {
  private let container: PersistentContainer
  private let context: ObjectContext

  init() throws {
    container = try PersistentContainer(
      model: OrganisationSchema.model, location: .inMemory,
      entities: [Party.self, Person.self, Employee.self, Company.self, Contract.self])
    context = container.newContext()
  }

  private func company(_ number: Int64 = 1) -> Company {
    Company(
      in: context, number: number, name: "Äcme",
      seat: Company.Seat(latitude: 48.2, longitude: 16.4, badge: Badge(title: "seat")))
  }

  private func employee(_ number: Int64 = 2, of company: Company) -> Employee {
    Employee(
      in: context, number: number, name: "Ada", salary: 10, badge: Badge(title: "chief"), company: company)
  }

  // MARK: Inheritance

  @Test func aParentIsSeenAsTheKindsOfItsChildren() throws {
    let company = company()
    let employee = employee(of: company)
    _ = Person(in: context, number: 3, name: "Mary")
    try context.save()
    var request = FetchRequest<Party>()
    request.sortKeys = [Party.Properties.number.ascending]
    let reader = container.newContext()
    let parties = try reader.fetch(request)
    var names: [String] = []
    for party in parties {
      switch party.kind {
      case .person(let person): names.append("person \(person.name)")
      case .employee(let employee): names.append("employee \(employee.name) of \(employee.company.name)")
      case .company(let company): names.append("company \(company.name)")
      }
    }
    #expect(names == ["company Äcme", "employee Ada of Äcme", "person Mary"])
    #expect(parties[1].id == employee.id)
  }

  @Test func handlesAreCastUpAndDown() throws {
    let company = company()
    let employee = employee(of: company)
    let person = Person(employee)
    let party = Party(person)
    #expect(party == Party(employee))
    #expect(party.id == employee.id)
    #expect(party.as(Employee.self) == employee)
    #expect(party.as(Person.self) == person)
    #expect(party.as(Company.self) == nil)
    #expect(employee.as(Party.self) == party)
    #expect(person.kind == .employee(employee))
    person.name = "Augusta"
    #expect(employee.name == "Augusta")
  }

  @Test func theFamilySharesAProtocol() throws {
    func rename(_ party: some PartyProperties) { party.name = party.name.uppercased() }
    func born(_ person: some PersonProperties) -> Date? { person.born }
    let company = company()
    let employee = employee(of: company)
    rename(company)
    rename(employee)
    #expect([company.name, employee.name] == ["ÄCME", "ADA"])
    #expect(born(employee) == nil)
    let all: [any PartyProperties] = [company, employee]
    #expect(all.map(\.number) == [1, 2])
  }

  @Test func relationshipsToAParentTakeItsChildren() throws {
    let company = company()
    let employee = employee(of: company)
    let contract = Contract(in: context, title: "Work", party: Party(employee))
    #expect(Array(employee.contracts) == [contract])
    company.owner = Person(employee)
    try context.save()
    let reader = container.newContext()
    let stored = try #require(try reader.fetch(FetchRequest<Contract>()).first)
    #expect(stored.party.kind == .employee(try #require(stored.party.as(Employee.self))))
    #expect(stored.party.as(Employee.self)?.company.owner?.name == "Ada")
  }

  // MARK: Composites

  @Test func compositesAreStructs() throws {
    let company = company()
    #expect(company.seat.latitude == 48.2)
    #expect(company.address == nil)
    company.seat.longitude = 0
    company.address = Party.Address(street: "Main St", country: .gb)
    #expect(company.address?.city == nil)
    company.address?.city = "Leeds"
    try context.save()
    let other = container.newContext()
    let stored = try #require(try other.fetch(FetchRequest<Company>()).first)
    #expect(stored.seat == Company.Seat(latitude: 48.2, longitude: 0, badge: Badge(title: "seat")))
    #expect(stored.address == Party.Address(street: "Main St", city: "Leeds", country: .gb))
    #expect(try stored.object.value(forKey: "address.street") == .string("Main St"))
    stored.address = nil
    try other.save()
    let last = container.newContext()
    #expect(try last.fetch(FetchRequest<Company>()).first?.address == nil)
  }

  // MARK: Derived and transient attributes

  @Test func derivedAttributesAreComputed() throws {
    let company = company()
    let first = employee(of: company)
    _ = employee(3, of: company)
    first.salary = Decimal(string: "12.50") ?? 0
    try context.save()
    let reader = container.newContext()
    let stored = try #require(try reader.fetch(FetchRequest<Company>()).first)
    #expect(stored.staffCount == 2)
    #expect(stored.payroll == Decimal(string: "22.50"))
    #expect(stored.sortName == "acme")
    #expect(abs(stored.changed.timeIntervalSinceNow) < 3600)
  }

  @Test func valuesHaveWhatIsDerivedAndSetOnlyTheRest() throws {
    let company = company()
    company.notes = "for now"
    try context.save()
    var values = company.values
    #expect(values.sortName == "acme")
    #expect(values.notes == "for now")
    values.sortName = "other"
    values.name = "Other"
    company.apply(values)
    try context.save()
    #expect(company.sortName == "other")
    #expect(company.name == "Other")
    let json = try JSONEncoder().encode(values)
    let decoded = try JSONDecoder().decode(Company.Values.self, from: json)
    #expect(decoded.notes == nil)
    #expect(decoded.seat == values.seat)
    #expect(decoded.name == "Other")
  }

  @Test func transientValuesStayInMemory() throws {
    let person = Person(in: context, number: 3, name: "Mary")
    #expect(!person.isSelected)
    person.isSelected = true
    try context.save()
    #expect(person.isSelected)
    let reader = container.newContext()
    let stored = try #require(try reader.fetch(FetchRequest<Person>()).first)
    #expect(!stored.isSelected)
  }

  @Test func externalValuesAreLikeAnyOther() throws {
    let employee = employee(of: company())
    let photo = Data(repeating: 7, count: 300_000)
    employee.photo = photo
    try context.save()
    let reader = container.newContext()
    let stored = try #require(try reader.fetch(FetchRequest<Employee>()).first)
    #expect(stored.photo == photo)
    #expect(stored.badge == Badge(title: "chief"))
  }
}
