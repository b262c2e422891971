#ifndef GRAPHSTORE_CSQLITE_SHIM_H
#define GRAPHSTORE_CSQLITE_SHIM_H

/* Before the header: it declares the pre-update hook only where this is asked for. */
#ifndef SQLITE_ENABLE_PREUPDATE_HOOK
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#endif

#include <sqlite3.h>

/* Swift does not import variadic functions. */

static inline int graphstore_db_config_flag(sqlite3 *database, int option, int on) {
  return sqlite3_db_config(database, option, on, (int *)0);
}

static inline int graphstore_vtab_config_directonly(sqlite3 *database) {
  return sqlite3_vtab_config(database, SQLITE_VTAB_DIRECTONLY);
}

#endif
