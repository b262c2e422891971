// A checksum that is cheap beside reading a row, inline so that C and Swift run the same instructions. It tells
// different results apart; it withstands no attacker.

#ifndef BASELINE_CHECKSUM_H
#define BASELINE_CHECKSUM_H

#include "BaselineRow.h"

#include <stdint.h>
#include <string.h>

#pragma clang assume_nonnull begin

/// Where the checksum of a row starts.
static inline uint64_t baseline_checksum_start(void) { return 0x9ae16a3b2f90404fULL; }

/// Folds one word in.
static inline uint64_t baseline_checksum_word(uint64_t checksum, uint64_t word) {
  checksum = (checksum ^ word) * 0x9e3779b97f4a7c15ULL;
  return checksum ^ (checksum >> 32);
}

/// Folds an integer in.
static inline uint64_t baseline_checksum_integer(uint64_t checksum, int64_t value) {
  return baseline_checksum_word(checksum, (uint64_t)value);
}

/// Folds an absent text in.
static inline uint64_t baseline_checksum_absent(uint64_t checksum) {
  return baseline_checksum_word(checksum, UINT64_MAX);
}

/// Folds a text in: its length and all its bytes.
static inline uint64_t baseline_checksum_text(
    uint64_t checksum, const void *_Nullable bytes, size_t length) {
  checksum = baseline_checksum_word(checksum, length);
  const unsigned char *next = (const unsigned char *)bytes;
  for (; length >= 8; next += 8, length -= 8) {
    uint64_t word;
    memcpy(&word, next, 8);
    checksum = baseline_checksum_word(checksum, word);
  }
  if (length > 0) {
    uint64_t word = 0;
    memcpy(&word, next, length);
    checksum = baseline_checksum_word(checksum, word);
  }
  return checksum;
}

/// The checksum of a row: every attribute, neither key nor version.
uint64_t baseline_checksum_row(const baseline_row *row);

/// The checksum of a row as a post: the attributes that a post has, neither key nor version nor author.
uint64_t baseline_checksum_post(const baseline_row *row);

/// The checksum of an author: every attribute, neither key nor version.
static inline uint64_t baseline_checksum_author(
    double joined, const void *_Nullable name, size_t length) {
  uint64_t word;
  memcpy(&word, &joined, 8);
  uint64_t checksum = baseline_checksum_word(baseline_checksum_start(), word);
  return baseline_checksum_text(checksum, name, length);
}

/// The checksum of rows in which their order does not count.
uint64_t baseline_checksum_set(const baseline_rows *rows);

/// The checksum of rows in which their order counts.
uint64_t baseline_checksum_list(const baseline_rows *rows);

#pragma clang assume_nonnull end

#endif
