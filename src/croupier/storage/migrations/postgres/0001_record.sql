-- Relations of the record, the same as on SQLite. What a column means is said once, in docs/record-format.md.
-- No reference to tables: each append holds its table's row and moves it on, and a check per row would double the time.
-- Text is compared byte by byte ("C"), whatever the language of the database.
CREATE TABLE tables (
    table_id      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    seq           BIGINT NOT NULL,
    hash          TEXT   NOT NULL,
    receipts      BIGINT NOT NULL,
    receipts_hash TEXT   NOT NULL,
    at            TEXT   NOT NULL
) WITH (fillfactor = 10);

CREATE TABLE rulebooks (
    digest TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    text   TEXT NOT NULL
);

CREATE TABLE events (
    table_id TEXT COLLATE "C" NOT NULL,
    seq      BIGINT NOT NULL CHECK (seq >= 0),
    tag      TEXT   NOT NULL,
    line     TEXT   NOT NULL,
    prev     TEXT   NOT NULL,
    hash     TEXT   NOT NULL,
    PRIMARY KEY (table_id, seq)
);

CREATE TABLE ledger (
    table_id TEXT COLLATE "C" NOT NULL,
    seq      BIGINT NOT NULL,
    account  TEXT COLLATE "C" NOT NULL,
    amount   BIGINT NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (table_id, seq, account)
);

CREATE TABLE accounts (
    account TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    balance BIGINT NOT NULL,
    CONSTRAINT never_below_zero CHECK (
        balance >= 0 OR account = 'issued' OR account LIKE 'tray:%' OR account LIKE 'outside:%'
    )
) WITH (fillfactor = 50);

CREATE TABLE meters (
    table_id TEXT COLLATE "C" NOT NULL,
    meter    TEXT COLLATE "C" NOT NULL,
    value    BIGINT NOT NULL,
    PRIMARY KEY (table_id, meter)
) WITH (fillfactor = 50);

CREATE TABLE receipts (
    table_id TEXT COLLATE "C" NOT NULL,
    place    BIGINT NOT NULL CHECK (place >= 1),
    who      TEXT COLLATE "C" NOT NULL,
    id       TEXT COLLATE "C" NOT NULL,
    at       TEXT   NOT NULL,
    command  TEXT   NOT NULL,
    after    BIGINT NOT NULL,
    events   BIGINT NOT NULL,
    refused  TEXT,
    prev     TEXT   NOT NULL,
    hash     TEXT   NOT NULL,
    PRIMARY KEY (table_id, place),
    CHECK (events = 0 OR refused IS NULL)
);

CREATE UNIQUE INDEX receipts_by_id ON receipts (table_id, who, id);
CREATE INDEX receipts_refused ON receipts (table_id, place) WHERE refused IS NOT NULL;

CREATE TABLE sealed (
    table_id TEXT COLLATE "C" NOT NULL,
    round    TEXT COLLATE "C" NOT NULL,
    secret   TEXT NOT NULL,
    PRIMARY KEY (table_id, round)
);
