"""Answers without sampling: one spin, many spins, ruin, growth-optimal stakes, the cost of a policy."""
