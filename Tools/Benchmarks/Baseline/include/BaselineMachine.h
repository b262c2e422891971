// The heap of the process, as far as the C library tells.

#ifndef BASELINE_MACHINE_H
#define BASELINE_MACHINE_H

#include <stdint.h>

/// Bytes allocated and not freed, or -1 where the C library does not say.
int64_t baseline_heap_in_use(void);

/// Keeps the allocator from changing its ways as the process goes on: every run meets the heap of a fresh process.
void baseline_heap_steady(void);

/// Gives free memory back to the system, so that two runs start alike.
void baseline_heap_trim(void);

#endif
