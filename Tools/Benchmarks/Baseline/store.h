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
  STATEMENT_AGGREGATE,
  STATEMENT_VERIFY,
  STATEMENT_INSERT,
  STATEMENT_UPDATE,
  STATEMENT_DELETE,
  STATEMENT_BATCH_UPDATE,
  STATEMENT_BATCH_DELETE,
  STATEMENT_NEXT_ID,
  STATEMENT_AUTHORS,
  STATEMENT_AUTHOR_INSERT,
  STATEMENT_AUTHOR_DELETE,
  STATEMENT_AUTHOR_NEXT_ID,
  STATEMENT_POST_INSERT,
  STATEMENT_POST_NEXT_ID,
  STATEMENT_POSTS_OF_AUTHOR,
  STATEMENT_POSTS_JOINED,
  STATEMENT_POSTS_DELETE,
  STATEMENT_DOOMED_INSERT,
  STATEMENT_POSTS_DELETE_DOOMED,
  STATEMENT_GRAPH_VERIFY,
  STATEMENT_POST_COUNT,
  STATEMENT_TRACK,
  STATEMENT_TRACK_FIRST,
  STATEMENT_TRACK_MOVE,
  STATEMENT_TRACKS_VERIFY,
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

// Runs a bound statement that returns no row.
int baseline_run_bound(baseline_store *store, sqlite3_stmt *statement);

// Runs a bound statement that returns one row with one integer.
int baseline_single(baseline_store *store, sqlite3_stmt *statement, int64_t *value);

// Ends a transaction: commits where the code is SQLITE_OK, else rolls back and gives the code back.
int baseline_finish(baseline_store *store, int code);

// Fails unless the last statement changed one row, that of the key and the version.
int baseline_expect_one_change(baseline_store *store, int64_t id, int64_t version);

// Binds a text that outlives the statement's run, so that nothing need be copied.
void baseline_bind_text(sqlite3_stmt *statement, int parameter, const baseline_text *text);

// Takes the column's text: SQLite's own copy lasts only until the next step.
bool baseline_read_text(sqlite3_stmt *statement, int column, baseline_text *text);

#endif
