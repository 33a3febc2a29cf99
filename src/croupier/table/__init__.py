"""One table: commands are judged, events are folded. Pure: no clock, no chance, no I/O."""
