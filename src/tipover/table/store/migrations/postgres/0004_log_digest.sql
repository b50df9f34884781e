-- What a table's rows come to, so that a changed, missing or added one is noticed: the number of rows and a digest of the head
-- and these rows; empty for a table that was last written before this was kept.
ALTER TABLE games ADD COLUMN log_digest TEXT NOT NULL DEFAULT '';
