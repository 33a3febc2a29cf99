"""A report is one file that says everything, the same each time, and asks nobody for anything."""

import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import croupier
from croupier.lab import Flat, Martingale, Paroli, Plan, limits_for_all, play
from croupier.lab.bias import assess, spins
from croupier.lab.comparison import Side, of_results, paths, ruin_by_bankroll, side
from croupier.lab.custom import CustomSystem
from croupier.lab.custom_file import custom_from_file
from croupier.lab.reports.report import Study, html
from croupier.lab.simulate.run import simulate
from croupier.lab.simulate.streams import outcomes
from croupier.lab.systems import SYSTEMS

MBS = croupier.rulebook("mbs-roulette/3")
US = croupier.rulebook("us-double-zero/1")
VOID = {"br", "circle", "hr", "image", "img", "line", "link", "meta", "path", "rect", "use"}


def plan(system: object = None, **more: object) -> Plan:
    terms = {"bankroll": 1000, "spins": 30, "limits": limits_for_all(10, 500), **more}
    return Plan(MBS, system or Martingale(), {"red": 10}, **terms)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def study() -> Study:
    labels = [MBS.pockets[place] for place in np.random.default_rng(1).integers(0, 37, 150)]
    main = side(plan())
    return Study(
        command='croupier report mbs-roulette/3 --bet "red" <&>',
        seed=4,
        sides=(main, side(plan(Flat())), of_results(simulate(plan(Paroli()), 500, 4))),
        paths=paths(plan(), sessions=20, seed=4),
        ruin=ruin_by_bankroll(plan(), points=5),
        findings=assess(spins(MBS, labels), draws=199),
        spins_name="spins.csv",
    )


@pytest.fixture(scope="module")
def page(study: Study) -> str:
    return html(study)


class Tags(HTMLParser):
    """Hold every start tag to its end tag, and note what would be fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.ids: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name in {"src", "href", "xlink:href", "srcset", "action"} and not (value or "").startswith(
                ("#", "data:")
            ):
                self.fetched.append(f"{tag} {name}={value}")
            if name == "id":
                self.ids.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    tags.close()
    assert tags.open == []
    return tags


def test_it_is_well_formed_and_fetches_nothing(page: str) -> None:
    tags = read(page)

    assert tags.fetched == []
    assert not re.search(r"url\((?!#)|@import|<script|<iframe|\bon\w+=", page)
    assert "default-src 'none'" in page
    assert len(tags.ids) == len(set(tags.ids))


def test_it_is_the_same_each_time(study: Study, page: str) -> None:
    assert html(study) == page


def test_it_has_the_exact_figures(study: Study, page: str) -> None:
    main: Side = study.sides[0]

    assert f"{main.mean_gain:,.4f} ±" in page
    assert f"{100 * main.ruin:.3f} %" in page
    assert "19/37" in page
    assert "1/37 (2.703 %)" in page
    assert page.count("exact calculation") >= 3
    assert "500 simulated sessions" in page


def test_it_says_on_what_terms_and_by_which_clauses(page: str) -> None:
    words = " ".join(" ".join(read(page).words).split())

    assert "Limits in force: given for this study" in words
    assert MBS.digest in words
    for number in ("3.4.11", "4.1"):
        assert f"§{number} " in words
        assert MBS.clauses[number].summary in words


def test_it_names_its_command_safely(page: str) -> None:
    assert "croupier report mbs-roulette/3 --bet &quot;red&quot; &lt;&amp;&gt;" in page
    assert "<&>" not in page


def test_it_tells_of_the_wheel_without_claiming_much(page: str) -> None:
    assert "The wheel: 150 spins from spins.csv" in page
    assert "Nothing was found in these 150 spins" in page
    assert "To find nothing is not to show that the wheel is fair." in page


def test_it_prints(page: str) -> None:
    assert "@media print" in page
    assert "break-inside: avoid" in page


def test_a_rulebooks_own_limits_are_cited() -> None:
    terms = Plan(US, Flat(), {"red": 500, "17": 100}, bankroll=50_000, spins=5)

    made = html(Study("croupier report", 0, [side(terms)]))

    assert "Limits in force: the rulebook&#x27;s own" in made
    assert "<td>§L</td>" in made


def test_paths_are_the_sessions_that_are_simulated() -> None:
    """What is drawn ends where the simulation of the same seed ends."""
    ends = paths(plan(), sessions=300, seed=9)[:, -1]

    played = simulate(plan(), 300, 9)

    assert int(ends.sum()) - 300 * 1000 == played.tally.gain.total
    assert sorted(set(ends.tolist())) == [amount for amount, _ in played.distribution()]


def test_a_path_is_every_bankroll_of_its_session_and_stays_at_the_last() -> None:
    """Settled pocket by pocket on the same stream, each session takes the same way."""
    terms, early = plan(target=1150), 0
    for session, path in enumerate(paths(terms, sessions=40, seed=9)):
        played = play(terms, (MBS.pockets[place] for place in outcomes(9, session, 37)))
        assert path.tolist() == [*played.path, *[played.bankroll] * (terms.spins - played.spins)]
        early += played.spins < terms.spins
    assert 0 < early < 40, "some end before the last spin and some do not"


def test_ruin_by_bankroll_is_the_ruin_of_each() -> None:
    found = ruin_by_bankroll(plan(), points=5)

    assert found is not None
    bankrolls, chances = found
    assert len(bankrolls) > 3
    for bankroll, chance in zip(bankrolls.tolist(), chances.tolist(), strict=True):
        assert chance == side(plan(bankroll=bankroll)).ruin


def doubling(state: tuple[int, ...] = (1,), laid: int = 1, won: bool = True) -> tuple[int, ...]:
    return (1,) if won else (2 * laid,)  # & so on


@pytest.fixture(scope="module")
def words() -> str:
    """The words of a page about that."""
    made = of_results(simulate(plan(CustomSystem(doubling)), 300, 4, engine="python"))
    return " ".join(read(html(Study(command="c", seed=4, sides=(made,)))).words)


class TestASystemOfOnesOwn:
    def test_its_source_is_on_the_page(self, words: str) -> None:
        assert "return (1,) if won else (2 * laid,)  # & so on" in words
        assert "It begins with (1,), the first of these the units wanted" in words

    def test_a_sampled_share_is_not_said_to_be_the_lasting_one(self, words: str) -> None:
        assert "In the 300 sessions played, a session " in words
        assert "In the long run it is 2.70 %, and no order of stakes changes that" in words
        assert "changes that share" not in words

    def test_a_function_without_source_is_said_to_have_none(self) -> None:
        made = of_results(simulate(plan(CustomSystem(lambda *_asked: (1,), (1,))), 20, 4))

        assert "Its source is not at hand." in html(Study(command="c", seed=4, sides=(made,)))


def test_all_of_a_file_is_shown(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("MOST = 3\n\n\ndef mine(state=(1,), laid=1, won=True):\n    return (MOST,)\n", "utf-8")

    assert custom_from_file(str(file), None).source == file.read_text("utf-8")


def test_a_class_is_told_what_the_system_does_what_is_assumed_and_what_to_ask() -> None:
    plan = Plan(croupier.rulebook("mbs-roulette/3"), Martingale(), {"red": 100}, bankroll=3_100, spins=30)
    page = html(Study(command="croupier report", seed=0, sides=[side(plan)]))

    assert "double after every loss" in page
    assert "Each of the 37 pockets is equally likely on every spin, and no spin depends on those before it." in page
    assert "have less than one unit left" in page
    assert page.count("<li>") == 3
    assert f"(19/37) to the power of 6 is {(19 / 37) ** 6:.4f}" in page


def test_every_system_is_described() -> None:
    assert all(system.does.endswith(".") for system in SYSTEMS.values())
