#include "store.h"

#include <stdio.h>

void baseline_bind_text(sqlite3_stmt *statement, int parameter, const baseline_text *text) {
  if (text->bytes == NULL)
    sqlite3_bind_null(statement, parameter);
  else
    sqlite3_bind_text64(
        statement, parameter, text->bytes, text->length, SQLITE_STATIC, SQLITE_UTF8);
}

int baseline_run_bound(baseline_store *store, sqlite3_stmt *statement) {
  store->counts.statements += 1;
  int code = sqlite3_step(statement);
  if (code != SQLITE_DONE) code = baseline_failed(store, code);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

// Where no row has the key and the version, somebody else was here.
int baseline_expect_one_change(baseline_store *store, int64_t id, int64_t version) {
  if (sqlite3_changes(store->database) == 1) return SQLITE_OK;
  snprintf(
      store->message, sizeof store->message, "row %lld is not there as version %lld",
      (long long)id, (long long)version);
  return SQLITE_CONSTRAINT;
}

int baseline_finish(baseline_store *store, int code) {
  if (code == SQLITE_OK) return baseline_run(store, STATEMENT_COMMIT);
  // The message of the failure is worth more than that of the rollback.
  sqlite3_exec(store->database, "ROLLBACK", NULL, NULL, NULL);
  return code;
}

int baseline_single(baseline_store *store, sqlite3_stmt *statement, int64_t *value) {
  store->counts.statements += 1;
  int code = sqlite3_step(statement);
  if (code == SQLITE_ROW) {
    store->counts.rows += 1;
    *value = sqlite3_column_int64(statement, 0);
    code = SQLITE_OK;
  } else {
    code = baseline_failed(store, code);
  }
  sqlite3_reset(statement);
  return code;
}

static int next_id(baseline_store *store, int64_t *id) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_NEXT_ID);
  return statement == NULL ? SQLITE_ERROR : baseline_single(store, statement, id);
}

int baseline_insert(baseline_store *store, const baseline_row *rows, size_t count) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_INSERT);
  if (statement == NULL) return SQLITE_ERROR;
  int code = baseline_run(store, STATEMENT_BEGIN_IMMEDIATE);
  if (code != SQLITE_OK) return code;
  int64_t id = 0;
  code = next_id(store, &id);
  for (size_t i = 0; i < count && code == SQLITE_OK; i++) {
    const baseline_row *row = &rows[i];
    sqlite3_bind_int64(statement, 1, id++);
    sqlite3_bind_int64(statement, 2, 1);
    sqlite3_bind_int64(statement, 3, row->newsid);
    sqlite3_bind_int64(statement, 4, row->userid);
    sqlite3_bind_int64(statement, 5, row->commentsno);
    sqlite3_bind_int(statement, 6, row->isZan);
    baseline_bind_text(statement, 7, &row->headpicture);
    baseline_bind_text(statement, 8, &row->nickname);
    baseline_bind_text(statement, 9, &row->createtime);
    baseline_bind_text(statement, 10, &row->text);
    baseline_bind_text(statement, 11, &row->gifurl);
    code = baseline_run_bound(store, statement);
  }
  return baseline_finish(store, code);
}

int baseline_update(baseline_store *store, const baseline_rows *rows) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_UPDATE);
  if (statement == NULL) return SQLITE_ERROR;
  int code = baseline_run(store, STATEMENT_BEGIN_IMMEDIATE);
  if (code != SQLITE_OK) return code;
  for (size_t i = 0; i < rows->count && code == SQLITE_OK; i++) {
    const baseline_row *row = &rows->rows[i];
    sqlite3_bind_int64(statement, 1, row->commentsno);
    sqlite3_bind_int64(statement, 2, row->version + 1);
    sqlite3_bind_int64(statement, 3, row->id);
    sqlite3_bind_int64(statement, 4, row->version);
    code = baseline_run_bound(store, statement);
    if (code == SQLITE_OK) code = baseline_expect_one_change(store, row->id, row->version);
  }
  return baseline_finish(store, code);
}

int baseline_delete(baseline_store *store, const baseline_rows *rows) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_DELETE);
  if (statement == NULL) return SQLITE_ERROR;
  int code = baseline_run(store, STATEMENT_BEGIN_IMMEDIATE);
  if (code != SQLITE_OK) return code;
  for (size_t i = 0; i < rows->count && code == SQLITE_OK; i++) {
    const baseline_row *row = &rows->rows[i];
    sqlite3_bind_int64(statement, 1, row->id);
    sqlite3_bind_int64(statement, 2, row->version);
    code = baseline_run_bound(store, statement);
    if (code == SQLITE_OK) code = baseline_expect_one_change(store, row->id, row->version);
  }
  return baseline_finish(store, code);
}

static int run_batch(baseline_store *store, sqlite3_stmt *statement) {
  int code = baseline_run(store, STATEMENT_BEGIN_IMMEDIATE);
  if (code != SQLITE_OK) return code;
  return baseline_finish(store, baseline_run_bound(store, statement));
}

int baseline_batch_update(baseline_store *store, int64_t bound, int64_t commentsno) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_BATCH_UPDATE);
  if (statement == NULL) return SQLITE_ERROR;
  sqlite3_bind_int64(statement, 1, bound);
  sqlite3_bind_int64(statement, 2, commentsno);
  return run_batch(store, statement);
}

int baseline_batch_delete(baseline_store *store, int64_t bound) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_BATCH_DELETE);
  if (statement == NULL) return SQLITE_ERROR;
  sqlite3_bind_int64(statement, 1, bound);
  return run_batch(store, statement);
}
