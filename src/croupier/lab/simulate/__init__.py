"""Many sessions of a plan, played on all cores or on many machines."""

from croupier.lab.simulate.results import Results
from croupier.lab.simulate.run import simulate

__all__ = ["Results", "simulate"]
