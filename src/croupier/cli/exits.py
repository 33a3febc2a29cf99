READER_GONE = 1
FOUND = 1
"""The status of a lint or an audit with findings."""
BAD_INPUT = 2
RECORD_STOPPED = 74
"""The status of a house whose record stopped after a disk error, as sysexits.h has it: start it again."""
INTERRUPTED = 130
