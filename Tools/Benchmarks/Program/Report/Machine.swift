import Foundation

/// Where the run took place.
struct Machine: Codable {
  let system: String
  let processor: String
  let cores: Int
  let memoryMegabytes: Int

  init() {
    let process = ProcessInfo.processInfo
    system = process.operatingSystemVersionString
    cores = process.activeProcessorCount
    memoryMegabytes = Int(process.physicalMemory / 1_000_000)
    processor = Self.processorName() ?? "unknown"
  }

  private enum CodingKeys: String, CodingKey {
    case system, processor, cores
    case memoryMegabytes = "memory_mb"
  }

  private static func processorName() -> String? {
    guard let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) else { return nil }
    let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
