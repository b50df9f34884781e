-- Tables and their events. An event's place (game, seq) is the only truth; the rest of `games` is told by the events.
CREATE TABLE games (
    code TEXT PRIMARY KEY,
    created REAL NOT NULL,
    updated REAL NOT NULL,
    status TEXT NOT NULL,
    listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
    summary TEXT NOT NULL,
    head TEXT NOT NULL,
    last INTEGER NOT NULL
) STRICT;

CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (code),
    seq INTEGER NOT NULL CHECK (seq > 0),
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    command TEXT NOT NULL,
    body TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX events_by_command ON events (game, command) WHERE command <> '';

-- Lists of tables, the one changed last first; most tables are not listed, hence the partial indexes.
CREATE INDEX games_by_change ON games (updated);
CREATE INDEX games_by_status ON games (status, updated);
CREATE INDEX listed_by_change ON games (updated) WHERE listed = 1;
CREATE INDEX listed_by_status ON games (status, updated) WHERE listed = 1;
