import Foundation

/// Makes the files that the operations start from.
enum StoreFiles {
  static func makeEmpty(at url: URL) throws {
    try Data().write(to: url)
    let store = try BaselineStore(
      opening: url,
      pragmas: """
        PRAGMA journal_mode=WAL;
        CREATE TABLE GifModel (
          _id INTEGER PRIMARY KEY, _version INTEGER NOT NULL, newsid INTEGER NOT NULL, userid INTEGER NOT NULL,
          commentsno INTEGER NOT NULL, isZan INTEGER NOT NULL, headpicture TEXT, nickname TEXT, createtime TEXT,
          text TEXT, gifurl TEXT) STRICT;
        CREATE UNIQUE INDEX GifModel_newsid ON GifModel (newsid);
        """)
    store.close()
  }
}
