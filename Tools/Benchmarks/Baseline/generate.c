#include "BaselineRow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// SplitMix64 (Steele, Lea and Flood): one word of state, the same numbers everywhere.
static uint64_t next_random(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

static uint64_t below(uint64_t *state, uint64_t bound) { return next_random(state) % bound; }

#define PICK(state, words) (words)[below((state), sizeof(words) / sizeof(*(words)))]

static const char *const latin[] = {
    "cat",   "sofa",  "again",  "jumps",  "fridge", "naïve",   "über",     "slowly", "the",
    "and",   "sleep", "wait",   "opens",  "parrot", "hamster", "goat",     "twice",  "round",
    "chase", "tail",  "coffee", "garden", "señor",  "garçon",  "straße",   "bowl",   "with",
};
static const char *const cjk[] = {
    "猫が",   "ソファ", "飛び越えて", "又来了", "小狗", "睡着了", "打开",   "冰箱", "고양이가",
    "매일",   "아침",   "毎朝",       "看这里", "两次", "慢動作", "鸚鵡",   "消えた", "朋友",
    "笑って", "快看",   "월요일",     "圆滚滚", "走开", "眠る",   "お椀の", "中で",
};
static const char *const emoji[] = {"😀", "🐈", "❤️", "👍🏽", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇯🇵", "🐻‍❄️"};
static const char *const names[] = {
    "Maple Fox", "枫叶狐狸",   "もみじキツネ", "Quiet Otter", "단풍여우", "Ёжик",
    "Käpt’n",    "Mondkatze 🐈", "Πάππος",      "月亮上的猫",  "Biscuit",  "O’Malley",
};

// A text under construction. It never overflows: what has no room is left out.
typedef struct {
  char bytes[512];
  size_t length;
} draft;

static void put(draft *text, const char *word) {
  size_t length = strlen(word);
  if (text->length + length > sizeof text->bytes) return;
  memcpy(text->bytes + text->length, word, length);
  text->length += length;
}

static void draft_text(draft *text, uint64_t *state) {
  // Half of the texts are CJK, a quarter is Latin, a quarter is both; a third ends in emoji.
  uint64_t kind = below(state, 4);
  size_t goal = 92 + below(state, 64);
  while (text->length < goal) {
    bool wide = kind < 2 || (kind == 2 && below(state, 2) == 0);
    put(text, wide ? PICK(state, cjk) : PICK(state, latin));
    if (!wide) put(text, " ");
  }
  if (below(state, 3) == 0) put(text, PICK(state, emoji));
}

static bool keep(const draft *text, baseline_text *kept) {
  return baseline_text_copy(text->bytes, text->length, kept);
}

static bool generate_row(baseline_row *row, uint64_t *state) {
  row->userid = 1000 + (int64_t)below(state, 10000);
  row->commentsno = (int64_t)below(state, 200);
  row->isZan = below(state, 3) == 0;

  draft text = {.length = 0};
  text.length = (size_t)snprintf(
      text.bytes, sizeof text.bytes, "https://example.com/heads/%08llx.jpg",
      (unsigned long long)(next_random(state) & 0xffffffff));
  if (below(state, 32) != 0 && !keep(&text, &row->headpicture)) return false;

  text.length = 0;
  put(&text, PICK(state, names));
  if (below(state, 32) != 0 && !keep(&text, &row->nickname)) return false;

  uint64_t time = below(state, 366ULL * 86400);
  text.length = (size_t)snprintf(
      text.bytes, sizeof text.bytes, "2024-%02d-%02d %02d:%02d:%02d",
      (int)(time / 86400 / 31) + 1, (int)(time / 86400 % 28) + 1, (int)(time / 3600 % 24),
      (int)(time / 60 % 60), (int)(time % 60));
  if (!keep(&text, &row->createtime)) return false;

  text.length = 0;
  draft_text(&text, state);
  if (below(state, 64) != 0 && !keep(&text, &row->text)) return false;

  text.length = (size_t)snprintf(
      text.bytes, sizeof text.bytes, "https://img.example.org/gif/%016llx.gif",
      (unsigned long long)next_random(state));
  return keep(&text, &row->gifurl);
}

bool baseline_rows_generate(baseline_rows *rows, size_t count, uint64_t seed) {
  uint64_t state = seed;
  size_t first = rows->count;
  for (size_t i = 0; i < count; i++) {
    baseline_row *row = baseline_rows_append(rows);
    if (row == NULL || !generate_row(row, &state)) return false;
    row->newsid = (int64_t)i + 1;
  }
  for (size_t i = count; i > 1; i--) {
    size_t other = first + below(&state, i);
    int64_t newsid = rows->rows[first + i - 1].newsid;
    rows->rows[first + i - 1].newsid = rows->rows[other].newsid;
    rows->rows[other].newsid = newsid;
  }
  return true;
}

void baseline_newsids_generate(int64_t *newsids, size_t length, size_t count, uint64_t seed) {
  uint64_t state = seed;
  for (size_t i = 0; i < length; i++) newsids[i] = (int64_t)below(&state, count) + 1;
}
