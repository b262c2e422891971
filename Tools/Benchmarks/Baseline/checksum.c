#include "BaselineChecksum.h"

static uint64_t fold_text(uint64_t checksum, const baseline_text *text) {
  if (text->bytes == NULL) return baseline_checksum_absent(checksum);
  return baseline_checksum_text(checksum, text->bytes, text->length);
}

uint64_t baseline_checksum_row(const baseline_row *row) {
  uint64_t checksum = baseline_checksum_start();
  checksum = baseline_checksum_integer(checksum, row->newsid);
  checksum = baseline_checksum_integer(checksum, row->userid);
  checksum = baseline_checksum_integer(checksum, row->commentsno);
  checksum = baseline_checksum_integer(checksum, row->isZan);
  checksum = fold_text(checksum, &row->headpicture);
  checksum = fold_text(checksum, &row->nickname);
  checksum = fold_text(checksum, &row->createtime);
  checksum = fold_text(checksum, &row->text);
  return fold_text(checksum, &row->gifurl);
}

uint64_t baseline_checksum_post(const baseline_row *row) {
  uint64_t checksum = baseline_checksum_start();
  checksum = baseline_checksum_integer(checksum, row->newsid);
  checksum = baseline_checksum_integer(checksum, row->commentsno);
  checksum = baseline_checksum_integer(checksum, row->isZan);
  checksum = fold_text(checksum, &row->nickname);
  checksum = fold_text(checksum, &row->createtime);
  checksum = fold_text(checksum, &row->text);
  return fold_text(checksum, &row->gifurl);
}

uint64_t baseline_checksum_set(const baseline_rows *rows) {
  uint64_t checksum = 0;
  for (size_t i = 0; i < rows->count; i++) checksum += baseline_checksum_row(&rows->rows[i]);
  return checksum;
}

uint64_t baseline_checksum_list(const baseline_rows *rows) {
  uint64_t checksum = baseline_checksum_start();
  for (size_t i = 0; i < rows->count; i++)
    checksum = baseline_checksum_word(checksum, baseline_checksum_row(&rows->rows[i]));
  return checksum;
}
