// swift-tools-version: 6.2

import PackageDescription

/// What a target is for; the kind decides where it lies and which settings it gets.
enum Kind {
  /// A library module that users import.
  case exported
  /// A library module behind the face.
  case hidden
  /// A command or application.
  case tool
  /// A test suite.
  case test
  /// Code shared by test suites.
  case testSupport
}

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func target(
  _ kind: Kind, _ name: String, _ dependencies: [String] = [], path: String? = nil,
  exclude: [String] = [], resources: [Resource] = [], plugins: [Target.PluginUsage] = []
) -> Target {
  let dependencies = dependencies.map { Target.Dependency(stringLiteral: $0) }
  switch kind {
  case .exported, .hidden:
    return .target(
      name: name, dependencies: dependencies, path: path ?? "Sources/\(name)", exclude: exclude,
      resources: resources, swiftSettings: settings, plugins: plugins)
  case .tool:
    return .executableTarget(
      name: name, dependencies: dependencies, path: path ?? "Tools/\(name)", exclude: exclude,
      resources: resources, swiftSettings: settings, plugins: plugins)
  case .test:
    return .testTarget(
      name: name, dependencies: dependencies, path: path ?? "Tests/\(name)", exclude: exclude,
      resources: resources, swiftSettings: settings, plugins: plugins)
  case .testSupport:
    return .target(
      name: name, dependencies: dependencies, path: path ?? "Tests/\(name)", exclude: exclude,
      resources: resources, swiftSettings: settings, plugins: plugins)
  }
}

let package = Package(
  name: "Graphstore",
  products: [
    .library(name: "Graphstore", targets: ["Graphstore"]),
    .executable(name: "model-codegen", targets: ["model-codegen"]),
    .plugin(name: "ModelCodegenPlugin", targets: ["ModelCodegenPlugin"]),
    .executable(name: "gifmodel", targets: ["GifModelApp"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", path: "Sources/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),

    target(.hidden, "GraphValues"),
    target(.hidden, "SQLSyntax"),
    target(.hidden, "GraphModel", ["GraphValues"]),
    target(.hidden, "GraphQuery", ["GraphValues", "GraphModel"]),
    target(.hidden, "SQLiteAccess", ["CSQLite", "SQLSyntax", "GraphValues"]),
    target(.hidden, "ObjectGraph", ["GraphValues", "GraphModel", "GraphQuery"]),
    target(.hidden, "GraphSQL", ["GraphValues", "GraphModel", "GraphQuery", "SQLSyntax"]),
    target(
      .hidden, "SQLiteStore",
      [
        "GraphValues", "GraphModel", "GraphQuery", "SQLSyntax", "SQLiteAccess", "ObjectGraph",
        "GraphSQL",
      ]),
    target(
      .exported, "Graphstore",
      ["GraphValues", "GraphModel", "GraphQuery", "ObjectGraph", "SQLiteStore"]),
    target(.hidden, "GraphCodegen", ["GraphValues", "GraphModel", "GraphQuery"]),
    target(.tool, "model-codegen", ["GraphCodegen", "GraphModel"]),
    .plugin(
      name: "ModelCodegenPlugin", capability: .buildTool(), dependencies: ["model-codegen"],
      path: "Tools/ModelCodegenPlugin"),

    .target(
      name: "BenchmarkBaseline", dependencies: ["CSQLite"], path: "Tools/Benchmarks/Baseline",
      cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]),
    target(
      .tool, "graphstore-benchmarks", ["BenchmarkBaseline", "Graphstore", "SQLiteStore", "SQLiteAccess"],
      path: "Tools/Benchmarks/Program", plugins: ["ModelCodegenPlugin"]),

    target(
      .tool, "GifModelApp", ["Graphstore"], path: "Tools/GifModel",
      exclude: ["Feed/README.md", "Feed/bad.json", "Feed/make-feed.py"],
      resources: [.copy("Feed/gifs.json")], plugins: ["ModelCodegenPlugin"]),

    target(.testSupport, "GraphstoreTestSupport", ["GraphValues"]),
    target(
      .testSupport, "GraphSimulation",
      ["Graphstore", "GraphstoreTestSupport", "GraphModel", "GraphValues", "ObjectGraph"]),
    target(
      .tool, "graph-simulator", ["GraphSimulation", "GraphstoreTestSupport"], path: "Tests/GraphSimulator"),
    target(.test, "GraphSimulationTests", ["GraphSimulation", "GraphstoreTestSupport"]),
    target(
      .testSupport, "QueryDifferential",
      [
        "GraphSQL", "GraphQuery", "GraphModel", "GraphValues", "GraphstoreTestSupport", "SQLSyntax",
        "SQLiteAccess", "SQLiteStore",
      ]),
    target(
      .tool, "graphstore-differential", ["QueryDifferential", "GraphstoreTestSupport"],
      path: "Tests/GraphstoreDifferential"),
    target(.test, "BenchmarkTests", ["graphstore-benchmarks", "BenchmarkBaseline"]),
    target(
      .test, "GraphModelTests", ["GraphModel", "GraphValues", "GraphstoreTestSupport"],
      exclude: ["Corpus", "check_schema.py"]),
    target(.test, "GraphValuesTests", ["GraphValues", "GraphstoreTestSupport"]),
    target(
      .test, "DocumentationTests",
      ["Graphstore", "GraphCodegen", "GraphModel", "GraphQuery", "GraphValues", "GraphstoreTestSupport"]),
    target(
      .test, "GraphstoreTests",
      [
        "Graphstore", "GraphstoreTestSupport", "GraphSQL", "GraphValues", "GraphModel", "ObjectGraph",
        "SQLiteAccess", "SQLiteStore", "SQLSyntax", "store-stress", "store-worker",
      ],
      exclude: ["Cases.md", "Models", "MustNotCompile"], plugins: ["ModelCodegenPlugin"]),
    target(
      .tool, "store-stress", ["Graphstore", "GraphstoreTestSupport", "SQLiteAccess"],
      path: "Tests/StoreStress"),
    target(.tool, "store-worker", ["Graphstore", "GraphValues", "SQLiteStore"], path: "Tests/StoreWorker"),
    target(
      .test, "NewsroomTests", ["Graphstore", "GraphstoreTestSupport", "SQLiteAccess", "SQLiteStore"],
      exclude: ["Models"], plugins: ["ModelCodegenPlugin"]),
    target(.tool, "check-layers", path: "Tools/CheckLayers"),

    target(
      .test, "GraphQueryTests", ["GraphQuery", "GraphModel", "GraphValues", "GraphstoreTestSupport"]),
    target(
      .test, "GraphSQLTests",
      [
        "GraphSQL", "GraphQuery", "GraphModel", "GraphValues", "GraphstoreTestSupport", "QueryDifferential",
        "SQLSyntax", "SQLiteAccess",
      ]),
    target(
      .test, "ChinookTests", ["Graphstore", "GraphstoreTestSupport"], plugins: ["ModelCodegenPlugin"]),
    target(
      .test, "GalleryTests", ["Graphstore", "GraphstoreTestSupport"], plugins: ["ModelCodegenPlugin"]),
    target(.test, "GifModelAppTests", ["GifModelApp", "GraphstoreTestSupport"]),
    target(.test, "SQLSyntaxTests", ["SQLSyntax"]),
    target(
      .test, "SQLiteAccessTests", ["SQLiteAccess", "SQLSyntax", "GraphValues", "GraphstoreTestSupport"]),
    // It runs model-codegen, but must not depend on it: a test bundle in which a plugin is used as well would
    // link the tool twice.
    target(
      .test, "GraphCodegenTests",
      ["GraphCodegen", "GraphModel", "GraphValues", "Graphstore", "GraphstoreTestSupport"],
      exclude: ["Goldens", "Models"]),
    target(.test, "GeneratedGraphTests", ["Graphstore", "GraphstoreTestSupport"]),
  ]
)
