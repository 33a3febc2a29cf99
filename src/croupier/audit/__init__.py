"""The record held against itself and against the rules: checks, anchors, dispute packets, backups."""
