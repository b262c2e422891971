import Foundation

/// The example application: posts with animated pictures, kept in a Graphstore store.
@main
enum GifModelApp {
  static let version = "0.1.0"

  static func main() {
    // A pipe that is closed at its other end is an error of writing, which ends the command quietly.
    signal(SIGPIPE, SIG_IGN)
    let code = Launcher(terminal: Terminal()).run(CommandLine.arguments.dropFirst())
    exit(code.rawValue)
  }
}
