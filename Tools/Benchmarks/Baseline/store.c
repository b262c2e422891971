#include "store.h"

#include <stdio.h>
#include <stdlib.h>

#define COLUMNS \
  "_id, _version, newsid, userid, commentsno, isZan, headpicture, nickname, createtime, text, gifurl"

#define JOINED_POST_COLUMNS \
  "p._id, p._version, p.number, p.comments, p.isLiked, p.title, p.created, p.text, p.picture, p.author"
#define POST_COLUMNS "_id, _version, number, comments, isLiked, title, created, text, picture, author"

static const char *const sql_texts[STATEMENTS] = {
    [STATEMENT_FETCH_ALL] = "SELECT " COLUMNS " FROM GifModel",
    [STATEMENT_FETCH_FILTERED] = "SELECT " COLUMNS
                                 " FROM GifModel WHERE newsid >= ?1 AND newsid < ?2 ORDER BY newsid DESC",
    [STATEMENT_LOOKUP] = "SELECT " COLUMNS " FROM GifModel WHERE newsid = ?1",
    [STATEMENT_COUNT] = "SELECT count(*) FROM GifModel WHERE newsid > ?1 AND isZan",
    [STATEMENT_AGGREGATE] = "SELECT userid, count(*), sum(commentsno), max(newsid) FROM GifModel GROUP BY userid",
    [STATEMENT_VERIFY] = "SELECT " COLUMNS " FROM GifModel ORDER BY newsid",
    [STATEMENT_INSERT] = "INSERT INTO GifModel (" COLUMNS
                         ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [STATEMENT_UPDATE] =
        "UPDATE GifModel SET commentsno = ?1, _version = ?2 WHERE _id = ?3 AND _version = ?4",
    [STATEMENT_DELETE] = "DELETE FROM GifModel WHERE _id = ?1 AND _version = ?2",
    [STATEMENT_BATCH_UPDATE] =
        "UPDATE GifModel SET commentsno = ?2, _version = _version + 1 WHERE newsid > ?1",
    [STATEMENT_BATCH_DELETE] = "DELETE FROM GifModel WHERE newsid > ?1",
    [STATEMENT_NEXT_ID] = "SELECT coalesce(max(_id), 0) + 1 FROM GifModel",
    [STATEMENT_AUTHORS] = "SELECT _id, _version, name, joined FROM Author",
    [STATEMENT_AUTHOR_INSERT] = "INSERT INTO Author (_id, _version, name, joined) VALUES (?1, 1, ?2, ?3)",
    [STATEMENT_AUTHOR_DELETE] = "DELETE FROM Author WHERE _id = ?1 AND _version = ?2",
    [STATEMENT_AUTHOR_NEXT_ID] = "SELECT coalesce(max(_id), 0) + 1 FROM Author",
    [STATEMENT_POST_INSERT] = "INSERT INTO Post (" POST_COLUMNS
                              ") VALUES (?1, 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    [STATEMENT_POST_NEXT_ID] = "SELECT coalesce(max(_id), 0) + 1 FROM Post",
    [STATEMENT_POSTS_OF_AUTHOR] = "SELECT " POST_COLUMNS " FROM Post WHERE author = ?1",
    [STATEMENT_POSTS_JOINED] = "SELECT " JOINED_POST_COLUMNS
                               " FROM Author AS a JOIN Post AS p ON p.author = a._id ORDER BY a._id",
    [STATEMENT_POSTS_DELETE] = "DELETE FROM Post WHERE author = ?1",
    [STATEMENT_DOOMED_INSERT] = "INSERT INTO temp.doomed (id) VALUES (?1)",
    [STATEMENT_POSTS_DELETE_DOOMED] =
        "DELETE FROM Post WHERE author IN (SELECT id FROM temp.doomed)",
    [STATEMENT_GRAPH_VERIFY] =
        "SELECT " JOINED_POST_COLUMNS ", a.joined, a.name"
        " FROM Author AS a LEFT JOIN Post AS p ON p.author = a._id ORDER BY a.joined, p.number",
    [STATEMENT_POST_COUNT] = "SELECT count(*) FROM Post",
    [STATEMENT_TRACK] = "SELECT _id, _version, playlist FROM Track WHERE number = ?1",
    [STATEMENT_TRACK_FIRST] = "SELECT _playlist_order FROM Track WHERE playlist = ?1 "
                              "ORDER BY _playlist_order, _id LIMIT 1",
    [STATEMENT_TRACK_MOVE] = "UPDATE Track SET _playlist_order = ?1, _version = ?2 "
                             "WHERE _id = ?3 AND _version = ?4",
    [STATEMENT_TRACKS_VERIFY] =
        "SELECT number FROM Track ORDER BY playlist, _playlist_order, _id",
    [STATEMENT_BEGIN] = "BEGIN",
    [STATEMENT_BEGIN_IMMEDIATE] = "BEGIN IMMEDIATE",
    [STATEMENT_COMMIT] = "COMMIT",
    [STATEMENT_ROLLBACK] = "ROLLBACK",
};

int baseline_failed(baseline_store *store, int code) {
  const char *message =
      store->database == NULL ? sqlite3_errstr(code) : sqlite3_errmsg(store->database);
  snprintf(store->message, sizeof store->message, "%s (code %d)", message, code);
  return code;
}

int baseline_open(const char *path, const char *pragmas, baseline_store **store) {
  baseline_store *opened = calloc(1, sizeof *opened);
  if (opened == NULL) abort();
  *store = opened;
  int code = sqlite3_open_v2(path, &opened->database, SQLITE_OPEN_READWRITE, NULL);
  if (code != SQLITE_OK) return baseline_failed(opened, code);
  code = baseline_execute(opened, pragmas);
  if (code != SQLITE_OK) return code;
  // The schema is read now and not within what is measured.
  code = baseline_execute(opened, "SELECT * FROM sqlite_schema LIMIT 1");
  opened->counts = (baseline_counts){0};
  return code;
}

void baseline_close(baseline_store *store) {
  for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(store->statements[i]);
  sqlite3_close(store->database);
  free(store);
}

int baseline_execute(baseline_store *store, const char *sql) {
  int code = sqlite3_exec(store->database, sql, NULL, NULL, NULL);
  store->counts.statements += 1;
  return code == SQLITE_OK ? code : baseline_failed(store, code);
}

int baseline_checkpoint(baseline_store *store) {
  int code =
      sqlite3_wal_checkpoint_v2(store->database, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
  return code == SQLITE_OK ? code : baseline_failed(store, code);
}

const char *baseline_message(const baseline_store *store) { return store->message; }

baseline_counts baseline_counts_of(const baseline_store *store) {
  baseline_counts counts = store->counts;
  counts.changed = sqlite3_total_changes64(store->database);
  return counts;
}

const char *baseline_sqlite_version(void) { return sqlite3_libversion(); }

sqlite3_stmt *baseline_prepared(baseline_store *store, int statement) {
  sqlite3_stmt *prepared = store->statements[statement];
  if (prepared == NULL) {
    int code = sqlite3_prepare_v3(
        store->database, sql_texts[statement], -1, SQLITE_PREPARE_PERSISTENT, &prepared, NULL);
    if (code != SQLITE_OK) baseline_failed(store, code);
    store->statements[statement] = prepared;
  }
  return prepared;
}

int baseline_run(baseline_store *store, int statement) {
  sqlite3_stmt *prepared = baseline_prepared(store, statement);
  if (prepared == NULL) return SQLITE_ERROR;
  store->counts.statements += 1;
  int code = sqlite3_step(prepared);
  if (code != SQLITE_DONE) code = baseline_failed(store, code);
  int reset = sqlite3_reset(prepared);
  return code == SQLITE_DONE ? reset : code;
}
