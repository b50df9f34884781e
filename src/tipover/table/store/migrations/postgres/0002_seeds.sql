-- Seeds that a server has bound itself to for tables still to be opened: by what was told of each, until a time.
CREATE TABLE seeds (
    commitment TEXT COLLATE "C" PRIMARY KEY,
    seed TEXT NOT NULL,
    until DOUBLE PRECISION NOT NULL
);

CREATE INDEX seeds_by_time ON seeds (until);
