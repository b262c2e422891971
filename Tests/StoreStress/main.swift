import Foundation

// store-stress run [SECONDS [SEED [PROCESSES]]]: processes of several threads work on one store, are killed at random and
//   begun again; then what they have reported is compared with what is there.
// store-stress work FOLDER SEED: one of the processes.
// store-stress check FOLDER: the comparison, in a process of its own.

func number<Value: LosslessStringConvertible>(_ arguments: [String], _ place: Int, _ usual: Value) -> Value {
  arguments.count > place ? Value(arguments[place]) ?? usual : usual
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  switch arguments.first ?? "run" {
  case "run":
    let run = StressRun(
      seconds: number(arguments, 1, 20.0), seed: number(arguments, 2, UInt64.random(in: 0...0xFFFF_FFFF)),
      processes: number(arguments, 3, 3))
    exit(try run.run() ? 0 : 1)
  case "work" where arguments.count == 3:
    try StressWorker(folder: URL(filePath: arguments[1]), seed: number(arguments, 2, 0)).workForever()
  case "check" where arguments.count == 2:
    let faults = try StressCheck(folder: URL(filePath: arguments[1])).faults()
    for fault in faults.prefix(20) { print(fault) }
    exit(faults.isEmpty ? 0 : 1)
  default:
    print("store-stress run [SECONDS [SEED [PROCESSES]]]")
    exit(2)
  }
} catch {
  FileHandle.standardError.write(Data("store-stress: \(error)\n".utf8))
  exit(3)
}
