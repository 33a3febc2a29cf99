-- What follows from a record up to an event, so that a start need not read all of it. No part of the record.
CREATE TABLE checkpoints (
    table_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    seq      BIGINT NOT NULL,
    hash     TEXT   NOT NULL,
    code     TEXT   NOT NULL,
    digest   TEXT   NOT NULL,
    body     BYTEA  NOT NULL
);
