"""Our own published rules, for what no document says: every refusal cites something."""

from __future__ import annotations

from types import MappingProxyType

from croupier.rules.clause import Clause

WIRE = "wire"

WIRE_RULES = MappingProxyType(
    {
        "1.1": "The same command id from the same person is one command, however long ago; with other content it is "
        "refused.",
        "1.2": "A wager's id is new in its round.",
        "1.3": "A command that names a round counts in that round alone; later it is refused, never played.",
        "2.1": "A call or act that the rulebook does not know is not made.",
        "2.2": "Staff are the roles of the rulebook's ladder; surveillance and auditors see and never ask.",
        "2.3": "A player acts for no one else.",
        "2.4": "Staff open, close and limit a table.",
        "2.5": "What takes two people takes two: nobody confirms or approves an act of their own. In a house neither "
        "of the two has appointed the other in the last 24 hours, and who declared an outcome does not approve its "
        "correction where the rulebook knows somebody above the dealer.",
        "2.6": "Where the house's own random wheel decides, the house alone declares the outcome.",
        "2.7": "What a rulebook states as its own reading, without a clause, holds like what it cites.",
        "3.1": "A closed table is opened, given its limits or left; it takes part in nothing else.",
        "3.2": "The steps of a round come in their order, each once.",
        "3.3": "Revolutions are counted before an outcome is taken, and a count never goes back.",
        "3.4": "A round with something to be ruled on waits for the ruling.",
        "3.5": "An outcome, a dolly and a correction name a pocket of the wheel; the dolly goes where the ball rests.",
        "4.1": "A wager lies on a position of the layout and names a whole stake of at most 10^15.",
        "4.2": "A wager keeps to the limits the table displays; a maximum that all share is kept as wagers are taken, "
        "and what is settled is each player's own.",
        "4.3": "An act on a wager names one that is on the layout.",
        "5.1": "Nobody stakes, redeems or takes away chips that they do not have.",
        "5.2": "Chips named with a stake or bought add up to its amount, in whole chips.",
        "5.3": "A player holds one color at a table, and its value is fixed until it is redeemed.",
        "5.4": "A seat is taken by one player once.",
        "5.5": "A correction takes back what the player has beside the layout; the rest is owed, and recorded as such.",
        "5.6": "Play money comes from the house alone, and chips are bought with it.",
        "6.1": "Limits give a minimum not above the maximum for kinds the rulebook has.",
        "7.1": "A name belongs to one person for good, and nobody plays under another's.",
        "7.2": "The house appoints and dismisses who works here.",
        "7.3": "An alert stays until somebody who works here acknowledges it, once.",
        "7.4": "In a house the pit opens, limits and closes a table; the dealer does where the rulebook knows nobody "
        "above, and opens it where a clause has the dealer announce the game.",
    }
)


def wire(number: str) -> Clause:
    """Cite one of our own rules."""
    assert number in WIRE_RULES
    return Clause(WIRE, number)
