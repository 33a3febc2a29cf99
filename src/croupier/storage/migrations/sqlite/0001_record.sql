-- Relations of the record. What a column means is said once, in docs/record-format.md.
CREATE TABLE tables (
    table_id      TEXT    NOT NULL PRIMARY KEY,
    seq           INTEGER NOT NULL,
    hash          TEXT    NOT NULL,
    receipts      INTEGER NOT NULL,
    receipts_hash TEXT    NOT NULL,
    at            TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE rulebooks (
    digest TEXT NOT NULL PRIMARY KEY,
    text   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
    table_id TEXT    NOT NULL REFERENCES tables,
    seq      INTEGER NOT NULL CHECK (seq >= 0),
    tag      TEXT    NOT NULL,
    line     TEXT    NOT NULL,
    prev     TEXT    NOT NULL,
    hash     TEXT    NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger (
    table_id TEXT    NOT NULL,
    seq      INTEGER NOT NULL,
    account  TEXT    NOT NULL,
    amount   INTEGER NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (table_id, seq, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
    account TEXT    NOT NULL PRIMARY KEY,
    balance INTEGER NOT NULL,
    CONSTRAINT never_below_zero CHECK (
        balance >= 0 OR account = 'issued' OR account GLOB 'tray:*' OR account GLOB 'outside:*'
    )
) STRICT, WITHOUT ROWID;

CREATE TABLE meters (
    table_id TEXT    NOT NULL,
    meter    TEXT    NOT NULL,
    value    INTEGER NOT NULL,
    PRIMARY KEY (table_id, meter)
) STRICT, WITHOUT ROWID;

CREATE TABLE receipts (
    table_id TEXT    NOT NULL REFERENCES tables,
    place    INTEGER NOT NULL CHECK (place >= 1),
    who      TEXT    NOT NULL,
    id       TEXT    NOT NULL,
    at       TEXT    NOT NULL,
    command  TEXT    NOT NULL,
    after    INTEGER NOT NULL,
    events   INTEGER NOT NULL,
    refused  TEXT,
    prev     TEXT    NOT NULL,
    hash     TEXT    NOT NULL,
    PRIMARY KEY (table_id, place),
    CHECK (events = 0 OR refused IS NULL)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX receipts_by_id ON receipts (table_id, who, id);
CREATE INDEX receipts_refused ON receipts (table_id, place) WHERE refused IS NOT NULL;

CREATE TABLE sealed (
    table_id TEXT NOT NULL,
    round    TEXT NOT NULL,
    secret   TEXT NOT NULL,
    PRIMARY KEY (table_id, round)
) STRICT, WITHOUT ROWID;
