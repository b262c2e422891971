#include "BaselineGraph.h"
#include "store.h"

static bool read_post(sqlite3_stmt *statement, baseline_row *post) {
  post->id = sqlite3_column_int64(statement, 0);
  post->version = sqlite3_column_int64(statement, 1);
  post->newsid = sqlite3_column_int64(statement, 2);
  post->commentsno = sqlite3_column_int64(statement, 3);
  post->isZan = sqlite3_column_int(statement, 4) != 0;
  post->userid = sqlite3_column_int64(statement, 9);
  return baseline_read_text(statement, 5, &post->nickname) &&
         baseline_read_text(statement, 6, &post->createtime) &&
         baseline_read_text(statement, 7, &post->text) &&
         baseline_read_text(statement, 8, &post->gifurl);
}

static int end_of_rows(baseline_store *store, sqlite3_stmt *statement, int code) {
  if (code != SQLITE_DONE) code = baseline_failed(store, code);
  sqlite3_reset(statement);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int read_posts(baseline_store *store, sqlite3_stmt *statement, baseline_rows *posts) {
  int code;
  store->counts.statements += 1;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    store->counts.rows += 1;
    baseline_row *post = baseline_rows_append(posts);
    if (post == NULL || !read_post(statement, post)) {
      code = SQLITE_NOMEM;
      break;
    }
  }
  return end_of_rows(store, statement, code);
}

int baseline_authors_fetch(baseline_store *store, baseline_authors *authors) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_AUTHORS);
  if (statement == NULL) return SQLITE_ERROR;
  int code;
  store->counts.statements += 1;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    store->counts.rows += 1;
    baseline_author *author = baseline_authors_append(authors);
    if (author == NULL || !baseline_read_text(statement, 2, &author->name)) {
      code = SQLITE_NOMEM;
      break;
    }
    author->id = sqlite3_column_int64(statement, 0);
    author->version = sqlite3_column_int64(statement, 1);
    author->joined = sqlite3_column_double(statement, 3);
  }
  return end_of_rows(store, statement, code);
}

static int walk_by_author(baseline_store *store, baseline_authors *authors, baseline_rows *posts) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_POSTS_OF_AUTHOR);
  if (statement == NULL) return SQLITE_ERROR;
  int code = baseline_authors_fetch(store, authors);
  for (size_t i = 0; i < authors->count && code == SQLITE_OK; i++) {
    baseline_author *author = &authors->authors[i];
    author->first_post = posts->count;
    sqlite3_bind_int64(statement, 1, author->id);
    code = read_posts(store, statement, posts);
    author->post_count = posts->count - author->first_post;
  }
  return code;
}

static int walk_by_join(baseline_store *store, baseline_authors *authors, baseline_rows *posts) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_POSTS_JOINED);
  if (statement == NULL) return SQLITE_ERROR;
  int code = baseline_authors_fetch(store, authors);
  if (code == SQLITE_OK) code = read_posts(store, statement, posts);
  // Both lists are in the order of the authors' keys.
  size_t next = 0;
  for (size_t i = 0; i < authors->count && code == SQLITE_OK; i++) {
    baseline_author *author = &authors->authors[i];
    author->first_post = next;
    while (next < posts->count && posts->rows[next].userid == author->id) next += 1;
    author->post_count = next - author->first_post;
  }
  return code;
}

static int in_read_transaction(
    baseline_store *store, baseline_authors *authors, baseline_rows *posts,
    int (*walk)(baseline_store *, baseline_authors *, baseline_rows *)) {
  int code = baseline_run(store, STATEMENT_BEGIN);
  if (code != SQLITE_OK) return code;
  return baseline_finish(store, walk(store, authors, posts));
}

int baseline_graph_walk_by_author(
    baseline_store *store, baseline_authors *authors, baseline_rows *posts) {
  return in_read_transaction(store, authors, posts, walk_by_author);
}

int baseline_graph_walk_by_join(
    baseline_store *store, baseline_authors *authors, baseline_rows *posts) {
  return in_read_transaction(store, authors, posts, walk_by_join);
}

int baseline_graph_verify(baseline_store *store, uint64_t *checksum) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_GRAPH_VERIFY);
  sqlite3_stmt *count = baseline_prepared(store, STATEMENT_POST_COUNT);
  if (statement == NULL || count == NULL) return SQLITE_ERROR;
  baseline_rows rows = {0};
  int64_t posts = 0;
  int code = baseline_single(store, count, &posts);
  if (code != SQLITE_OK) return code;
  *checksum = baseline_checksum_integer(baseline_checksum_start(), posts);
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    baseline_row *row = baseline_rows_append(&rows);
    if (row == NULL || !read_post(statement, row)) {
      code = SQLITE_NOMEM;
      break;
    }
    double joined = sqlite3_column_double(statement, 10);
    const void *name = sqlite3_column_text(statement, 11);
    uint64_t author =
        baseline_checksum_author(joined, name, (size_t)sqlite3_column_bytes(statement, 11));
    *checksum = baseline_checksum_word(*checksum, author);
    *checksum = baseline_checksum_word(*checksum, baseline_checksum_post(row));
  }
  baseline_rows_free(&rows);
  return end_of_rows(store, statement, code);
}

int baseline_tracks_verify(baseline_store *store, uint64_t *checksum) {
  sqlite3_stmt *statement = baseline_prepared(store, STATEMENT_TRACKS_VERIFY);
  if (statement == NULL) return SQLITE_ERROR;
  int code;
  *checksum = baseline_checksum_start();
  while ((code = sqlite3_step(statement)) == SQLITE_ROW)
    *checksum = baseline_checksum_integer(*checksum, sqlite3_column_int64(statement, 0));
  return end_of_rows(store, statement, code);
}
