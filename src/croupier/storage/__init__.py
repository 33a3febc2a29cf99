"""Where records are stored: one contract, on SQLite and on PostgreSQL."""
