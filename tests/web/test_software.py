"""The software is the one that was approved: whatever else is there stops the start, and is named."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

from croupier import __version__
from croupier.audit.audit import audit
from croupier.house.faults import HouseFault
from croupier.storage.places import RECORD
from croupier.storage.raw_sqlite import open_raw_sqlite
from croupier.web import software
from croupier.web.software import Software, check_approved, differing, installed, part_of, read_approved, write_approved
from testkit.cli import command
from testkit.web.running import play, running

FEW = Software(
    {"croupier/web/app.py": "a" * 64, "croupier/rulebooks/x.toml": "b" * 64, "croupier/web/static/i.js": "c" * 64}
)


def test_every_file_of_the_package_is_in_it_and_belongs_to_one_part() -> None:
    here = installed()

    assert {part_of(path) for path in here.digests} == {"code", "rulebooks", "pages"}
    assert part_of("croupier/rulebooks/mbs-roulette-3.toml") == "rulebooks"
    assert part_of("croupier/web/static/index.html") == "pages"
    root = Path(software.__file__).parents[2]
    assert here.digests["croupier/web/software.py"] == hashlib.sha256(Path(software.__file__).read_bytes()).hexdigest()
    assert not [path for path in here.digests if "__pycache__" in path or not (root / path).is_file()]


def test_the_digest_of_a_part_changes_with_any_byte_and_any_name_in_it() -> None:
    before = FEW.parts()

    changed = Software({**FEW.digests, "croupier/web/app.py": "d" * 64}).parts()
    renamed = Software({**FEW.digests, "croupier/web/static/j.js": "c" * 64}).parts()

    assert [part for part in before if changed[part] != before[part]] == ["code"]
    assert [part for part in before if renamed[part] != before[part]] == ["pages"]


def test_what_differs_is_named(tmp_path: Path) -> None:
    other = Software(
        {"croupier/web/app.py": "e" * 64, "croupier/rulebooks/x.toml": "b" * 64, "croupier/new.py": "f" * 64}
    )

    assert differing(FEW, other) == [
        "croupier/new.py is not approved (code)",
        "croupier/web/app.py differs (code)",
        "croupier/web/static/i.js is missing (pages)",
    ]
    write_approved(FEW, str(tmp_path / "approved"))
    check_approved(str(tmp_path / "approved"), FEW)
    with pytest.raises(HouseFault, match=r"approved approves: croupier/new.py is not approved \(code\); croupier/web"):
        check_approved(str(tmp_path / "approved"), other)


@pytest.mark.parametrize("text", ["", "x", "a" * 64, f"{'a' * 64} one-blank", f"{'a' * 64}  x\n{'a' * 64}  x"])
def test_what_is_no_list_is_said(tmp_path: Path, text: str) -> None:
    (tmp_path / "approved").write_text(text)

    with pytest.raises(HouseFault, match="--approved"):
        read_approved(str(tmp_path / "approved"))


def test_a_list_that_doctor_writes_is_taken_and_one_byte_more_stops_the_start(tmp_path: Path) -> None:
    approved = tmp_path / "approved.txt"
    flags = ("--data", str(tmp_path / "house"), "--port", "0")
    done = command.run("doctor", *flags, "--write-approved", str(approved))
    assert "software code " in " ".join(done.out.split())

    assert "as approved" in command.run("doctor", *flags, "--approved", str(approved)).out
    told = approved.read_text("utf-8")
    approved.write_text(told.replace(installed().digests["croupier/web/app.py"], "0" * 64), "utf-8")
    refused = command.run("serve", *flags, "--approved", str(approved))

    assert refused.status == 2
    assert "croupier/web/app.py differs (code)" in refused.err
    assert not (tmp_path / "house").exists()


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="sha256sum is not on this machine")
def test_sha256sum_can_check_the_list(tmp_path: Path) -> None:
    write_approved(installed(), str(tmp_path / "approved"))
    program, root = str(shutil.which("sha256sum")), Path(software.__file__).parents[2]

    subprocess.run([program, "--check", "--quiet", str(tmp_path / "approved")], cwd=root, check=True)


def test_the_opening_records_the_software_once_and_again_when_it_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        for here in (installed(), installed(), FEW):
            monkeypatch.setattr("croupier.web.opening.installed", lambda here=here: here)
            async with running(tmp_path) as house:
                assert house.service.office.tables.desk.software == {"version": __version__, **here.parts()}

    play(scene())
    raw = open_raw_sqlite(tmp_path / RECORD)
    assert sum(str(row[1]) == "house-opened/1" for row in raw.rows("events", "house")) == 2
    assert audit(raw).findings == []
