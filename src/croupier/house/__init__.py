"""Live tables: one ordered writer per table, money in double entry, and what it asks of a record and a wheel."""
