#include "BaselineMachine.h"

#ifdef __linux__
#include <malloc.h>
#endif

#ifdef __GLIBC__

int64_t baseline_heap_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
}

void baseline_heap_steady(void) {
  // By default the threshold grows when large blocks are freed; a later run's large blocks then lie among its small
  // ones, and freeing those costs three times as much.
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
}

void baseline_heap_trim(void) { malloc_trim(0); }

#else

int64_t baseline_heap_in_use(void) { return -1; }

void baseline_heap_steady(void) {}

void baseline_heap_trim(void) {}

#endif
