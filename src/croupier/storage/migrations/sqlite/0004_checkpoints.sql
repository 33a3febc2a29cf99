-- What follows from a record up to an event, so that a start need not read all of it. No part of the record.
CREATE TABLE checkpoints (
    table_id TEXT    NOT NULL PRIMARY KEY,
    seq      INTEGER NOT NULL,
    hash     TEXT    NOT NULL,
    code     TEXT    NOT NULL,
    digest   TEXT    NOT NULL,
    body     BLOB    NOT NULL
) STRICT;
