import Foundation
import Graphstore
import Testing

@Suite("Generated Values")
struct ValuesTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(Value.self, from: encoder.encode(value))
  }

  @Test func theyComeBackFromJSON() throws {
    let values = Defaults.Values()
    #expect(try roundTrip(values) == values)
    #expect(try roundTrip(Optionals.Values()) == Optionals.Values())
  }

  @Test func missingKeysTakeDefaultsAndUnknownOnesArePassedOver() throws {
    let values = try decode(Defaults.Values.self, #"{"int16Value": 7, "unknown": {"a": [1]}}"#)
    #expect(values.int16Value == 7)
    #expect(values.int32Value == .max)
    #expect(values.optionalWithDefault == 5)
    #expect(values.optionalCodableWithDefault == Badge(title: "", points: 1))
    #expect(try decode(Optionals.Values.self, "{}") == Optionals.Values())
  }

  @Test func nilOfAnOptionalWithADefaultStaysNil() throws {
    var values = Defaults.Values()
    values.optionalWithDefault = nil
    values.optionalCodableWithDefault = nil
    #expect(try roundTrip(values) == values)
    #expect(try decode(Defaults.Values.self, #"{"optionalWithDefault": null}"#).optionalWithDefault == nil)
  }

  @Test func missingRequiredValuesAreAnError() {
    #expect(throws: DecodingError.self) { try decode(Required.Values.self, "{}") }
    #expect(throws: DecodingError.self) { try decode(Defaults.Values.self, #"{"int16Value": 70000}"#) }
    #expect(throws: DecodingError.self) {
      try decode(Closed.Values.self, #"{"level": 1, "type": "unknown", "values_": "y"}"#)
    }
  }

  @Test func closedValuesAreCodedByTheirRawValues() throws {
    let values = try decode(
      Closed.Values.self, #"{"level": -1, "type": "a\nb", "values_": "y", "mood": "Very Happy"}"#)
    #expect(values.level == .valueMinus1)
    #expect(values.type == .aB)
    #expect(values.mood == .veryHappy2)
    #expect(values.state == .draft)
    #expect(try roundTrip(values) == values)
  }

  @Test func enumsListTheirCasesInTheModelsOrder() {
    #expect(Closed.State.allCases.map(\.rawValue) == ["draft", "live"])
    #expect(Closed.Level.allCases.map(\.rawValue) == [1, 2, -1])
  }

  @Test func theyMayBeSentAndHashed() async {
    let values = Defaults.Values()
    let copy = await Task.detached { values }.value
    #expect(Set([values, copy]).count == 1)
  }
}
