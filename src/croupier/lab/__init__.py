"""Many rounds at once: arrays in, arrays out, to the unit what ``croupier.settle`` gives bet by bet.

Needs NumPy, and is several times faster where Numba is installed too: ``pip install 'croupier[lab]'``.
"""

from croupier.lab.bulk import EngineError, Settled, settle_many
from croupier.lab.stacks import Stacks, merge
from croupier.lab.tables import Tables, tables

__all__ = ["EngineError", "Settled", "Stacks", "Tables", "merge", "settle_many", "tables"]
