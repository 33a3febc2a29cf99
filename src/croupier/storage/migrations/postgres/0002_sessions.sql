-- Who is signed in, and who was invited. Secrets are kept as hashes; who may do what is in the house's own record.
CREATE TABLE sessions (
    token_hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name       TEXT COLLATE "C" NOT NULL,
    owner      INTEGER NOT NULL,
    since      TEXT    NOT NULL
);

CREATE INDEX sessions_by_name ON sessions (name);

CREATE TABLE invitations (
    code_hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name      TEXT COLLATE "C" NOT NULL,
    owner     INTEGER NOT NULL,
    until     TEXT    NOT NULL
);
