-- Long games as they were at one row. They only save time: each can be made again from its table's events.
CREATE TABLE snapshots (
    game TEXT COLLATE "C" PRIMARY KEY REFERENCES games (code) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    maker TEXT NOT NULL,
    data BYTEA NOT NULL
);
