// swift-tools-version: 6.2

// A package outside of Graphstore's: it sees what users see. It builds the same sources twice, with and without
// the upcoming features that decide about imports.

import PackageDescription

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func targets(suffix: String, settings: [SwiftSetting]) -> [Target] {
  let graphstore = Target.Dependency.product(name: "Graphstore", package: "Graphstore")
  let plugin = Target.PluginUsage.plugin(name: "ModelCodegenPlugin", package: "Graphstore")
  let settings = settings + [.treatAllWarnings(as: .error)]
  return [
    .target(
      name: "PublicModels\(suffix)", dependencies: [graphstore], path: "Sources\(suffix)/PublicModels",
      swiftSettings: settings, plugins: [plugin]),
    .target(
      name: "PackageModels\(suffix)", dependencies: [graphstore], path: "Sources\(suffix)/PackageModels",
      exclude: ["Models/notes.json"], swiftSettings: settings, plugins: [plugin]),
    .target(
      name: "OrganisationModels\(suffix)", dependencies: [graphstore],
      path: "Sources\(suffix)/OrganisationModels", swiftSettings: settings, plugins: [plugin]),
    .executableTarget(
      name: "consumer\(suffix)",
      dependencies: [
        graphstore, .target(name: "PublicModels\(suffix)"), .target(name: "PackageModels\(suffix)"),
        .target(name: "OrganisationModels\(suffix)"),
      ],
      path: "Sources\(suffix)/Consumer", swiftSettings: settings, plugins: [plugin]),
  ]
}

let package = Package(
  name: "ConsumerPackage",
  dependencies: [.package(name: "Graphstore", path: "../..")],
  targets: targets(suffix: "", settings: []) + targets(suffix: "-strict", settings: features)
)
