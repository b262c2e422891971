// What the parts of the baseline share.

#ifndef BASELINE_STORE_H
#define BASELINE_STORE_H

#include "BenchmarkBaseline.h"

#include <sqlite3.h>

// The statements that are prepared once and reused.
enum {
  STATEMENT_FETCH_ALL,
  STATEMENT_FETCH_FILTERED,
  STATEMENT_LOOKUP,
  STATEMENT_COUNT,
  STATEMENT_VERIFY,
  STATEMENT_INSERT,
  STATEMENT_UPDATE,
  STATEMENT_DELETE,
  STATEMENT_NEXT_ID,
  STATEMENT_BEGIN,
  STATEMENT_BEGIN_IMMEDIATE,
  STATEMENT_COMMIT,
  STATEMENT_ROLLBACK,
  STATEMENTS
};

struct baseline_store {
  sqlite3 *database;
  sqlite3_stmt *statements[STATEMENTS];
  baseline_counts counts;
  char message[512];
};

// The statement, prepared on its first use, or NULL after a failure.
sqlite3_stmt *baseline_prepared(baseline_store *store, int statement);

// Notes the database's message, and gives the code back.
int baseline_failed(baseline_store *store, int code);

// Runs a statement without parameters that returns no row.
int baseline_run(baseline_store *store, int statement);

#endif
