"""Tests of real spins: is the wheel even, do spins depend on each other, and what could a sample have shown.

>>> import croupier
>>> from croupier.lab import bias
>>> rules = croupier.rulebook("mbs-roulette/3")
>>> sample = bias.spins(rules, ["17", "4", "0", "32"] * 40)
>>> [str(test.name) for test in bias.assess(sample, draws=999).alarms][:2]
['chi-square', 'hottest-pocket']
"""

from croupier.lab.bias.battery import Findings, Name, WheelTest, assess
from croupier.lab.bias.chance import Method, PValue
from croupier.lab.bias.power import Bias, Power, spins_by_rule
from croupier.lab.bias.spins_file import Spins, SpinsError, parse_spins, read_spins, spins
from croupier.lab.bias.verdict import verdict

__all__ = [
    "Bias",
    "Findings",
    "Method",
    "Name",
    "PValue",
    "Power",
    "Spins",
    "SpinsError",
    "WheelTest",
    "assess",
    "parse_spins",
    "read_spins",
    "spins",
    "spins_by_rule",
    "verdict",
]
