"""The tree is tidy, and the check bites: every kind of finding is planted once."""

from pathlib import Path

import pytest

from tools import tidy, words

ROOT = Path(__file__).resolve().parents[1]

# In two halves where the check would otherwise find them here.
LEFTOVER = "# TO" + "DO: later\n"
LEFTOVER_TOO = "# FIX" + "ME\n"
ROOT_HOME = "see /ro" + "ot/notes\n"
WORKPLACE = 'FOLDER = "/wo' + 'rk/main"\n'
SOMEONES_HOME = "cd /ho" + "me/ada\n"


def short(case: str) -> str:
    """Name a case in pytest's report without printing five hundred lines."""
    return case.strip()[:30]


def long_function(lines: int) -> str:
    return "def deal() -> None:\n" + "    spin()\n" * (lines - 1)


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        ("src/croupier/lab/exact.py", "x = 1\n" * 501, "501 lines"),
        ("src/croupier/lab/exact.py", long_function(61), "deal has 61 lines"),
        ("tests/lab/test_exact.py", long_function(61), "deal has 61 lines"),
        ("src/croupier/rules/utils.py", "", "'utils' says nothing"),
        ("src/croupier/common/felt.py", "", "'common' says nothing"),
        ("docs/STAGE_1_SUMMARY.md", "", "belongs in the commit"),
        ("tests/test_comprehensive_settle.py", "", "not for the effort"),
        ("tests/test_settle.py", "def test_settle_comprehensive() -> None: ...\n", "not for the effort"),
        ("src/croupier/rules/felt.py", LEFTOVER, "do it"),
        ("README.md", LEFTOVER_TOO, "do it"),
        ("README.md", ROOT_HOME, "a path of one machine"),
        ("tests/test_settle.py", WORKPLACE, "a path of one machine"),
        ("docs/start.md", SOMEONES_HOME, "a path of one machine"),
        ("locks/run.txt", "--index-url https://packages.example/simple\n", "names no host"),
        ("locks/run.txt", "click @ https://packages.example/click.whl\n", "names no host"),
        ("frontend/src/cloth/cloth.css", ".chip {\n  fill: red; stroke: none;\n}\n", "one declaration to a line"),
        ("frontend/src/cloth/cloth.css", ".chip { fill: red; }\n", "one declaration to a line"),
        ("frontend/src/cloth/cloth.css", ".chip { fill: red }\n", "one declaration to a line"),
        ("frontend/src/cloth/cloth.css", f"/* {'x' * 118} */\n", "124 columns"),
        ("frontend/src/cloth/cloth.ts", f"// {'x' * 118}\n", "121 columns"),
        ("frontend/build.mjs", f"// {'x' * 118}\n", "121 columns"),
        ("benchmarks/one.c", f"/* {'x' * 118} */\n", "124 columns"),
        ("src/croupier/one.py", f"ONE = 1  # noqa: {'x' * 110}\n", "127 columns"),
        ("frontend/src/lobby/x.ts", "html`<p>Come in</p>`;\n", "'Come in' stands in a page"),
        ("frontend/src/lobby/x.ts", "html`<p>${x ? html`<b>wins</b>` : y}</p>`;\n", "'wins' stands in a page"),
        ("frontend/src/lobby/x.ts", 'html`<p aria-label="menu">${x}</p>`;\n', "'menu' stands in a page"),
        ("frontend/src/player/x.ts", 'const said = "You have no bet here.";\n', "belongs in frontend/src/words/en"),
        ("frontend/src/wire/x.ts", "throw new Error(`No table ${name}`);\n", "'No table' stands in a page"),
        ("frontend/src/parts.ts", '  tag: "Waiting",\n', "'Waiting' stands in a page"),
        ("src/croupier/rules/felt.py", "import numpy as np\n", "numpy: a pure room"),
        ("src/croupier/rulebooks/read.py", "from msgspec import toml\n", "msgspec: a pure room"),
        ("tools/flips.py", "from tests.audit.houses import evening\n", "tools imports nothing of"),
        ("tools/flips.py", "def run():\n    from tests import audit\n", "tools imports nothing of"),
        ("benchmarks/record.py", "import tests.storage.servers\n", "benchmarks imports nothing of"),
        ("testkit/web/races.py", "from tools.draws import numbered\n", "testkit imports nothing of"),
        ("src/croupier/web/app.py", "from testkit.web import running\n", "src imports nothing of"),
        ("tests/lab/test_guide.py", "from tests.cli.test_help import SPINS\n", "nobody imports a test module"),
        ("tests/lab/test_guide.py", "from tests.cli import test_help\n", "nobody imports a test module"),
        ("tests/lab/test_guide.py", "import tests.cli.test_help\n", "nobody imports a test module"),
    ],
    ids=short,
)
def test_an_untidy_file_is_found(tmp_path: Path, path: str, text: str, words: str) -> None:
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(text, encoding="utf-8")

    found = tidy.findings(tmp_path, [Path(path)])

    assert [finding.path for finding in found] == [Path(path)]
    assert words in str(found[0])


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/croupier/lab/exact.py", "x = 1\n" * 500),
        ("src/croupier/lab/exact.py", long_function(60)),
        ("src/croupier/lab/simulate/run.py", "import numpy as np\n"),
        ("src/croupier/rules/felt.py", "import dataclasses\nfrom croupier.rules.pocket import Pocket\n"),
        ("tests/exact/test_edges.py", "CASE = 1\n" * 501),
        ("tests/wheels/test_forks.py", "from tools import forks\nfrom testkit.web.fuzz import fuzz_frames\n"),
        ("tests/clauses/test_wholeness.py", "from tests.clauses import claims\nfrom x import test_y\n"),
        ("tools/frames.py", "from testkit.web.fuzz import fuzz_frames\n"),
        ("README.md", "https://house.example/home/rules and ./work/notes\n"),
        ("locks/run.txt", "click==8.5.1 \\\n    --hash=sha256:00\n"),
        (
            "frontend/src/cloth/cloth.css",
            "@import url('a;b:c');\n.chip:hover {\n  fill: url(\"x;y\"); /* red; too */\n}\n",
        ),
        ("frontend/src/cloth/cloth.ts", f"// {'x' * 117}\n"),
        ("frontend/src/words/en/lobby.ts", 'export const lead = "Come in, all of you.";\n'),
        ("frontend/src/lobby/x.ts", '// "Come in."\nhtml`<a class="big x" href="#/${y}">${say.lead} croupier</a>`;\n'),
        ("frontend/src/cloth/x.ts", 'if (key === "Enter") send({ type: "lay", how: `${a} ${b}` });\n'),
        ("docs/felt.png", "\udcff\udcfe"),
    ],
    ids=short,
)
def test_a_tidy_file_passes(tmp_path: Path, path: str, text: str) -> None:
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(text, encoding="utf-8", errors="surrogateescape")

    assert tidy.findings(tmp_path, [Path(path)]) == []


GLOSSARY = (ROOT / words.GLOSSARY).read_text("utf-8")


def with_glossary(folder: Path, path: str, text: str) -> list[tidy.Finding]:
    """Look at one file beside the glossary."""
    for name, content in (("docs/glossary.md", GLOSSARY), (path, text)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return tidy.findings(folder, [Path(path)])


@pytest.mark.parametrize(
    ("path", "text", "finding"),
    [
        ("src/croupier/web/app.py", "class TableHouse: ...\n", "TableHouse: the glossary has `LiveTables`"),
        ("src/croupier/web/table_pages.py", "", "table_pages: the glossary has `web/api`"),
        ("src/croupier/web/app.py", "class TablePages: ...\n", "TablePages: the glossary has"),
        ("src/croupier/web/api/shapes.py", "class Page: ...\n", "Page: the glossary has"),
        ("src/croupier/web/shapes.py", "class TableTold: ...\n", "TableTold: the glossary has `*Out`"),
        ("testkit/web/shapes.py", "class TableTold: ...\n", "TableTold: the glossary has `*Out`"),
        ("frontend/src/wire/types.ts", "export interface HouseTold {\n", "HouseTold: the glossary has"),
        ("src/croupier/web/office.py", "def table() -> None:\n    told = 1\n", "told: the glossary has"),
        ("src/croupier/web/shapes.py", "class LimitAsked: ...\n", "LimitAsked: the glossary has `*In`"),
        ("src/croupier/web/api/shapes.py", "class ReadingOut: ...\n", "ReadingOut: the glossary has meaning"),
        ("src/croupier/storage/store.py", "def open() -> None:\n    reading = 1\n", "reading: the glossary has"),
        ("src/croupier/storage/store.py", "def open(reading: int) -> None: ...\n", "reading: the glossary has"),
        ("frontend/src/staff/x.ts", "  private reading = false;\n", "reading: the glossary has"),
        ("src/croupier/web/live/socket.py", "class SocketLine: ...\n", "SocketLine: the glossary has `Connection`"),
        ("src/croupier/web/metrics.py", "class MeterCounter: ...\n", "MeterCounter: the glossary has metrics"),
        ("src/croupier/storage/store.py", "def found() -> None: ...\n", "found: the glossary has `begin`"),
        ("src/croupier/audit/x.py", "class Found: ...\n", "Found: the glossary has `Reporter`"),
        ("src/croupier/lab/custom.py", "class Own: ...\n", "Own: the glossary has `CustomSystem`"),
        ("src/croupier/web/own_rulebooks.py", "", "own_rulebooks: the glossary has `house_rulebooks`"),
        ("src/croupier/lab/lanes.py", "SPINS, ODD = range(2)\n", "ODD: the glossary has overflowed"),
        ("src/croupier/lab/markov/graph.py", "class Chain: ...\n", "Chain: the glossary has markov"),
        ("src/croupier/lab/arrays.py", "class Tables: ...\n", "Tables: the glossary has `RulesetArrays`"),
        ("src/croupier/web/office.py", "def desk_of() -> None: ...\n", "desk_of: the glossary has office"),
        ("frontend/src/staff/x.ts", "export class StaffDesk {\n", "StaffDesk: the glossary has office"),
        ("src/croupier/web/app.py", "class FrontOffice: ...\n", "FrontOffice: the glossary has `Office`"),
        ("src/croupier/rules/rulebook.py", "class Examine: ...\n", "Examine: the glossary has `try_parse`"),
        ("src/croupier/web/live/x.py", "class Floor: ...\n", "Floor: the glossary has `Broadcast`"),
        ("src/croupier/web/live/x.py", "class SocketSeat: ...\n", "SocketSeat: the glossary has"),
        ("src/croupier/web/access/x.py", "class Doors: ...\n", "Doors: the glossary has `SignIn`"),
        ("src/croupier/storage/x.py", "class Bell: ...\n", "Bell: the glossary has `Notifications`"),
        ("src/croupier/storage/x.py", "class ReceiptAttic: ...\n", "ReceiptAttic: the glossary has"),
        ("src/croupier/storage/x.py", "class Books: ...\n", "Books: the glossary has `StoredRulesets`"),
        ("src/croupier/x.py", "class UnknownRulesetError: ...\n", "UnknownRulesetError: the glossary has"),
        ("src/croupier/web/x.py", "NOBODYS = 1\n", "NOBODYS: the glossary has `RESERVED_NAMES`"),
        ("src/croupier/table/x.py", "PASSES_ONCE = 1\n", "PASSES_ONCE: the glossary has"),
        ("src/croupier/rules/x.py", "SAYS_WHAT_FOLLOWS = 1\n", "SAYS_WHAT_FOLLOWS: the glossary has"),
        ("src/croupier/house/x.py", "def too_near() -> None: ...\n", "too_near: the glossary has"),
        ("src/croupier/house/x.py", "def strangers() -> None: ...\n", "strangers: the glossary has"),
        ("src/croupier/house/x.py", "class Between: ...\n", "Between: the glossary has"),
        ("src/croupier/table/x.py", "def of_tuple() -> None: ...\n", "of_tuple: the glossary has"),
        ("src/croupier/table/made.py", "", "made: the glossary has `fast`"),
        ("src/croupier/table/x.py", "def of_fields() -> None: ...\n", "of_fields: the glossary has"),
        ("src/croupier/web/socket.py", 'def close() -> int:\n    """Give the code."""\n', "it does not give"),
        ("tests/web/test_x.py", 'def closed() -> int:\n    """Give the code."""\n', "it does not give"),
        (
            "docs/glossary.md",
            GLOSSARY.replace("## Second", "| seat | a chair | | |\n\n## Second", 1),
            "'seat' is explained twice",
        ),
        (
            "docs/glossary.md",
            GLOSSARY.replace("| a player's place at a table |", "| a player's place; and a chair |", 1),
            "'seat' has two meanings",
        ),
    ],
    ids=short,
)
def test_a_word_that_the_glossary_has_replaced_is_found(tmp_path: Path, path: str, text: str, finding: str) -> None:
    (found,) = with_glossary(tmp_path, path, text)

    assert finding in str(found)


def test_every_replaced_name_is_planted_above() -> None:
    (mark,) = test_a_word_that_the_glossary_has_replaced_is_found.pytestmark  # type: ignore[attr-defined]
    planted = [(Path(path), name) for path, text, _ in mark.args[1] for name in words.defined(Path(path), text)]

    glossary = words.read_glossary(GLOSSARY)
    missed = [one.word for one in glossary.replaced if not any(one.hits(path, name) for path, name in planted)]
    assert missed == []


PHRASES = [phrase for phrase, _ in words.read_glossary(GLOSSARY).phrases]


@pytest.mark.parametrize("phrase", PHRASES)
@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/croupier/web/socket.py", '"""One {}, as it was."""\n'),
        ("testkit/web/socket.py", "# One {}, as it was.\n"),
        ("tests/web/test_socket.py", "x = 1  # One {}, as it was.\n"),
        ("frontend/src/wire/socket.ts", "// One {}, as it was.\n"),
        ("docs/operating.md", "One {}, as it was.\n"),
        ("README.md", "One {}, as it was.\n"),
        ("src/croupier/rulebooks/new-1.toml", 'note = "One {}, as it was."\n'),
    ],
    ids=short,
)
def test_a_phrase_that_the_glossary_has_replaced_is_found(tmp_path: Path, path: str, text: str, phrase: str) -> None:
    (found,) = with_glossary(tmp_path, path, text.format(phrase))

    assert f"{phrase!r}: the glossary has" in str(found)


def test_a_phrase_is_found_across_lines_and_in_any_case(tmp_path: Path) -> None:
    (found,) = with_glossary(tmp_path, "src/croupier/web/socket.py", '"""Fine.\n\nWhoever is Shown\nthe door."""\n')

    assert "disconnected" in str(found)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/croupier/rules/clause.py", "class Reading: ...\n"),
        ("src/croupier/rules/position.py", 'class Kind:\n    ODD = "odd"\n'),
        ("src/croupier/client/house.py", "class HouseClient: ...\n"),
        ("src/croupier/web/socket.py", "def open(house: str) -> None:\n    line = house\n"),
        ("src/croupier/storage/chain.py", "class Chain: ...\n"),
        ("tests/web/test_views.py", "def test_a_told_house_is_shown_its_reading() -> None: ...\n"),
        ("frontend/src/wire/generated.ts", "export interface TableTold {\n"),
        ("src/croupier/web/socket.py", 'def end() -> None:\n    """Give up for good."""\n'),
        ("src/croupier/web/socket.py", 'SAID = "shown the door"\n'),
    ],
    ids=short,
)
def test_a_word_in_its_place_passes(tmp_path: Path, path: str, text: str) -> None:
    assert with_glossary(tmp_path, path, text) == []


def test_the_glossary_is_read_whole() -> None:
    glossary = words.read_glossary(GLOSSARY)

    assert {"house", "reading", "line", "told", "meters", "found", "odd", "chain", "tables", "own", "desk"} <= set(
        glossary.words
    )
    assert {"House", "Told", "told", "reading(s)"} <= {one.word for one in glossary.replaced}
    assert glossary.phrases
