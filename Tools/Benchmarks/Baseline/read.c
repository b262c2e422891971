#include "BaselineChecksum.h"
#include "store.h"

bool baseline_read_text(sqlite3_stmt *statement, int column, baseline_text *text) {
  const unsigned char *bytes = sqlite3_column_text(statement, column);
  return baseline_text_copy(bytes, (size_t)sqlite3_column_bytes(statement, column), text);
}

static bool read_row(sqlite3_stmt *statement, baseline_row *row) {
  row->id = sqlite3_column_int64(statement, 0);
  row->version = sqlite3_column_int64(statement, 1);
  row->newsid = sqlite3_column_int64(statement, 2);
  row->userid = sqlite3_column_int64(statement, 3);
  row->commentsno = sqlite3_column_int64(statement, 4);
  row->isZan = sqlite3_column_int(statement, 5) != 0;
  return baseline_read_text(statement, 6, &row->headpicture) && baseline_read_text(statement, 7, &row->nickname) &&
         baseline_read_text(statement, 8, &row->createtime) && baseline_read_text(statement, 9, &row->text) &&
         baseline_read_text(statement, 10, &row->gifurl);
}

// Steps a bound statement to its end and appends its rows.
static int read_rows(baseline_store *store, sqlite3_stmt *statement, baseline_rows *rows) {
  int code;
  store->counts.statements += 1;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    store->counts.rows += 1;
    baseline_row *row = baseline_rows_append(rows);
    if (row == NULL || !read_row(statement, row)) {
      code = SQLITE_NOMEM;
      break;
    }
  }
  if (code != SQLITE_DONE) code = baseline_failed(store, code);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

int baseline_fetch_all(baseline_store *store, baseline_rows *rows) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_FETCH_ALL);
  if (statement == NULL) return SQLITE_ERROR;
  return read_rows(store, statement, rows);
}

int baseline_fetch_filtered(baseline_store *store, int64_t lowest, int64_t end, baseline_rows *rows) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_FETCH_FILTERED);
  if (statement == NULL) return SQLITE_ERROR;
  sqlite3_bind_int64(statement, 1, lowest);
  sqlite3_bind_int64(statement, 2, end);
  return read_rows(store, statement, rows);
}

int baseline_lookup(
    baseline_store *store, const int64_t *newsids, size_t count, baseline_rows *rows) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_LOOKUP);
  if (statement == NULL) return SQLITE_ERROR;
  int code = baseline_run(store, STATEMENT_BEGIN);
  for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
    sqlite3_bind_int64(statement, 1, newsids[i]);
    code = read_rows(store, statement, rows);
  }
  if (code == SQLITE_OK) return baseline_run(store, STATEMENT_COMMIT);
  baseline_run(store, STATEMENT_ROLLBACK);
  return code;
}

int baseline_count(baseline_store *store, int64_t bound, int64_t *count) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_COUNT);
  if (statement == NULL) return SQLITE_ERROR;
  sqlite3_bind_int64(statement, 1, bound);
  store->counts.statements += 1;
  int code = sqlite3_step(statement);
  if (code == SQLITE_ROW) {
    store->counts.rows += 1;
    *count = sqlite3_column_int64(statement, 0);
    code = SQLITE_OK;
  } else {
    code = baseline_failed(store, code);
  }
  sqlite3_reset(statement);
  return code;
}

int baseline_aggregate(baseline_store *store, uint64_t *checksum) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_AGGREGATE);
  if (statement == NULL) return SQLITE_ERROR;
  int code;
  store->counts.statements += 1;
  *checksum = 0;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    store->counts.rows += 1;
    uint64_t row = baseline_checksum_start();
    for (int column = 0; column < 4; column++) {
      row = baseline_checksum_integer(row, sqlite3_column_int64(statement, column));
    }
    *checksum += row;
  }
  if (code != SQLITE_DONE) code = baseline_failed(store, code);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

int baseline_verify(baseline_store *store, uint64_t *checksum, int64_t *count) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_VERIFY);
  if (statement == NULL) return SQLITE_ERROR;
  baseline_rows rows = {0};
  int code = read_rows(store, statement, &rows);
  *checksum = baseline_checksum_list(&rows);
  *count = (int64_t)rows.count;
  baseline_rows_free(&rows);
  return code;
}
