"""What people write for a bet, and what nobody can mean."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import AmbiguousPositionError, CroupierError, Kind, Position, Ruleset, UnknownPositionError
from croupier.rules.notation import LENGTH_MAX
from croupier.rules.position import INSIDE, SERIES
from testkit import strategies

V3 = croupier.rulebook("mbs-roulette/3")
R360 = croupier.rulebook("rws-roulette-360/1")
SANDS = croupier.rulebook("mbs-sands-roulette/1")
US = croupier.rulebook("us-double-zero/1")

every_ruleset = pytest.mark.parametrize("ruleset", croupier.rulebooks(), ids=lambda ruleset: ruleset.ref)

EVERYWHERE = {
    "17": "straight:17",
    " 17 ": "straight:17",
    "straight 17": "straight:17",
    "straight up 17": "straight:17",
    "single 17": "straight:17",
    "straight:17": "straight:17",
    "0": "straight:0",
    "17/20": "split:17-20",
    "20/17": "split:17-20",
    "17-20": "split:17-20",
    "17 20": "split:17-20",
    "17,20": "split:17-20",
    "17+20": "split:17-20",
    "17 / 20": "split:17-20",
    "17, 20": "split:17-20",
    "split 17/20": "split:17-20",
    "split:20-17": "split:17-20",
    "Split: 17 - 20": "split:17-20",
    "17–20": "split:17-20",
    "17—20": "split:17-20",
    "17−20": "split:17-20",
    "17‐20": "split:17-20",  # noqa: RUF001 - a hyphen that is not the keyboard's
    "17\t20": "split:17-20",
    "17\u00a020": "split:17-20",
    "0/1": "split:0-1",
    "1/0": "split:0-1",
    "1-4": "split:1-4",
    "12 15": "split:12-15",
    "12/11": "split:11-12",
    "1-2-3": "street:1-2-3",
    "1-3": "street:1-2-3",
    "street 1-3": "street:1-2-3",
    "3 2 1": "street:1-2-3",
    "0-1-2": "street:0-1-2",
    "trio 0/1/2": "street:0-1-2",
    "8-9-11-12": "corner:8-9-11-12",
    "corner 12/11/9/8": "corner:8-9-11-12",
    "square 8 9 11 12": "corner:8-9-11-12",
    "1-6": "six-line:1-2-3-4-5-6",
    "six line 1-6": "six-line:1-2-3-4-5-6",
    "six-line 1-6": "six-line:1-2-3-4-5-6",
    "sixline 1-6": "six-line:1-2-3-4-5-6",
    "double street 1-6": "six-line:1-2-3-4-5-6",
    "line 1-2-3-4-5-6": "six-line:1-2-3-4-5-6",
    "six line 1–6": "six-line:1-2-3-4-5-6",
    "1st 12": "dozen:1",
    "2nd 12": "dozen:2",
    "3rd 12": "dozen:3",
    "1ST 12": "dozen:1",
    "first 12": "dozen:1",
    "second dozen": "dozen:2",
    "3rd dozen": "dozen:3",
    "dozen 2": "dozen:2",
    "doz 2": "dozen:2",
    "d2": "dozen:2",
    "dozen:2": "dozen:2",
    "dozen: 2nd": "dozen:2",
    "1-12": "dozen:1",
    "13-24": "dozen:2",
    "25 36": "dozen:3",
    "col 2": "column:2",
    "col2": "column:2",
    "c2": "column:2",
    "C 2": "column:2",
    "column 2": "column:2",
    "column 2nd": "column:2",
    "second column": "column:2",
    "3rd col": "column:3",
    "low": "low",
    "LOW": "low",
    "1-18": "low",
    "1–18": "low",
    "1 to 18": "low",
    "1 - 18": "low",
    "high": "high",
    "19-36": "high",
    "19 to 36": "high",
    "odd": "odd",
    "Even": "even",
    "red": "red",
    "  Black": "black",
}

ON_THIS_FELT = [
    (US, "First Five Numbers", "first-five:00-0-1-2-3"),
    (US, "hot corner", "first-five:00-0-1-2-3"),
    (US, "Three Numbers 1-2-3", "street:1-2-3"),
    (US, "four numbers 8-9-11-12", "corner:8-9-11-12"),
    (US, "Four corners: 8-9-11-12", "corner:8-9-11-12"),
    (US, "six numbers 1-6", "six-line:1-2-3-4-5-6"),
    (R360, "Three Number Series Bet 2-4-21", "series-3:2-4-21"),
    (R360, "four number series 0 32 15 19", "series-4:0-15-19-32"),
    (R360, "six number series: 2-4-15-19-21-32", "series-6:2-4-15-19-21-32"),
    (R360, "Line Bet 1-6", "six-line:1-2-3-4-5-6"),
    (V3, "red bet", "red"),
    (V3, "dozens 2", "dozen:2"),
    (V3, "0/3", "split:0-3"),
    (V3, "0-1-2-3", "corner:0-1-2-3"),
    (V3, "corner 3 2 1 0", "corner:0-1-2-3"),
    (R360, "4 21 2", "series-3:2-4-21"),
    (R360, "series 4/21/2", "series-3:2-4-21"),
    (R360, "series-3:21-4-2", "series-3:2-4-21"),
    (R360, "0 32 15 19", "series-4:0-15-19-32"),
    (R360, "series 19 15 32 0", "series-4:0-15-19-32"),
    (R360, "32-15-19-4-21-2", "series-6:2-4-15-19-21-32"),
    (SANDS, "S", "straight:S"),
    (SANDS, "s", "straight:S"),
    (SANDS, "s/00", "split:S-00"),
    (SANDS, "0/00", "split:00-0"),
    (SANDS, "street S/0/00", "street:S-00-0"),
    (SANDS, "trio:00-0-S", "street:S-00-0"),
    (SANDS, "green", "green"),
    (SANDS, "green:0-00-S", "green"),
    (SANDS, "top line", "top-line:S-00-0-1-2-3"),
    (SANDS, "top-line", "top-line:S-00-0-1-2-3"),
    (SANDS, "1/2/3/0/00/S", "top-line:S-00-0-1-2-3"),
    (US, "00", "straight:00"),
    (US, "0/00", "split:00-0"),
    (US, "00-0", "split:00-0"),
    (US, "0/00@courtesy", "split:00-0"),
    (US, "split:00-0@courtesy", "split:00-0"),
    (US, "00/0@Courtesy", "split:00-0"),
    (US, "first five", "first-five:00-0-1-2-3"),
    (US, "first-five", "first-five:00-0-1-2-3"),
    (US, "0-00-1-2-3", "first-five:00-0-1-2-3"),
    (US, "0/2/00", "street:00-0-2"),
]

NOWHERE = [
    "",
    " ",
    "-",
    "/",
    ":",
    "@",
    ":17",
    "12:1",
    "17:",
    "-17",
    "17-",
    "/17",
    "17/20/",
    "37",
    "99",
    "017",
    "1e1",
    "17.0",
    "0x11",
    "17/17",
    "17-17",
    "17/20/17",
    "17/22",
    "20-17-14",
    "18-1",
    "2-19",
    "17 and 20",
    "17&20",
    "17;20",
    "17=5",
    "split",
    "split 17",
    "split:17",
    "split 8-9-11-12",
    "corner 17/20",
    "street:17-20",
    "straight:17-20",
    "six line 1",
    "column",
    "col 0",
    "col 4",
    "c",
    "column:1-2",
    "dozen 12",
    "4th 12",
    "12 12",
    "2 to 1",
    "red:1",
    "red black",
    "reds",
    "rouge",
    "17@courtesy",
    "straight:17@",
    "None",
    "null",
    "true",
    "__proto__",
    "../../17",
]

DISGUISED = {
    "digits of Arabic": "١٧",  # noqa: RUF001 - that they look alike is the point
    "digits of Devanagari": "१७",
    "fullwidth digits": "１７",  # noqa: RUF001 - the same
    "mathematical digits": "𝟏𝟕",  # noqa: RUF001 - the same
    "superscript digits": "¹⁷",
    "circled digits": "①⑦",
    "a Roman numeral": "Ⅷ",
    "a fullwidth slash": "17／20",  # noqa: RUF001 - the same
    "a Cyrillic letter": "rеd",  # noqa: RUF001 - the same
    "a zero-width space": "1\u200b7",
    "a right-to-left mark": "\u200f17",
    "a byte order mark": "\ufeff17",
    "a long s": "\u017f",
    "a Kelvin sign": "blac\u212a",
    "a combining mark": "17\u0301",
    "a lone surrogate": "17\ud800",
}

CONTROLS = [
    "17\x1f20",
    "17\x1c",
    "17\x00",
    "\x0017",
    "\x00",
    "1\x007",
    "\x1b[31m17",
    "17\x08",
    "\x7f17",
    "red\x00",
    "17\x9b",
]


class TestWhatPeopleWrite:
    """A position's name, its label on the felt, or the pockets that it alone covers."""

    @every_ruleset
    @pytest.mark.parametrize(("words", "name"), EVERYWHERE.items(), ids=map(repr, EVERYWHERE))
    def test_the_words_name_the_position_on_every_felt(self, ruleset: Ruleset, words: str, name: str) -> None:
        assert ruleset.position(words).name == name

    @pytest.mark.parametrize(("ruleset", "words", "name"), ON_THIS_FELT, ids=lambda value: getattr(value, "ref", None))
    def test_the_words_name_the_position_on_this_felt(self, ruleset: Ruleset, words: str, name: str) -> None:
        assert ruleset.position(words).name == name

    @every_ruleset
    def test_every_position_answers_to_its_own_name_in_any_case(self, ruleset: Ruleset) -> None:
        for name, position in ruleset.positions.items():
            assert ruleset.position(name) is position
            assert ruleset.position(f"  {name.upper()} ") is position

    @every_ruleset
    def test_every_second_spot_answers_to_its_name(self, ruleset: Ruleset) -> None:
        for position in ruleset.positions.values():
            for spot in position.placements:
                assert ruleset.position(spot) is position

    @every_ruleset
    def test_every_box_answers_to_its_label_unless_several_share_it(self, ruleset: Ruleset) -> None:
        for rail in ruleset.rails:
            for box in rail.boxes:
                if box.label == "2 to 1":
                    with pytest.raises(UnknownPositionError):
                        ruleset.position(box.label)
                else:
                    assert ruleset.position(box.label).name == box.name


class TestWhatNobodyMeans:
    """Words that name nothing are refused with a hint, and never with a guess."""

    @every_ruleset
    @pytest.mark.parametrize("words", NOWHERE, ids=repr)
    def test_the_words_name_nothing_on_any_felt(self, ruleset: Ruleset, words: str) -> None:
        with pytest.raises(UnknownPositionError):
            ruleset.position(words)

    @every_ruleset
    @pytest.mark.parametrize("words", DISGUISED.values(), ids=DISGUISED)
    def test_a_look_alike_is_not_the_thing(self, ruleset: Ruleset, words: str) -> None:
        with pytest.raises(UnknownPositionError):
            ruleset.position(words)

    @every_ruleset
    @pytest.mark.parametrize("words", CONTROLS, ids=repr)
    def test_control_characters_are_refused_and_not_repeated(self, ruleset: Ruleset, words: str) -> None:
        with pytest.raises(UnknownPositionError) as refused:
            ruleset.position(words)

        assert str(refused.value).isprintable()

    @every_ruleset
    @pytest.mark.parametrize("words", ["17" * 5_000, " " * 10_000 + "17", "1-" * 5_000, "\x00" * 10_000])
    def test_ten_thousand_characters_are_refused_in_few(self, ruleset: Ruleset, words: str) -> None:
        assert len(words) >= 10_000
        with pytest.raises(UnknownPositionError, match="at most 200 characters") as refused:
            ruleset.position(words)

        assert len(str(refused.value)) < 100

    def test_the_longest_name_of_all_is_far_from_too_long(self) -> None:
        longest = max((name for ruleset in croupier.rulebooks() for name in ruleset.positions), key=len)
        assert len(longest) < LENGTH_MAX / 4
        assert V3.position("17".rjust(LENGTH_MAX)).name == "straight:17"
        with pytest.raises(UnknownPositionError):
            V3.position("17".rjust(LENGTH_MAX + 1))

    @every_ruleset
    @pytest.mark.parametrize("words", [17, 17.0, None, True, b"17", ("17", "20"), ["17"]], ids=repr)
    def test_what_is_not_text_is_refused(self, ruleset: Ruleset, words: object) -> None:
        with pytest.raises(UnknownPositionError):
            ruleset.position(words)  # type: ignore[arg-type]

    @pytest.mark.parametrize("words", ["00", "straight:00", "0/00", "split:00-0", "S", "top line", "first five"])
    def test_a_felt_with_one_zero_has_no_other(self, words: str) -> None:
        for ruleset in croupier.rulebooks()[:3]:
            with pytest.raises(UnknownPositionError):
                ruleset.position(words)

    def test_a_felt_without_series_has_none(self) -> None:
        for ruleset in (V3, SANDS, US):
            for words in ("4 21 2", "series 4 21 2", "series-4:0-15-19-32"):
                with pytest.raises(UnknownPositionError):
                    ruleset.position(words)


class TestAdvice:
    """A refusal says what would be right."""

    def test_a_pocket_that_is_missing_is_named(self) -> None:
        with pytest.raises(UnknownPositionError, match="this wheel has no pocket 00"):
            V3.position("0/00")

    def test_numbers_that_do_not_touch_are_told_what_is_near(self) -> None:
        with pytest.raises(UnknownPositionError, match="near are split:0-1, split:0-3, corner:0-1-2-3"):
            V3.position("0-1-3")

    def test_words_without_numbers_are_told_how_to_write(self) -> None:
        with pytest.raises(UnknownPositionError, match="write it like 17, 17/20"):
            V3.position("the moon")

    def test_a_missing_second_spot_is_told_where_there_is_one(self) -> None:
        with pytest.raises(UnknownPositionError, match="there is split:00-0@courtesy"):
            US.position("17/20@courtesy")
        with pytest.raises(UnknownPositionError, match="none on this felt"):
            V3.position("0/1@courtesy")


class TestAmbiguous:
    """Words that fit two bets are refused, and both are named."""

    @pytest.mark.parametrize("words", ["S/0/00", "0-00-S", "s 00 0"])
    def test_the_three_zeros_of_sands_are_a_street_and_a_green(self, words: str) -> None:
        with pytest.raises(AmbiguousPositionError, match="can be street:S-00-0 or green; write which one"):
            SANDS.position(words)

    @every_ruleset
    def test_nothing_else_is_ambiguous(self, ruleset: Ruleset) -> None:
        for position in ruleset.positions.values():
            if set(position.pockets) != {"S", "00", "0"}:
                assert ruleset.position("-".join(position.pockets)) is position


def is_named_by_its_pockets(position: Position) -> bool:
    return position.kind in INSIDE or position.kind in SERIES or position.kind is Kind.GREEN


@st.composite
def spellings(draw: st.DrawFn) -> tuple[Ruleset, Position, list[str], str]:
    """A position whose name lists its pockets, those pockets in any order, and something to join them."""
    ruleset = draw(strategies.rulesets)
    position = draw(st.sampled_from([p for p in ruleset.positions.values() if is_named_by_its_pockets(p)]))
    separator = draw(st.sampled_from(["-", "/", " ", ",", "+", ", ", " / ", "\u2013", " \u2212 ", "--"]))
    return ruleset, position, draw(st.permutations([str(pocket) for pocket in position.pockets])), separator


class TestAnyText:
    """What holds whatever is written."""

    @given(spellings())
    def test_the_pockets_in_any_order_with_their_kind_find_the_position(
        self, spelled: tuple[Ruleset, Position, list[str], str]
    ) -> None:
        ruleset, position, pockets, separator = spelled
        assert ruleset.position(f"{position.kind}:{separator.join(pockets)}") is position

    @given(spellings())
    def test_the_pockets_in_any_order_find_the_position_or_name_all_they_fit(
        self, spelled: tuple[Ruleset, Position, list[str], str]
    ) -> None:
        ruleset, position, pockets, separator = spelled
        fitting = [p.name for p in ruleset.positions.values() if set(p.pockets) == set(pockets)]
        if len(fitting) == 1:
            assert ruleset.position(separator.join(pockets)) is position
        else:
            with pytest.raises(AmbiguousPositionError, match=" or ".join(fitting)):
                ruleset.position(separator.join(pockets))

    @given(strategies.rulesets, st.text(max_size=250))
    def test_arbitrary_text_raises_nothing_of_its_own(self, ruleset: Ruleset, words: str) -> None:
        self.found_or_refused(ruleset, words)

    @given(strategies.rulesets, st.text("0123456789 -/:,@+Ssdcol12fivernap\u2013", max_size=40))
    def test_text_that_almost_names_something_raises_nothing_of_its_own(self, ruleset: Ruleset, words: str) -> None:
        self.found_or_refused(ruleset, words)

    @given(
        strategies.rulesets,
        st.lists(st.sampled_from([*EVERYWHERE, *NOWHERE, ":", "@courtesy", "12", "1st"]), max_size=4).map(" ".join),
    )
    def test_known_words_in_a_heap_raise_nothing_of_their_own(self, ruleset: Ruleset, words: str) -> None:
        self.found_or_refused(ruleset, words)

    @staticmethod
    def found_or_refused(ruleset: Ruleset, words: str) -> None:
        try:
            found = ruleset.position(words)
        except CroupierError as refused:
            assert str(refused).isprintable()  # noqa: PT017 - a refusal is as good an answer as a position
        else:
            assert ruleset.positions[found.name] is found


ADVICE = [
    (V3, "dozen:4", "of this kind there is dozen:1, dozen:2, dozen:3"),
    (V3, "col 9", "of this kind there is column:1, column:2, column:3"),
    (V3, "dozen", "of this kind there is dozen:1, dozen:2, dozen:3"),
    (V3, "street 4", "a street is written with all its numbers; near are street:4-5-6,"),
    (V3, "split 5", "a split is written with all its numbers; near are split:2-5, split:4-5, split:5-6"),
    (V3, "corner", "a corner is written with all its numbers, such as corner:0-1-2-3"),
    (V3, "street 1-37", "this wheel has no pocket 37"),
    (V3, "1/37", "this wheel has no pocket 37"),
    (V3, "top line", "this felt has no top-line"),
    (V3, "series 2-4-21", "this felt has no series"),
    (US, "first five 1-2-3", "of this kind there is first-five:00-0-1-2-3"),
    (V3, "split 5-17", "no line or point of this felt joins these numbers; near are split:2-5, split:4-5, split:5-6"),
    (R360, "series 2-4", "a series is written with all its numbers; near are series-3:2-4-21,"),
    (V3, "0/1/3", "no line or point of this felt joins these numbers; near are split:0-1, split:0-3, corner:0-1-2-3"),
    (V3, "foo:1", "'foo:1' names no position; write it like 17,"),
    (V3, "4th 12", "'4th 12' names no position; write it like 17,"),
]


@pytest.mark.parametrize(("ruleset", "words", "advice"), ADVICE, ids=[words for _, words, _ in ADVICE])
def test_a_no_says_what_would_be_right(ruleset: Ruleset, words: str, advice: str) -> None:
    with pytest.raises(UnknownPositionError) as caught:
        ruleset.position(words)

    assert advice in str(caught.value)
    assert str(caught.value).startswith(repr(words))
