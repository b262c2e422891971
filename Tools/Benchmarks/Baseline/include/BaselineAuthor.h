// Authors in memory, each with a range of rows that are its posts.

#ifndef BASELINE_AUTHOR_H
#define BASELINE_AUTHOR_H

#include "BaselineRow.h"

#pragma clang assume_nonnull begin

/// One author. Its posts are rows `first_post` up to `first_post + post_count` of a list beside it, in which `userid`
/// holds the author's key.
typedef struct {
  int64_t id;
  int64_t version;
  /// Seconds since the reference date.
  double joined;
  baseline_text name;
  size_t first_post;
  size_t post_count;
} baseline_author;

/// A growing list of authors that own their names.
typedef struct {
  baseline_author *_Nullable authors;
  size_t count;
  size_t capacity;
} baseline_authors;

/// Room for one more author at the end, all zero, or NULL when memory has run out.
baseline_author *_Nullable baseline_authors_append(baseline_authors *authors);

/// Frees every name, and the list.
void baseline_authors_free(baseline_authors *authors);

/// Appends invented authors who share `posts` posts, ten each as far as they go. False when memory has run out.
bool baseline_authors_generate(baseline_authors *authors, size_t posts, uint64_t seed);

/// The checksum of all authors with all attributes of their posts, whatever the order of both.
uint64_t baseline_checksum_graph(const baseline_authors *authors, const baseline_rows *posts);

#pragma clang assume_nonnull end

#endif
