import Foundation
import GraphQuery
import GraphstoreTestSupport

/// A predicate for each construct of `#Predicate`, over constants of chance.
struct ConstructPredicates {
  typealias Row = Foundation.Predicate<SampleRow>

  let number: Int64
  let other: Int64
  let small: Int16
  let real: Double
  let decimal: Decimal
  let word: String
  let prefix: String
  let maybe: String?
  let moment: Date
  let flag: Bool
  let numbers: [Int64]
  let words: Set<String>
  let scores: [String: Int64]
  let flags: [Int64: Bool]

  init(random: inout SeededGenerator) {
    number = Int64.random(in: -9...9, using: &random)
    other = Int64.random(in: 1...9, using: &random)
    small = Int16.random(in: -9...9, using: &random)
    real = random.pick([0.5, 1, -2.5, 3])
    decimal = random.pick([0, 0.25, -1.5])
    word = random.pick(SampleRow.texts)
    prefix = random.pick(["a", "z", "é", "A"])
    maybe = random.chance(30) ? nil : random.pick(SampleRow.texts)
    moment = Date(timeIntervalSinceReferenceDate: random.pick([0, 5, -1e6, 86_400, 0.5]))
    flag = random.chance(50)
    numbers = (0..<3).map { _ in Int64.random(in: -9...9, using: &random) }
    words = Set((0..<4).map { _ in random.pick(SampleRow.texts) })
    scores = ["a": 1, "b": number, "é": 3, "12": other]
    flags = [1: true, 2: false].merging([number: true]) { _, new in new }
  }

  var all: [Row] { comparisons + optionals + arithmetic + conditionals + collections + texts + others }

  private var comparisons: [Row] {
    let (number, real, word, moment, decimal, flag) = (number, real, word, moment, decimal, flag)
    return [
      #Predicate { $0.i > number && $0.b }, #Predicate { $0.i == number || !($0.t == word) },
      #Predicate { number <= $0.i }, #Predicate { $0.i != number }, #Predicate { $0.d >= real },
      #Predicate { $0.t < word }, #Predicate { $0.w < moment }, #Predicate { $0.n <= decimal },
      #Predicate { $0.b == flag }, #Predicate { $0.b }, #Predicate { !$0.b }, #Predicate { _ in flag },
      #Predicate { ($0.i > number) == flag }, #Predicate { ($0.i > number) == $0.b },
      #Predicate { ($0.i > number) != ($0.d > real) }, #Predicate { $0.b != ($0.t == word) },
      #Predicate { $0.t == $0.t && $0.i == $0.i },
    ]
  }

  // swift-format-ignore: NeverForceUnwrap
  private var optionals: [Row] {
    let (number, other, word, maybe, small, flag) = (number, other, word, maybe, small, flag)
    return [
      #Predicate { $0.tn == nil }, #Predicate { $0.tn != nil }, #Predicate { $0.tn == maybe },
      #Predicate { $0.tn != maybe }, #Predicate { $0.tn == $0.tm }, #Predicate { $0.tn != $0.tm },
      #Predicate { ($0.tn ?? "") == word }, #Predicate { ($0.tn ?? word) != word },
      #Predicate { ($0.tn ?? $0.t) == word }, #Predicate { ($0.tn ?? $0.tm ?? $0.t) < word },
      #Predicate { word < ($0.tn ?? $0.t) }, #Predicate { ($0.tn ?? "a") == ($0.tm ?? "b") },
      #Predicate { ($0.io ?? number) > other },
      #Predicate { ($0.io ?? 0) + number > other }, #Predicate { $0.io! > number },
      #Predicate { !($0.s! > small) }, #Predicate { $0.bo ?? flag }, #Predicate { $0.bo == flag },
      #Predicate { $0.bo == true }, #Predicate { $0.bo != flag }, #Predicate { !($0.bo ?? true) },
      #Predicate { $0.tn?.contains(word) ?? false }, #Predicate { $0.tn?.contains(word) ?? true },
      #Predicate { $0.tn?.contains(word) == flag }, #Predicate { $0.tn?.contains(word) == nil },
      #Predicate { $0.tn?.contains(word) != flag }, #Predicate { $0.tn?.count ?? 0 > 1 },
      #Predicate { $0.tn?.count == 1 }, #Predicate { $0.tn?.isEmpty ?? flag },
      #Predicate { row in row.tn.flatMap { $0 == row.t } ?? flag },
      #Predicate { row in (row.io.flatMap { $0 + row.i } ?? number) > other },
      #Predicate { row in (row.io.flatMap { a in row.s.flatMap { b in a > number && b > small } } ?? flag) },
      #Predicate { row in if let text = row.tn { text.starts(with: word) } else { row.b } },
      #Predicate { $0.u == nil },
    ]
  }

  private var arithmetic: [Row] {
    let (number, other, real, decimal, small) = (number, other, real, decimal, small)
    return [
      #Predicate { $0.i + number > other }, #Predicate { $0.i - number * 2 < other },
      #Predicate { $0.i * $0.i > other }, #Predicate { $0.i / other == 1 }, #Predicate { $0.i % other == -1 },
      #Predicate { -$0.i > number }, #Predicate { -($0.i + 1) == number - $0.i - 2 },
      #Predicate { $0.d + real > 1 }, #Predicate { $0.d / real > 1 }, #Predicate { $0.d * $0.d - 1 < real },
      #Predicate { real / $0.d > 1 }, #Predicate { -$0.d == real }, #Predicate { $0.n + decimal > 0 },
      #Predicate { $0.n * 2 - decimal == $0.n }, #Predicate { $0.m + 1 > 3 },
      #Predicate { ($0.s ?? small) * 2 > small }, #Predicate { ($0.no ?? decimal) - $0.n > 0 },
      #Predicate { ($0.dn ?? real) / 2 < $0.d }, #Predicate { number + other > $0.i },
      #Predicate { number * other - number == $0.i }, #Predicate { $0.t.count * 2 > 3 },
      #Predicate { $0.t.count + ($0.tn?.count ?? 0) == 2 },
    ]
  }

  private var conditionals: [Row] {
    let (number, other, word, flag, real) = (number, other, word, flag, real)
    return [
      #Predicate { $0.b ? $0.i > number : $0.d > real }, #Predicate { ($0.b ? $0.i : 0) > number },
      #Predicate { ($0.b ? $0.tn : $0.tm) == word }, #Predicate { ($0.b ? $0.tn : nil) == nil },
      #Predicate { ($0.b ? "x" : $0.t) == word }, #Predicate { (flag ? $0.i : other) == number },
      #Predicate { if $0.i > number { $0.b } else if $0.d > real { true } else { $0.t == word } },
      #Predicate { ($0.i > number ? $0.io ?? 1 : $0.i + 1) < other },
      #Predicate { ($0.b ? ($0.i > 0 ? 1 : 2) : ($0.i > 0 ? 3 : 4)) == number },
      #Predicate { ($0.b ? $0.i : number) == (flag ? $0.i : ($0.io ?? other)) },
      #Predicate { !($0.b ? $0.i > number : flag) },
      #Predicate { ($0.b ? ($0.bo ?? false) : ($0.i > number)) == ($0.t == word ? $0.b : $0.d > real) },
    ]
  }

  // swift-format-ignore: NeverForceUnwrap
  private var collections: [Row] {
    let (number, other, numbers, words, word, flag) = (number, other, numbers, words, word, flag)
    let (scores, flags, pairs) = (scores, flags, [[number, other], [other, 3]])
    let (from, upTo, through) = (number..., ..<number, ...number)
    return [
      #Predicate { numbers.contains($0.i) }, #Predicate { !numbers.contains($0.i) },
      #Predicate { words.contains($0.t) }, #Predicate { [1, 2].contains($0.i) },
      #Predicate { numbers.contains($0.io ?? number) }, #Predicate { numbers.contains($0.i + 1) },
      #Predicate { [true].contains($0.i > number) }, #Predicate { (number...other + 9).contains($0.i) },
      #Predicate { (-9..<number).contains($0.i) }, #Predicate { from.contains($0.i) },
      #Predicate { upTo.contains($0.i) }, #Predicate { through.contains($0.i) },
      #Predicate { ($0.i...($0.i + 3)).contains(number) },
      #Predicate { (-20..<$0.i).contains($0.io ?? other) },
      #Predicate { row in numbers.contains { $0 > row.i } },
      #Predicate { row in numbers.allSatisfy { $0 + other > row.i } },
      #Predicate { row in numbers.filter { $0 > row.i }.count == 1 },
      #Predicate { row in numbers.filter { $0 > row.i }.isEmpty },
      #Predicate { row in numbers.filter { $0 > row.i }.contains(row.io ?? number) },
      #Predicate { row in words.contains { $0.count > row.t.count && $0 != word } },
      #Predicate { row in pairs.contains { $0.contains(row.i) } },
      #Predicate { $0.i > numbers.max()! }, #Predicate { $0.i > numbers.min() ?? 0 },
      #Predicate { $0.i == numbers[1] }, #Predicate { numbers[0..<2].contains($0.i) },
      #Predicate { $0.t.count < numbers.count }, #Predicate { numbers.isEmpty == $0.b },
      #Predicate { scores[$0.t, default: 0] > number }, #Predicate { scores[$0.t] == nil },
      #Predicate { scores[$0.t] == number }, #Predicate { (scores[$0.t] ?? $0.i) < other },
      #Predicate { scores[$0.t, default: $0.i] + 1 > number }, #Predicate { flags[$0.i] ?? flag },
      #Predicate { flags[$0.i, default: false] }, #Predicate { $0.i > scores["a", default: 0] },
      #Predicate { scores[word] == $0.io }, #Predicate { numbers.starts(with: [number]) == $0.b },
    ]
  }

  // swift-format-ignore: NeverForceUnwrap
  private var texts: [Row] {
    let (word, prefix, flag, calm) = (word, prefix, flag, SampleRow.Mood.calm)
    let same = ComparisonResult.orderedSame
    let ascending = ComparisonResult.orderedAscending
    return [
      #Predicate { $0.t.contains(word) }, #Predicate { $0.t.starts(with: prefix) },
      #Predicate { !$0.t.starts(with: prefix) }, #Predicate { word.contains($0.t) },
      #Predicate { ($0.tn ?? $0.t).contains(prefix) }, #Predicate { $0.t.contains($0.tn ?? word) },
      #Predicate { $0.t.count == 1 }, #Predicate { $0.t.isEmpty }, #Predicate { !$0.t.isEmpty },
      #Predicate { $0.t.localizedStandardContains(prefix) },
      #Predicate { $0.t.caseInsensitiveCompare(word) == same },
      #Predicate { $0.t.caseInsensitiveCompare(word) != same },
      #Predicate { $0.t.caseInsensitiveCompare(word) == ascending },
      #Predicate { $0.t.localizedCompare(word) == ascending },
      #Predicate { $0.mood?.isLoud ?? flag }, #Predicate { ($0.mood?.level ?? 2) > 3 },
      #Predicate { $0.mood!.level + 1 == 2 }, #Predicate { $0.mood?.rawValue == prefix },
      #Predicate { $0.mood == calm }, #Predicate { ($0.mood ?? calm) == calm },
    ]
  }

  // swift-format-ignore: NeverForceUnwrap
  private var others: [Row] {
    let (number, word, moment, flag) = (number, word, moment, flag)
    typealias Build = PredicateExpressions
    let dates: [Row] = [
      #Predicate { $0.w.timeIntervalSinceReferenceDate > 1 }, #Predicate { $0.wo == moment },
      #Predicate { ($0.wo ?? moment) <= $0.w }, #Predicate { $0.wo! > moment }, #Predicate { flag == $0.b },
    ]
    // The macro has no spelling for these here.
    return dates + [
      Row { row in
        Build.build_Equal(
          lhs: Build.ConditionalCast<_, Int64>(Build.build_KeyPath(root: row, keyPath: \.io)),
          rhs: Build.build_Arg(number as Int64?))
      },
      Row { row in Build.TypeCheck<_, Int64>(Build.build_KeyPath(root: row, keyPath: \.io)) },
      Row { row in
        Build.build_Equal(
          lhs: Build.ForceCast<_, String>(Build.build_Arg(word)),
          rhs: Build.build_KeyPath(root: row, keyPath: \.t))
      },
    ]
  }
}
