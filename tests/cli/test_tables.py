"""What every command tells people: the same content as its JSON, in tables and sentences."""

import pytest

import croupier
from croupier.rulebooks import REFS
from testkit.cli import command


def told(*arguments: str) -> str:
    """What a command prints for people; it succeeds, and without a terminal there is no color in it."""
    done = command.run(*arguments)
    assert (done.status, done.err) == (0, "")
    assert "\x1b" not in done.out
    return done.out


def row(text: str, first: str) -> list[str]:
    """The cells of the one row of a table that starts with this cell."""
    (found,) = (line.split() for line in text.splitlines() if line.split()[:1] == [first])
    return found


def test_the_list_names_refs_titles_houses_and_days() -> None:
    out = told("rules", "list")

    for ruleset in croupier.rulebooks():
        assert ruleset.ref in out
        assert ruleset.title in out
        assert row(out, ruleset.ref)[-2:] == [str(len(ruleset.wheel.order)), str(len(ruleset.positions))]
    assert "2019-08-14" in out
    assert "not named" in " ".join(row(out, "us-double-zero/1"))


@pytest.mark.parametrize("ref", REFS)
def test_a_rulebook_is_shown_with_kinds_procedure_and_readings(ref: str) -> None:
    ruleset = croupier.rulebook(ref)

    out = told("rules", "show", ref)

    assert out.startswith(ruleset.title)
    assert ruleset.digest in out
    for kind, price in ruleset.prices.items():
        assert price.word in out
        assert any(line.split()[:1] == [kind] and f" {price.to_one} to 1 " in line for line in out.splitlines())
    for heading in ("For players", "For the dealer", "For the pit", "What the document does not state"):
        assert heading in out


@pytest.mark.parametrize("ref", REFS)
def test_positions_are_counted_and_listed(ref: str) -> None:
    ruleset = croupier.rulebook(ref)

    out = told("rules", "positions", ref)

    assert out.startswith(f"{ruleset.title}: {len(ruleset.positions)} positions\n")
    words = set(out.split())
    assert words >= set(ruleset.positions)


def test_the_courtesy_line_stands_beside_its_bet() -> None:
    assert "split:00-0 (also split:00-0@courtesy)" in told("rules", "positions", "us-double-zero/1", "--covering", "00")


def test_the_positions_of_one_pocket_are_few() -> None:
    out = told("rules", "positions", "us-double-zero/1", "--kind", "first-five")

    assert "1 position\n" in out
    assert row(out, "first-five:00-0-1-2-3") == ["first-five:00-0-1-2-3", "00", "0", "1", "2", "3", "6", "§W5,", "§O"]


@pytest.mark.parametrize("ref", REFS)
def test_every_clause_is_listed_with_its_section_sign(ref: str) -> None:
    ruleset = croupier.rulebook(ref)

    out = told("rules", "clauses", ref)

    assert f"{len(ruleset.clauses)} clauses" in out
    assert all(f"§{number}" in out for number in ruleset.clauses)


def test_a_difference_reads_as_what_changed_for_whom() -> None:
    out = told("rules", "diff", "mbs-roulette/2", "mbs-roulette/3")

    assert out.startswith("From Roulette (MBS), version 2 to Roulette (MBS), version 3\n")
    players, dealer, pit = (out.index(heading) for heading in ("For players", "For the dealer", "For the pit"))
    assert players < dealer < pit
    assert "before: What becomes of a wager under the minimum is not said." in out
    assert "Clause by clause" in out
    assert "clauses say the same under the same number." in out


def test_odds_stand_in_one_line_a_kind() -> None:
    out = told("odds", "us-double-zero/1")

    assert row(out, "straight") == [
        "straight",
        "38",
        "1/38",
        "35",
        "to",
        "1",
        "1/19",
        "(5.263",
        "%)",
        "11988/361",
        "5.7626",
    ]
    assert row(out, "first-five")[6:9] == ["3/38", "(7.895", "%)"]
    assert "straight:17" not in out


def test_odds_of_all_stand_in_one_line_a_position() -> None:
    out = told("odds", "us-double-zero/1", "--all")

    assert row(out, "straight:17")[:5] == ["straight:17", "1/38", "35", "to", "1"]
    assert len([line for line in out.splitlines() if " to 1 " in line]) == 161


def test_stakes_together_show_their_distribution() -> None:
    out = told("odds", "mbs-roulette/3", "--stakes", "17=5,red=10")

    assert "house edge" in out
    assert row(out, "+165")[:2] == ["+165", "1/37"]


def test_several_rulebooks_are_compared_in_columns() -> None:
    out = told("odds", "mbs-roulette/3", "us-double-zero/1")

    assert row(out, "straight")[1:] == [
        "35",
        "to",
        "1",
        "1/37",
        "(2.703",
        "%)",
        "35",
        "to",
        "1",
        "1/19",
        "(5.263",
        "%)",
    ]
    assert row(out, "first-five")[1] == "-"


def test_a_settlement_shows_every_line_and_the_total() -> None:
    out = told("settle", "mbs-roulette/3", "--outcome", "17", "--stakes", "17=500,red=1000")

    assert out.startswith("Roulette (MBS), version 3: the ball rests in 17\n")
    assert row(out, "straight:17") == ["straight:17", "500", "17500", "500", "0", "§4.1"]
    assert row(out, "red") == ["red", "1000", "0", "0", "1000", "§4.1"]
    assert row(out, "total") == ["total", "1500", "17500", "500", "1000"]


def test_a_settlement_says_what_the_document_leaves_open() -> None:
    out = told("settle", "us-double-zero/1", "--outcome", "1", "--stakes", "red=50")

    assert "red: below the minimum of 500 (§L); us-double-zero/1 does not say what follows" in out


def test_a_rulebook_file_is_printed_as_it_stands() -> None:
    assert told("rules", "show", "us-double-zero/1", "--toml") == croupier.rulebook("us-double-zero/1").text
