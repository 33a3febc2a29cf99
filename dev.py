#!/usr/bin/env python3
"""Set croupier up, then run, test or measure it. Needs Python 3.11 or later and a network, nothing else.

    python3 dev.py run [ARGS]      `croupier ARGS`; without ARGS, `croupier serve`: a house to walk into
    python3 dev.py test [ARGS]     every check; ARGS go to pytest alone
    python3 dev.py check [FILES]   while working: everything static, and the tests that a change touches
    python3 dev.py bench [ARGS]    `python -m benchmarks ARGS`
    python3 dev.py soak [ARGS]     the long batteries; `soak BATTERY [OPTIONS]` for one of them
    python3 dev.py mutants [ARGS]  change `rules` and `table` in small ways, and see whether a test notices
    python3 dev.py docs [ARGS]     write the generated pages
    python3 dev.py lock [ARGS]     renew locks/ from pyproject.toml; `--upgrade` moves to newer releases
    python3 dev.py setup           everything `test` needs, and stop
    python3 dev.py clean           remove .venv and the caches

All of it lands in .venv and frontend/node_modules beside this file: no root, no system package. Node comes from its
PyPI wheel; the front end is built into src/croupier/web/static.
"""

import functools
import hashlib
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, NoReturn

OLDEST = (3, 11)


def newer_python() -> str:
    """Return the newest fitting Python on PATH, or "". It is asked, not trusted: version managers leave dead shims."""
    question = f"import sys; sys.exit(sys.version_info < {OLDEST})"
    for minor in range(20, OLDEST[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found and subprocess.call([found, "-c", question], stderr=subprocess.DEVNULL) == 0:
            return found
    return ""


# Down to here everything must run under an old Python too, so that it can pass the work on or say what is missing.
if sys.version_info < OLDEST:
    if not newer_python():
        sys.exit(
            f"croupier needs Python 3.{OLDEST[1]} or later: this is {sys.version.split()[0]}, and PATH has no newer."
        )
    sys.exit(subprocess.call([newer_python(), os.path.abspath(__file__), *sys.argv[1:]]))


ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
LOCKS = ROOT / "locks"
FRONT_END = ROOT / "frontend"

# Every environment from the smallest to the largest; a larger one serves wherever a smaller one is asked for.
LEVELS = ("run", "test")

# Releases younger than this are not locked: a hijacked package is usually found out within days.
COOLDOWN = "7 days"
COMPILE = (
    *("pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-header", "--no-annotate", "--no-emit-index-url", "--exclude-newer", COOLDOWN),
)
# In this order: the test lock takes the run lock's pins, so that one environment can hold both.
LOCKED_FROM = {
    "uv": ("-",),
    "run": ("pyproject.toml", "--group", "build"),
    "test": (
        "pyproject.toml",
        "--extra",
        "cluster",
        "--extra",
        "postgres",
        "--group",
        "dev",
        "--constraint",
        "locks/run.txt",
    ),
}

# Every branch of these two rooms is reached by a test that means to: `tests/parts.py` leaves out what only chance
# reaches. A run that is narrowed by arguments is not measured.
COVERED = (
    *("--cov=croupier.rules", "--cov=croupier.table", "--cov-branch", "--cov-fail-under=100"),
    "--cov-report=term-missing:skip-covered",
)
CHECKED = ("dev.py", "src", "testkit", "tests", "tools", "benchmarks", "verifier", "examples")
CACHES = (
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
    ".hypothesis",
    ".import_linter_cache",
    ".mutants",
    "build",
    "dist",
)


# For the pages. Three lanes run beside them, which makes more processes than cores: these tests wait for answers.
WORKERS, LANES = "2", 3
# What only computes fills the time in which the others wait.
GIVES_WAY = ("nice", "-n", "10") if shutil.which("nice") else ()


class Step(NamedTuple):
    """One check of `test`."""

    name: str
    command: tuple[str, ...]
    folder: Path = ROOT


Result = tuple[str, int, float]
"""Of a step: its name, its status, and the seconds that it took."""


class SetupError(Exception):
    """What stands in the way of the set-up, in words for the person at the terminal."""


# --- set-up ----------------------------------------------------------------------------------------------------


def set_up(level: str) -> None:
    """Bring .venv to `level`, unless its stamp says it is there already."""
    if is_ready(level):
        return
    print(f"setting up {VENV.name} ({level}) ...", flush=True)
    started = time.monotonic()
    make_venv()
    for stamp in map(stamp_of, LEVELS):
        stamp.unlink(missing_ok=True)
    install("--require-hashes", "-r", str(LOCKS / f"{level}.txt"))
    install("--no-deps", "--no-build-isolation", "-e", str(ROOT))
    build_front_end(level)
    stamp_of(level).write_text(digest(level))
    print(f"set up in {time.monotonic() - started:.1f} s", flush=True)


def build_front_end(level: str) -> None:
    """Fetch the front end's packages and build it into the package; for tests a browser comes along."""
    needed = () if level == "test" else ("--omit=dev",)
    for command in (("npm", "ci", "--no-audit", "--no-fund", *needed), ("node", "build.mjs")):
        done = quietly(*command, env=npm_environment(), folder=FRONT_END)
        if done.returncode != 0:
            raise SetupError(f"{' '.join(command)} failed in {FRONT_END.name}/:\n{done.stdout.strip()}")


def is_ready(level: str) -> bool:
    serving = LEVELS[LEVELS.index(level) :]
    return any(stamp_of(larger).is_file() and stamp_of(larger).read_text() == digest(larger) for larger in serving)


def stamp_of(level: str) -> Path:
    return VENV / f"ready-{level}"


def digest(level: str) -> str:
    """Hash all the environment is made from, the folder included: a moved environment has dead paths in it."""
    parts = [sys.version.encode(), os.fsencode(ROOT)]
    sources = [path for room in ("build", "src") for path in sorted(FRONT_END.glob(f"{room}/**/*")) if path.is_file()]
    made_from = [ROOT / "pyproject.toml", LOCKS / "uv.txt", LOCKS / f"{level}.txt"]
    made_from += [FRONT_END / "package-lock.json", FRONT_END / "build.mjs", *sources]
    parts += [path.read_bytes() for path in made_from]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def make_venv() -> None:
    """Create .venv; keep one that was made here by this very Python."""
    made_by = VENV / "made-by"
    maker = f"{sys.version}\n{VENV}"
    if PYTHON.exists() and made_by.is_file() and made_by.read_text() == maker:
        return
    made = quietly(sys.executable, "-m", "venv", "--clear", str(VENV))
    if made.returncode != 0:
        raise SetupError(
            f"{sys.executable} cannot make a virtual environment:\n{made.stdout.strip()}\n\n"
            "Is its venv module whole? Some systems package it apart (Debian: python3-venv).\n"
            "Any other Python will do: make test PYTHON=/path/to/python3"
        )
    made_by.write_text(maker)


def install(*what: str) -> None:
    """Install with uv for its speed; with pip where uv is not to be had or fails."""
    uv = find_uv()
    if uv and quietly(uv, "pip", "install", "--quiet", *what, env=uv_environment()).returncode == 0:
        return
    done = pip("install", *what)
    if done.returncode != 0:
        raise SetupError(
            f"{done.stdout.strip()}\n\nNeither uv nor pip could install the packages; pip's own words are above.\n"
            "Is there a network? pip's settings count: PIP_INDEX_URL for a mirror, PIP_CERT for its certificate."
        )


@functools.cache
def find_uv() -> str:
    """Return the path of the pinned uv, fetched on first need; "" where there is none for this platform."""
    uv = BIN / ("uv.exe" if os.name == "nt" else "uv")
    stamp = VENV / "ready-uv"
    locked = (LOCKS / "uv.txt").read_text()
    if uv.exists() and stamp.is_file() and stamp.read_text() == locked:
        return str(uv)
    if pip("install", "--require-hashes", "-r", str(LOCKS / "uv.txt")).returncode != 0:
        print("pip could not install uv; going on with pip alone", flush=True)
        return ""
    stamp.write_text(locked)
    return str(uv)


def uv_environment() -> dict[str, str]:
    """Tell uv what it does not look up by itself: pip's index and the machine's certificates."""
    settings = pip_settings()
    env = {**os.environ, "VIRTUAL_ENV": str(VENV), "UV_SYSTEM_CERTS": "1", "UV_PYTHON_DOWNLOADS": "never"}
    env["UV_COMPILE_BYTECODE"] = "1"
    if "index-url" in settings:
        env.setdefault("UV_DEFAULT_INDEX", settings["index-url"])
    if "cert" in settings:
        env.setdefault("SSL_CERT_FILE", settings["cert"])
    if not has_home():
        env.setdefault("UV_CACHE_DIR", str(VENV / "uv-cache"))
    return env


def npm_environment() -> dict[str, str]:
    """Let npm find Node, and the machine's certificates where pip was told of them and nobody told npm."""
    env = {**os.environ, "PATH": os.pathsep.join((str(BIN), os.environ.get("PATH", "")))}
    if "cert" in pip_settings():
        env.setdefault("NODE_EXTRA_CA_CERTS", pip_settings()["cert"])
    return env


def has_home() -> bool:
    try:
        return os.access(Path.home(), os.W_OK)
    except RuntimeError:  # a user id without a name, as in some containers
        return False


@functools.cache
def pip_settings() -> dict[str, str]:
    """Read pip's settings: the environment before `[install]`, that before `[global]`."""
    found: dict[str, dict[str, str]] = {"global": {}, "install": {}, ":env:": {}}
    for line in pip("config", "list").stdout.splitlines():
        name, _, value = line.partition("=")
        section, _, key = name.rpartition(".")
        if section in found:
            found[section][key] = value.strip("'")
    return {**found["global"], **found["install"], **found[":env:"]}


def pip(*arguments: str) -> subprocess.CompletedProcess[str]:
    return quietly(str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--retries", "2", *arguments)


def quietly(*command: str, env: dict[str, str] | None = None, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run with the output kept: it matters only when something fails."""
    program = shutil.which(command[0], path=env.get("PATH") if env else None) or command[0]
    return subprocess.run(
        (program, *command[1:]),
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


# --- commands --------------------------------------------------------------------------------------------------


def run(arguments: list[str]) -> int:
    set_up("run")
    return call(str(BIN / "croupier"), *(arguments or ["serve"]))


def test(arguments: list[str]) -> int:
    """Run every check to its end, the failed ones too: one run tells all there is to mend."""
    set_up("test")
    parts = tests(arguments)
    # The pages and the service mostly wait for answers, so what computes runs beside them.
    static = [step._replace(command=(*GIVES_WAY, *step.command)) for step in static_checks()]
    with ThreadPoolExecutor(1) as pool:
        beside = pool.submit(together, [*parts.beside, *static], LANES)
        results = [shown(parts.shown), *beside.result()]
    return summary([*results, *(shown(step) for step in parts.alone)])


def check(arguments: list[str]) -> int:
    """Check while working: everything static, and the tests that the change touches."""
    set_up("test")
    listed = quietly(str(PYTHON), "-m", "tools.touched", *arguments)
    touched = [line for line in listed.stdout.splitlines() if line.startswith("tests/")]
    print(listed.stdout, flush=True)
    pytest = Step("touched tests", (str(PYTHON), "-m", "pytest", "-q", "-m", "not timed", *touched))
    return summary(together([pytest] * bool(touched) + static_checks()))


def static_checks() -> list[Step]:
    python = (str(PYTHON), "-m")
    checked = tuple(path for path in CHECKED if (ROOT / path).exists())
    return [
        Step("mypy", (*python, "mypy", *checked)),
        Step("ruff check", (*python, "ruff", "check", *checked)),
        Step("ruff format", (*python, "ruff", "format", "--check", *checked)),
        Step("lint-imports", (str(BIN / "lint-imports"), "--no-logo")),
        Step("tidy", (*python, "tools.tidy")),
        Step("front end lint", ("npm", "run", "--silent", "lint"), FRONT_END),
        Step("front end format", ("npm", "run", "--silent", "format:check"), FRONT_END),
        Step("front end types", ("npm", "run", "--silent", "check"), FRONT_END),
    ]


class Parts(NamedTuple):
    """The tests in parts."""

    shown: Step
    """Of the pages: they take longest, so their output comes as it is made."""
    beside: tuple[Step, ...]
    """What runs at the same time, each with its output in one piece at its end."""
    alone: tuple[Step, ...]
    """What is held to a time: it runs last, by itself."""


def tests(arguments: list[str]) -> Parts:
    """Say how the tests are run; arguments make one part of them."""
    pytest = (str(PYTHON), "-m", "pytest")
    if arguments:
        return Parts(Step("pytest", (*pytest, "-n", "2", *arguments)), (), ())
    # A page or a server that a busy machine keeps waiting too long has a second try, and the run says so.
    twice = ("--reruns", "1", "-r", "fER")
    several = ("-n", WORKERS, "--dist", "loadfile", "--no-loadscope-reorder")
    return Parts(
        Step("pages", (*pytest, *several, *twice, "--part", "pages")),
        (
            Step("service", (*pytest, "-q", *twice, "--part", "service")),
            Step("library", (*GIVES_WAY, *pytest, "-q", "--part", "library")),
            Step("pure rooms", (*GIVES_WAY, *pytest, "-q", "--part", "pure", *COVERED)),
        ),
        (Step("what is timed", (*pytest, *twice, "--part", "timed")),),
    )


def together(steps: list[Step], lanes: int = 2) -> list[Result]:
    """Run steps, so many at a time, each with its output in one piece."""

    def run_one(step: Step) -> Result:
        started = time.monotonic()
        done = quietly(*step.command, env=npm_environment(), folder=step.folder)
        took = time.monotonic() - started
        print(f"\n== {step.name}\n{done.stdout.strip()}\n-- {step.name}: {took:.1f} s", flush=True)
        return step.name, done.returncode, took

    with ThreadPoolExecutor(lanes) as pool:
        return list(pool.map(run_one, steps))


def shown(step: Step) -> Result:
    """Run a step and show what it prints as it comes."""
    print(f"\n== {step.name}", flush=True)
    env, started = npm_environment(), time.monotonic()
    program = shutil.which(step.command[0], path=env["PATH"]) or step.command[0]
    status = subprocess.call((program, *step.command[1:]), cwd=step.folder, env=env)
    took = time.monotonic() - started
    print(f"-- {step.name}: {took:.1f} s", flush=True)
    return step.name, status, took


def summary(results: list[Result]) -> int:
    print("\n== summary")
    for name, status, seconds in results:
        print(f"{'passed' if status == 0 else 'FAILED':8}{name:18}{seconds:8.1f} s")
    return int(any(status != 0 for _, status, _ in results))


def bench(arguments: list[str]) -> int:
    set_up("test")
    return call(str(PYTHON), "-m", "benchmarks", *arguments)


def soak(arguments: list[str]) -> int:
    set_up("test")
    return call(str(PYTHON), "-m", "tools.soak", *arguments)


def mutants(arguments: list[str]) -> int:
    set_up("test")
    return call(str(PYTHON), "-m", "tools.mutants", *arguments)


def docs(arguments: list[str]) -> int:
    set_up("test")
    written = call(str(PYTHON), "-m", "tools.docs", *arguments)
    return written or call(str(PYTHON), "-m", "tools.conformance") or call(str(PYTHON), "-m", "tools.wheel_vectors")


def lock(arguments: list[str]) -> int:
    """Renew the locks in place: without `--upgrade` whatever still fits stays as it is."""
    make_venv()
    uv = find_uv()
    if not uv:
        raise SetupError("The locks are made with uv, and pip could not install it. Is there a network?")
    for name, sources in LOCKED_FROM.items():
        command = [uv, *COMPILE, *sources, "--output-file", str(Path("locks", f"{name}.txt")), *arguments]
        done = subprocess.run(command, cwd=ROOT, env=uv_environment(), input="uv\n", text=True, check=False)
        if done.returncode != 0:
            return done.returncode
        print(f"locks/{name}.txt")
    return 0


def setup(arguments: list[str]) -> int:
    refuse(arguments)
    set_up("test")
    return 0


def clean(arguments: list[str]) -> int:
    refuse(arguments)
    for name in (VENV.name, *CACHES, "frontend/node_modules", "src/croupier/web/static"):
        shutil.rmtree(ROOT / name, ignore_errors=True)
    (ROOT / ".coverage").unlink(missing_ok=True)
    return 0


def refuse(arguments: list[str]) -> None:
    if arguments:
        raise SetupError(f"This command takes no arguments: {' '.join(arguments)}")


def call(*command: str) -> int:
    return subprocess.call(command, cwd=ROOT)


COMMANDS = {
    "run": run,
    "test": test,
    "check": check,
    "bench": bench,
    "soak": soak,
    "mutants": mutants,
    "docs": docs,
    "lock": lock,
    "setup": setup,
    "clean": clean,
}


def main() -> NoReturn:
    name, *arguments = sys.argv[1:] or ["run"]
    if name in {"-h", "--help", "help"}:
        print(__doc__)
        sys.exit(0)
    if name not in COMMANDS:
        sys.exit(f"dev.py: no command {name!r}; there are: {', '.join(COMMANDS)}")
    # The tests start hundreds of processes; without compiled files each would compile all that it imports.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        sys.exit(COMMANDS[name](arguments))
    except (SetupError, OSError) as error:
        sys.exit(f"dev.py {name}: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
