"""Live tables: one ordered writer per table, money in double entry, and the ports to a record and a wheel."""
