-- Tables and their events. An event's place (game, seq) is the only truth; the rest of `games` is told by the events.
CREATE TABLE games (
    code TEXT COLLATE "C" PRIMARY KEY,
    created DOUBLE PRECISION NOT NULL,
    updated DOUBLE PRECISION NOT NULL,
    status TEXT NOT NULL,
    listed BOOLEAN NOT NULL,
    summary TEXT NOT NULL,
    head TEXT NOT NULL,
    last INTEGER NOT NULL
);

CREATE TABLE events (
    game TEXT COLLATE "C" NOT NULL REFERENCES games (code),
    seq INTEGER NOT NULL CHECK (seq > 0),
    kind TEXT NOT NULL,
    seat INTEGER NOT NULL,
    command TEXT NOT NULL,
    body TEXT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (game, seq)
);

CREATE UNIQUE INDEX events_by_command ON events (game, command) WHERE command <> '';

-- Lists of tables, the one changed last first; most tables are not listed, hence the partial indexes.
CREATE INDEX games_by_change ON games (updated);
CREATE INDEX games_by_status ON games (status, updated);
CREATE INDEX listed_by_change ON games (updated) WHERE listed;
CREATE INDEX listed_by_status ON games (status, updated) WHERE listed;
