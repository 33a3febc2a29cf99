"""Hold the outcome module to what it promises, and everything else to leaving outcomes alone.

    python -m tools.outcome_lint [FOLDER]

A test runs it on the tree. The module that turns a secret into a pocket may
import only what is listed here, calls nothing that could reach the world by
another way, is short together with all of ours that it needs, and its functions
take exactly the parameters written down here: a wager or a clock has no way in.
No other module maps a number to a pocket or picks one by chance.
"""

import ast
import copy
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

OUTCOME = Path("src/croupier/wheels/draw.py")
LINES_MAX = 400

ALLOWED: dict[str, frozenset[str] | None] = {
    "__future__": None,
    "collections.abc": None,
    "croupier.rules.errors": frozenset({"CroupierError"}),
    "croupier.rules.pocket": frozenset({"Pocket", "ordered"}),
    "functools": frozenset({"lru_cache"}),
    "hashlib": None,
    "hmac": None,
    "os": frozenset({"urandom"}),
    "typing": frozenset({"NamedTuple"}),
}
"""What the outcome module may import; None is the whole module."""

FORBIDDEN_NAMES = frozenset(
    [
        "__builtins__",
        "__import__",
        "breakpoint",
        "compile",
        "eval",
        "exec",
        "getattr",
        "globals",
        "hash",
        "id",
        "input",
        "locals",
        "open",
        "vars",
    ]
)
"""Ways around the imports, and values that differ from process to process."""

SIGNATURES = {
    "fresh_secret": "()",
    "commitment": "(secret, *, table, round_id)",
    "draw": "(secret, *, table, round_id, digest, pockets)",
    "blocks": "(secret, *, table, round_id, digest)",
    "walk": "(given, pockets)",
    "pocket_of": "(byte, counted)",
}

LABEL = "croupier/draw/"
WHEEL_SIZES = frozenset({37, 38, 39})
PICKING = frozenset(
    {"divmod", "choice", "choices", "randbelow", "randint", "randrange", "sample", "shuffle", "SystemRandom"}
)
SCALING = (ast.Mod, ast.Mult, ast.FloorDiv, ast.RShift, ast.BitAnd)

SIMULATED = Path("src/croupier/lab")
"""The lab draws pockets by the million for its own sums; no table may import it."""

POCKETS = re.compile(r"pockets?|wheel|order", re.IGNORECASE)

ELSEWHERE = {
    # Whether pockets lie side by side on the wheel: it goes round the order and draws nothing.
    (Path("src/croupier/rules/lint.py"), "order[(start + step) % len(order)]"),
}
"""What has the form of a map and is none."""


def findings(root: Path) -> Iterator[str]:
    """List what is wrong in the sources under ``root``: ``path:line: what``."""
    if not (root / OUTCOME).is_file():
        yield f"{OUTCOME}: the outcome module is not there"
    for file in sorted((root / "src").glob("**/*.py")):
        path = file.relative_to(root)
        tree = ast.parse(file.read_text("utf-8"), filename=str(path))
        yield from (f"{path.as_posix()}:{line}: {words}" for line, words in _of_file(root, path, tree))


def _of_file(root: Path, path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    if path == OUTCOME:
        yield from _long(root)
        yield from _imports(tree)
        yield from _signatures(tree)
    elif SIMULATED not in path.parents:
        yield from _maps(path, tree)


def _long(root: Path) -> Iterator[tuple[int, str]]:
    needed = {OUTCOME}
    waiting = [OUTCOME]
    while waiting:
        tree = ast.parse((root / waiting.pop()).read_text("utf-8"))
        found = {Path("src", *name.split(".")).with_suffix(".py") for name, _, _ in _imported(tree)}
        new = {path for path in found - needed if (root / path).is_file()}
        needed |= new
        waiting += new
    lines = sum(len((root / path).read_text("utf-8").splitlines()) for path in needed)
    if lines >= LINES_MAX:
        yield 0, f"{lines} lines with what it needs of ours; an outcome is checked in less than {LINES_MAX}"


def _imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for module, name, line in _imported(tree):
        names = ALLOWED.get(module, frozenset())
        if names is not None and name not in names:
            yield line, f"{module}{f'.{name}' if name else ''}: not among what an outcome may depend on"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in FORBIDDEN_NAMES:
            yield node.lineno, f"{node.id}: a way around what an outcome may depend on"
        if isinstance(node, ast.Global | ast.Nonlocal):
            yield node.lineno, f"{', '.join(node.names)}: nothing is kept from one outcome to the next"


def _imported(tree: ast.Module) -> Iterator[tuple[str, str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "", node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (("." * node.level + (node.module or ""), alias.name, node.lineno) for alias in node.names)


def _signatures(tree: ast.Module) -> Iterator[tuple[int, str]]:
    found = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for name, wanted in SIGNATURES.items():
        if name not in found:
            yield 0, f"{name} is not there"
        elif _signature(found[name].args) != wanted:
            yield found[name].lineno, f"{name}{_signature(found[name].args)}: it takes {wanted} and nothing else"


def _signature(arguments: ast.arguments) -> str:
    """Write parameters without their types; a default shows, for it would be a value that nobody passed."""
    bare = copy.deepcopy(arguments)
    for each in ast.walk(bare):
        if isinstance(each, ast.arg):
            each.annotation = None
    return f"({ast.unparse(bare)})"


def _maps(path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    allowed = {id(part) for node in ast.walk(tree) if _is_no_map(path, node) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) not in allowed and _maps_here(node):
            yield node.lineno, f"{ast.unparse(node)[:60]}: a pocket is drawn in {OUTCOME.name} and nowhere else"
    for module, name, line in _imported(tree):
        full = f"{module}.{name}" if name else module
        if full.startswith(("random", "numpy.random")) or (module == "secrets" and name in PICKING):
            yield line, f"{full}: chance enters through {OUTCOME.name} and nowhere else"


def _is_no_map(path: Path, node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and (path, ast.unparse(node)) in ELSEWHERE


def _maps_here(node: ast.AST) -> TypeGuard[ast.expr]:
    """Whether an expression turns a number into one of the pockets, as far as its form shows it."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return _counts_pockets(node.right)
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func).rpartition(".")[2]
        return name in PICKING and any(_counts_pockets(given) or _is_pockets(given) for given in node.args)
    if isinstance(node, ast.Subscript) and _is_pockets(node.value):
        return any(isinstance(part, ast.BinOp) and isinstance(part.op, SCALING) for part in ast.walk(node.slice))
    if isinstance(node, ast.Attribute):
        return ast.unparse(node) in {"np.random", "numpy.random"}
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes) and LABEL in str(node.value)


def _counts_pockets(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return node.value in WHEEL_SIZES
    counted = isinstance(node, ast.Call) and ast.unparse(node.func) == "len"
    return counted and any(_is_pockets(argument) for argument in getattr(node, "args", []))


def _is_pockets(node: ast.expr) -> bool:
    return POCKETS.search(ast.unparse(node)) is not None


def main() -> int:
    """Print what is wrong; 1 if anything is."""
    found = list(findings(Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    print("\n".join(found) or "outcomes come from one place")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
