#include "BaselineRow.h"

#include <stdlib.h>
#include <string.h>

baseline_row *baseline_rows_append(baseline_rows *rows) {
  if (rows->count == rows->capacity) {
    size_t capacity = rows->capacity == 0 ? 64 : rows->capacity * 2;
    baseline_row *grown = realloc(rows->rows, capacity * sizeof(baseline_row));
    if (grown == NULL) return NULL;
    rows->rows = grown;
    rows->capacity = capacity;
  }
  baseline_row *row = &rows->rows[rows->count++];
  memset(row, 0, sizeof *row);
  return row;
}

void baseline_rows_free(baseline_rows *rows) {
  for (size_t i = 0; i < rows->count; i++) {
    baseline_row *row = &rows->rows[i];
    free(row->headpicture.bytes);
    free(row->nickname.bytes);
    free(row->createtime.bytes);
    free(row->text.bytes);
    free(row->gifurl.bytes);
  }
  free(rows->rows);
  memset(rows, 0, sizeof *rows);
}

bool baseline_text_copy(const void *bytes, size_t length, baseline_text *text) {
  text->length = 0;
  text->bytes = NULL;
  if (bytes == NULL) return true;
  char *copy = malloc(length + 1);
  if (copy == NULL) return false;
  memcpy(copy, bytes, length);
  copy[length] = 0;
  text->bytes = copy;
  text->length = length;
  return true;
}
