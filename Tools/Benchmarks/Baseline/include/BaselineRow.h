// A row in memory, and rows from a seed.

#ifndef BASELINE_ROW_H
#define BASELINE_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// UTF-8, not ended by a NUL for length's sake but by courtesy; `bytes` is NULL where the value is absent.
typedef struct {
  char *_Nullable bytes;
  size_t length;
} baseline_text;

/// One row of GifModel.
typedef struct {
  int64_t id;
  int64_t version;
  int64_t newsid;
  int64_t userid;
  int64_t commentsno;
  bool isZan;
  baseline_text headpicture;
  baseline_text nickname;
  baseline_text createtime;
  baseline_text text;
  baseline_text gifurl;
} baseline_row;

/// A growing list of rows that own their texts.
typedef struct {
  baseline_row *_Nullable rows;
  size_t count;
  size_t capacity;
} baseline_rows;

/// Room for one more row at the end, all zero, or NULL when memory has run out.
baseline_row *_Nullable baseline_rows_append(baseline_rows *rows);

/// Frees every text of every row, and the list.
void baseline_rows_free(baseline_rows *rows);

/// Copies `length` bytes into a text of its own; false when memory has run out.
bool baseline_text_copy(const void *_Nullable bytes, size_t length, baseline_text *text);

/// Appends `count` invented rows: the same seed gives the same rows. Their newsids are 1 to `count` in random order,
/// their texts about 243 bytes in all, partly CJK and emoji; a few are absent. False when memory has run out.
bool baseline_rows_generate(baseline_rows *rows, size_t count, uint64_t seed);

/// Fills `newsids` with newsids that rows of the same count have, in random order and some more than once.
void baseline_newsids_generate(int64_t *newsids, size_t length, size_t count, uint64_t seed);

#pragma clang assume_nonnull end

#endif
