-- Seeds that a server has bound itself to for tables still to be opened: by what was told of each, until a time.
CREATE TABLE seeds (
    commitment TEXT PRIMARY KEY,
    seed TEXT NOT NULL,
    until REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX seeds_by_time ON seeds (until);
