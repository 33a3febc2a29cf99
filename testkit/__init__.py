"""What tests and tools share: tables and houses to play at, stores and servers, fuzzers, harnesses, second opinions.

Both import from here and never from each other.
"""
