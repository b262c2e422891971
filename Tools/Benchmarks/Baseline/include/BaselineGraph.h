// The graph operations of the baseline. Result codes are those of BenchmarkBaseline.h.

#ifndef BASELINE_GRAPH_H
#define BASELINE_GRAPH_H

#include "BaselineAuthor.h"
#include "BenchmarkBaseline.h"

#pragma clang assume_nonnull begin

/// Inserts authors and their posts in one transaction.
int baseline_graph_insert(
    baseline_store *store, const baseline_authors *authors, const baseline_rows *posts);

/// Reads all authors, and then the posts of each in a query of its own over the index of the foreign key.
int baseline_graph_walk_by_author(
    baseline_store *store, baseline_authors *authors, baseline_rows *posts);

/// Reads all authors, and then all posts in one join that is ordered by author.
int baseline_graph_walk_by_join(
    baseline_store *store, baseline_authors *authors, baseline_rows *posts);

/// Reads all authors.
int baseline_authors_fetch(baseline_store *store, baseline_authors *authors);

/// Deletes authors whose versions are as they were, the posts of each in a statement of its own.
int baseline_graph_delete_by_author(baseline_store *store, const baseline_authors *authors);

/// Deletes authors whose versions are as they were, all their posts in one statement.
int baseline_graph_delete_as_set(baseline_store *store, const baseline_authors *authors);

/// Moves the track of a number to the front of its list.
int baseline_track_to_front(baseline_store *store, int64_t number);

/// A checksum of all authors and posts of a file, keys and versions aside.
int baseline_graph_verify(baseline_store *store, uint64_t *checksum);

/// A checksum of the numbers of all tracks in the order of the list.
int baseline_tracks_verify(baseline_store *store, uint64_t *checksum);

#pragma clang assume_nonnull end

#endif
