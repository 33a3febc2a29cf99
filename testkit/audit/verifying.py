"""The stand-alone verifier, run in this process."""

import importlib.util
from pathlib import Path
from types import ModuleType

PROGRAM = Path(__file__).resolve().parents[2] / "verifier" / "croupier_verify.py"


def loaded() -> ModuleType:
    """Load the verifier, which is no module of any package."""
    spec = importlib.util.spec_from_file_location("croupier_verify", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


VERIFIER = loaded()


def verified(given: bytes, folder: Path, *arguments: str, quiet: bool = True) -> int:
    """Check a file; gives the status."""
    file = folder / "given"
    file.write_bytes(given)
    status = VERIFIER.main([str(file), *(["--quiet"] if quiet else []), *arguments])
    assert isinstance(status, int)
    return status
