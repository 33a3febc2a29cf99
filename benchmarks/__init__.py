"""Measurements, each against a reference in the same run: ``python -m benchmarks --help``."""
