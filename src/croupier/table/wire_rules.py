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
        "1.3": "A command that names a round counts only in that round; later it is refused, never played.",
        "2.1": "A call or act that the rulebook does not have cannot be made.",
        "2.2": "Staff are the roles of the rulebook's ladder; surveillance and auditors see and never ask.",
        "2.3": "A player acts for no one else.",
        "2.4": "Staff open and close a table and set its limits.",
        "2.5": "An act that needs two people needs two different people; nobody confirms or approves their own. In a "
        "house nobody is the second person within 24 hours of being appointed, whoever appointed them, or of having "
        "appointed the first, and whoever declared an outcome may not approve its correction if the rulebook has a "
        "position above the dealer. There, nobody alone voids a round whose outcome is known; and while a fact that "
        "would void it waits to be confirmed, the dolly is not placed and the outcome is not corrected.",
        "2.6": "Where the house's own random wheel decides, the house alone declares the outcome.",
        "2.7": "A value that a rulebook states as its own reading, without a clause, holds like one that cites one.",
        "2.8": "Where a rulebook declares that a clause is not carried out, its other provisions decide, and the line "
        "names the clause that is left out.",
        "2.9": "In a house there is no ball at a table of the random wheel: nobody sends or counts one, reports what "
        "ball or wheel did, or calls no spin or a power failure. Whatever else went wrong voids a round only if one "
        "person reports it and another rules so, and never once the outcome is declared. The house itself voids a "
        "round whose secret may be known, because the record is a copy.",
        "2.10": "In a house a second entry of the outcome that differs holds dolly and payment, until the outcome is "
        "corrected or a third person confirms it. Nobody enters an outcome twice.",
        "3.1": "At a closed table people can open the table, set its limits, leave their seats or redeem chips, with "
        "the approval that takes; nothing else.",
        "3.2": "The steps of a round come in their order, each once.",
        "3.3": "Revolutions are counted before an outcome is taken, and a count never goes back.",
        "3.4": "A round with something to be ruled on waits for the ruling.",
        "3.5": "An outcome, a dolly and a correction name a pocket of the wheel; the dolly goes where the ball rests.",
        "3.6": "A spin that was entered by mistake is taken back as long as betting is open and nothing else was "
        "entered about the ball. The call that closes betting is never taken back.",
        "4.1": "A wager lies on a position of the layout and names a whole stake of at most 10^15.",
        "4.2": "A wager keeps to the limits the table displays. Limits that all players on an area share apply to "
        "their total: as wagers are taken, and as they are settled if the rulebook says so.",
        "4.3": "An act on a wager names one that is on the layout.",
        "4.4": "In a house the wagers that one player and all players together lay in a round are bounded, where the "
        "house says so; what was moved counts again, and what was taken back counts all the same.",
        "5.1": "Nobody stakes, redeems or takes away chips that they do not have.",
        "5.2": "Chips named with a stake or bought add up to its amount, in whole chips.",
        "5.3": "A player holds one color at a table, and its value is fixed until it is redeemed.",
        "5.4": "A seat is taken by one player once.",
        "5.5": "A correction takes back what is beside the layout; the rest is owed, and the house collects it.",
        "5.6": "Play money comes from the house alone, and chips are bought with it.",
        "5.7": "Whoever walked up to a table with cash gets back in cash what is left of it in the wallet, from staff "
        "of that table; play money that the house gave never becomes cash.",
        "6.1": "Limits give a minimum not above the maximum for kinds the rulebook has.",
        "7.1": "A name belongs to one person for good, and nobody plays under another's.",
        "7.2": "The house appoints and dismisses the people who work here.",
        "7.3": "An alert stays until somebody who works here acknowledges it, once.",
        "7.4": "In a house the pit opens a table, sets its limits and closes it; the dealer does so if the rulebook "
        "has no position above the dealer, and opens it if a clause has the dealer announce the game.",
        "7.5": "The owner brings rulebooks into the house. Every text is kept under its digest, and a table takes a "
        "corrected one at its next opening.",
        "7.6": "The house notes the time that passes by a clock that nobody can set. The 24 hours after an appointment "
        "are counted by it.",
        "7.7": "The house records the address and the session from which each member of staff acts.",
        "7.8": "Whoever works at a table can call the pit to it. Repeated calls count as one alert until somebody "
        "acknowledges it.",
        "7.9": "The owner names a table, takes it out of service, puts it back, and removes it from the lobby, but not "
        "while it is open or chips are held there. Its record stays.",
        "7.10": "In a house a person acts in a position above their own only if the house has appointed them to act in "
        "it, until the house ends the appointment or dismisses them. What they do by it names the position and cites "
        "the rulebook's clause.",
        "7.11": "The front desk lists every table of the house, and a table that it lists stays in the record.",
        "7.12": "At each opening the house records its software if it has changed.",
    }
)


def wire(number: str) -> Clause:
    """Cite one of our own rules."""
    assert number in WIRE_RULES
    return Clause(WIRE, number)
