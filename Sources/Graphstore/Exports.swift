// What users import is one module; `@_spi(Generated)` hands on what generated code calls.
@_spi(Generated) @_exported public import GraphModel
@_spi(Generated) @_exported public import GraphQuery
@_spi(Generated) @_exported public import GraphValues
@_spi(Generated) @_exported public import ObjectGraph
@_exported public import SQLiteStore
