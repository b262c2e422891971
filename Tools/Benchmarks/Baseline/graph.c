#include "BaselineGraph.h"
#include "store.h"

// Greater steps between the places of a list than anyone inserts in one spot: as Graphstore keeps them.
enum { ORDER_GAP = 1024 * 1024 };

static int insert_author(
    baseline_store *store, sqlite3_stmt *statement, const baseline_author *author, int64_t id) {
  sqlite3_bind_int64(statement, 1, id);
  baseline_bind_text(statement, 2, &author->name);
  sqlite3_bind_double(statement, 3, author->joined);
  return baseline_run_bound(store, statement);
}

static int insert_post(
    baseline_store *store, sqlite3_stmt *statement, const baseline_row *post, int64_t id,
    int64_t author) {
  sqlite3_bind_int64(statement, 1, id);
  sqlite3_bind_int64(statement, 2, post->newsid);
  sqlite3_bind_int64(statement, 3, post->commentsno);
  sqlite3_bind_int(statement, 4, post->isZan);
  baseline_bind_text(statement, 5, &post->nickname);
  baseline_bind_text(statement, 6, &post->createtime);
  baseline_bind_text(statement, 7, &post->text);
  baseline_bind_text(statement, 8, &post->gifurl);
  sqlite3_bind_int64(statement, 9, author);
  return baseline_run_bound(store, statement);
}

static int next_id(baseline_store *store, int statement, int64_t *id) {
  sqlite3_stmt *prepared = baseline_prepared(store, statement);
  return prepared == NULL ? SQLITE_ERROR : baseline_single(store, prepared, id);
}

int baseline_graph_insert(
    baseline_store *store, const baseline_authors *authors, const baseline_rows *posts) {
  sqlite3_stmt *author_insert = baseline_prepared(store, STATEMENT_AUTHOR_INSERT);
  sqlite3_stmt *post_insert = baseline_prepared(store, STATEMENT_POST_INSERT);
  if (author_insert == NULL || post_insert == NULL) return SQLITE_ERROR;
  int code = baseline_run(store, STATEMENT_BEGIN_IMMEDIATE);
  if (code != SQLITE_OK) return code;
  int64_t author_id = 0, post_id = 0;
  code = next_id(store, STATEMENT_AUTHOR_NEXT_ID, &author_id);
  if (code == SQLITE_OK) code = next_id(store, STATEMENT_POST_NEXT_ID, &post_id);
  for (size_t i = 0; i < authors->count && code == SQLITE_OK; i++) {
    const baseline_author *author = &authors->authors[i];
    code = insert_author(store, author_insert, author, author_id);
    for (size_t post = 0; post < author->post_count && code == SQLITE_OK; post++) {
      const baseline_row *row = &posts->rows[author->first_post + post];
      code = insert_post(store, post_insert, row, post_id++, author_id);
    }
    author_id += 1;
  }
  return baseline_finish(store, code);
}

static int delete_author(
    baseline_store *store, sqlite3_stmt *statement, const baseline_author *author) {
  sqlite3_bind_int64(statement, 1, author->id);
  sqlite3_bind_int64(statement, 2, author->version);
  int code = baseline_run_bound(store, statement);
  if (code != SQLITE_OK) return code;
  return baseline_expect_one_change(store, author->id, author->version);
}

int baseline_graph_delete_by_author(baseline_store *store, const baseline_authors *authors) {
  sqlite3_stmt *posts_delete = baseline_prepared(store, STATEMENT_POSTS_DELETE);
  sqlite3_stmt *author_delete = baseline_prepared(store, STATEMENT_AUTHOR_DELETE);
  if (posts_delete == NULL || author_delete == NULL) return SQLITE_ERROR;
  int code = baseline_run(store, STATEMENT_BEGIN_IMMEDIATE);
  if (code != SQLITE_OK) return code;
  for (size_t i = 0; i < authors->count && code == SQLITE_OK; i++) {
    sqlite3_bind_int64(posts_delete, 1, authors->authors[i].id);
    code = baseline_run_bound(store, posts_delete);
    if (code == SQLITE_OK) code = delete_author(store, author_delete, &authors->authors[i]);
  }
  return baseline_finish(store, code);
}

static int delete_as_set(baseline_store *store, const baseline_authors *authors) {
  int code =
      baseline_execute(store, "CREATE TEMP TABLE IF NOT EXISTS doomed (id INTEGER PRIMARY KEY)");
  if (code == SQLITE_OK) code = baseline_execute(store, "DELETE FROM temp.doomed");
  if (code != SQLITE_OK) return code;
  sqlite3_stmt *doomed_insert = baseline_prepared(store, STATEMENT_DOOMED_INSERT);
  sqlite3_stmt *author_delete = baseline_prepared(store, STATEMENT_AUTHOR_DELETE);
  if (doomed_insert == NULL || author_delete == NULL) return SQLITE_ERROR;
  for (size_t i = 0; i < authors->count && code == SQLITE_OK; i++) {
    sqlite3_bind_int64(doomed_insert, 1, authors->authors[i].id);
    code = baseline_run_bound(store, doomed_insert);
  }
  if (code == SQLITE_OK) code = baseline_run(store, STATEMENT_POSTS_DELETE_DOOMED);
  for (size_t i = 0; i < authors->count && code == SQLITE_OK; i++)
    code = delete_author(store, author_delete, &authors->authors[i]);
  return code;
}

int baseline_graph_delete_as_set(baseline_store *store, const baseline_authors *authors) {
  int code = baseline_run(store, STATEMENT_BEGIN_IMMEDIATE);
  if (code != SQLITE_OK) return code;
  return baseline_finish(store, delete_as_set(store, authors));
}

// Reads the key, the version and the list of a track.
static int find_track(
    baseline_store *store, int64_t number, int64_t *id, int64_t *version, int64_t *playlist) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_TRACK);
  if (statement == NULL) return SQLITE_ERROR;
  sqlite3_bind_int64(statement, 1, number);
  store->counts.statements += 1;
  int code = sqlite3_step(statement);
  if (code == SQLITE_ROW) {
    store->counts.rows += 1;
    *id = sqlite3_column_int64(statement, 0);
    *version = sqlite3_column_int64(statement, 1);
    *playlist = sqlite3_column_int64(statement, 2);
    code = SQLITE_OK;
  } else {
    code = baseline_failed(store, code);
  }
  sqlite3_reset(statement);
  return code;
}

int baseline_track_to_front(baseline_store *store, int64_t number) {
  sqlite3_stmt *first = baseline_prepared(store, STATEMENT_TRACK_FIRST);
  sqlite3_stmt *move = baseline_prepared(store, STATEMENT_TRACK_MOVE);
  if (first == NULL || move == NULL) return SQLITE_ERROR;
  int code = baseline_run(store, STATEMENT_BEGIN_IMMEDIATE);
  if (code != SQLITE_OK) return code;
  int64_t id = 0, version = 0, playlist = 0, order = 0;
  code = find_track(store, number, &id, &version, &playlist);
  if (code == SQLITE_OK) {
    sqlite3_bind_int64(first, 1, playlist);
    code = baseline_single(store, first, &order);
  }
  if (code == SQLITE_OK) {
    sqlite3_bind_int64(move, 1, order - ORDER_GAP);
    sqlite3_bind_int64(move, 2, version + 1);
    sqlite3_bind_int64(move, 3, id);
    sqlite3_bind_int64(move, 4, version);
    code = baseline_run_bound(store, move);
  }
  if (code == SQLITE_OK) code = baseline_expect_one_change(store, id, version);
  return baseline_finish(store, code);
}
