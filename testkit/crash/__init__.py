"""Crashes on purpose: a house in a process of its own, killed at any moment, and what its clients were told before."""
