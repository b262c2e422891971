#include "BaselineAuthor.h"
#include "BaselineChecksum.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSTS_PER_AUTHOR = 10 };

baseline_author *baseline_authors_append(baseline_authors *authors) {
  if (authors->count == authors->capacity) {
    size_t capacity = authors->capacity == 0 ? 64 : authors->capacity * 2;
    baseline_author *grown = realloc(authors->authors, capacity * sizeof(baseline_author));
    if (grown == NULL) return NULL;
    authors->authors = grown;
    authors->capacity = capacity;
  }
  baseline_author *author = &authors->authors[authors->count++];
  memset(author, 0, sizeof *author);
  return author;
}

void baseline_authors_free(baseline_authors *authors) {
  for (size_t i = 0; i < authors->count; i++) free(authors->authors[i].name.bytes);
  free(authors->authors);
  memset(authors, 0, sizeof *authors);
}

bool baseline_authors_generate(baseline_authors *authors, size_t posts, uint64_t seed) {
  for (size_t first = 0; first < posts; first += POSTS_PER_AUTHOR) {
    baseline_author *author = baseline_authors_append(authors);
    if (author == NULL) return false;
    char name[64];
    int length = snprintf(
        name, sizeof name, "Käthe 作家 №%zu (%llu)", authors->count, (unsigned long long)seed);
    if (!baseline_text_copy(name, (size_t)length, &author->name)) return false;
    author->joined = 7e8 + (double)first * 0.25;
    author->first_post = first;
    author->post_count = posts - first < POSTS_PER_AUTHOR ? posts - first : POSTS_PER_AUTHOR;
  }
  return true;
}

uint64_t baseline_checksum_graph(const baseline_authors *authors, const baseline_rows *posts) {
  uint64_t checksum = 0;
  for (size_t i = 0; i < authors->count; i++) {
    const baseline_author *author = &authors->authors[i];
    uint64_t own = baseline_checksum_author(author->joined, author->name.bytes, author->name.length);
    checksum += own;
    for (size_t post = 0; post < author->post_count; post++) {
      uint64_t word = baseline_checksum_post(&posts->rows[author->first_post + post]);
      checksum += baseline_checksum_word(own, word);
    }
  }
  return checksum;
}
