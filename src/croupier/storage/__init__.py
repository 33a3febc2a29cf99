"""Where records are kept: one contract, on SQLite and on PostgreSQL."""
