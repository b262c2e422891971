// The baseline that Graphstore is measured against: the same work written by hand against sqlite3.h as a careful
// person would write it. Prepared statements are reused, text is bound without copying, rows are read one at a time
// and decoded into structs that own their strings.
//
// Functions that can fail return an SQLite result code, SQLITE_OK (0) when all went well; the store then has the
// message.

#ifndef BENCHMARK_BASELINE_H
#define BENCHMARK_BASELINE_H

#include "BaselineChecksum.h"
#include "BaselineMachine.h"
#include "BaselineRow.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// An open connection with its prepared statements. For one thread at a time.
typedef struct baseline_store baseline_store;

/// Work that does not depend on the clock.
typedef struct {
  /// How often a prepared statement was run.
  int64_t statements;
  /// How many rows statements returned.
  int64_t rows;
  /// How many rows statements inserted, updated and deleted.
  int64_t changed;
} baseline_counts;

// store.c

/// Opens an existing file and runs `pragmas` (SQL) on the connection. The store is there even after a failure, for
/// its message; close it in any case.
int baseline_open(const char *path, const char *pragmas, baseline_store *_Nullable *_Nonnull store);

/// Closes the connection. As the last one to a file in WAL mode it checkpoints and removes the log.
void baseline_close(baseline_store *store);

/// Runs statements that return nothing of interest.
int baseline_execute(baseline_store *store, const char *sql);

/// Copies the log into the database file as far as readers allow (PASSIVE).
int baseline_checkpoint(baseline_store *store);

/// What went wrong last.
const char *baseline_message(const baseline_store *store);

/// What was done since the store was opened.
baseline_counts baseline_counts_of(const baseline_store *store);

/// The version of the SQLite library in use.
const char *baseline_sqlite_version(void);

// read.c

/// Reads every row in the table's own order.
int baseline_fetch_all(baseline_store *store, baseline_rows *rows);

/// Reads the rows with `lowest <= newsid < end`, the greatest newsid first.
int baseline_fetch_filtered(baseline_store *store, int64_t lowest, int64_t end, baseline_rows *rows);

/// Reads the row of each of `count` newsids, in one read transaction, and appends those that are there.
int baseline_lookup(
    baseline_store *store, const int64_t *newsids, size_t count, baseline_rows *rows);

/// Counts the rows with `newsid > bound` that are liked.
int baseline_count(baseline_store *store, int64_t bound, int64_t *count);

/// Counts the rows of each userid, adds up their commentsno and finds their largest newsid: a checksum in which the
/// order of the groups does not count.
int baseline_aggregate(baseline_store *store, uint64_t *checksum);

/// Reads the whole table ordered by newsid, to compare the files that two programs wrote: a checksum in which the
/// order of rows counts, over every attribute but neither keys nor versions.
int baseline_verify(baseline_store *store, uint64_t *checksum, int64_t *count);

// write.c

/// Inserts rows in one transaction.
int baseline_insert(baseline_store *store, const baseline_row *rows, size_t count);

/// Writes `commentsno` of each row where the file still has the row's version, in one transaction.
int baseline_update(baseline_store *store, const baseline_rows *rows);

/// Deletes each row where the file still has the row's version, in one transaction.
int baseline_delete(baseline_store *store, const baseline_rows *rows);

/// Writes `commentsno` of all rows with `newsid > bound` with one statement.
int baseline_batch_update(baseline_store *store, int64_t bound, int64_t commentsno);

/// Deletes all rows with `newsid > bound` with one statement.
int baseline_batch_delete(baseline_store *store, int64_t bound);

#pragma clang assume_nonnull end

#include "BaselineGraph.h"

#endif
