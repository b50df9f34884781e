"""Writes the lock files: exact versions with the hashes of all their files, for one Python on one platform.

`python -m tools.lock` resolves what the project declares with pip, and asks the package index for the hashes of every file
of each version. Run it to take newer versions, look at the difference, and run the tests.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "locks"
INDEX = "https://pypi.org/pypi/{name}/json"
HEAD = """# Exact versions with hashes for Python {python} on {platform}; run.py installs them. Written by `python -m tools.lock`.
"""


def wanted(extra: str) -> list[str]:
    """What the project and one of its extras need, with extras of the project itself resolved, and what builds it."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    told = tomllib.loads(text)
    project = told["project"]
    needs = [*project["dependencies"], *told["build-system"]["requires"], "editables"]
    names = [extra] if extra else []
    while names:
        for need in project["optional-dependencies"][names.pop()]:
            if need.startswith("tipover["):
                names += need[len("tipover[") : -1].split(",")
            else:
                needs.append(need)
    return needs


def resolved(needs: list[str]) -> list[tuple[str, str, str]]:
    """Name, version and SHA-256 of each file that pip would install here."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", str(report), *needs]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        found = json.loads(report.read_text(encoding="utf-8"))["install"]
    return sorted(
        (
            one["metadata"]["name"].lower().replace("_", "-"),
            one["metadata"]["version"],
            one["download_info"]["archive_info"]["hashes"]["sha256"],
        )
        for one in found
    )


def hashes(name: str, version: str) -> set[str]:
    """The SHA-256 of every file of a version, as the index tells them; none if it does not."""
    try:
        with urllib.request.urlopen(INDEX.format(name=name), timeout=60) as answer:
            return {file["digests"]["sha256"] for file in json.load(answer)["releases"].get(version, ())}
    except urllib.error.HTTPError:
        return set()


def lock(extra: str) -> str:
    """The text of a lock file."""
    lines = [HEAD.format(python=".".join(map(str, sys.version_info[:2])), platform=sys.platform)]
    for name, version, here in resolved(wanted(extra)):
        files = " ".join(f"--hash=sha256:{one}" for one in sorted({here, *hashes(name, version)}))
        lines.append(f"{name}=={version} {files}\n")
    return "".join(lines)


def main() -> None:
    """Write the locks."""
    LOCKS.mkdir(exist_ok=True)
    for name, extra in (("play", ""), ("test", "test")):
        (LOCKS / f"{name}.txt").write_text(lock(extra), encoding="utf-8")
        print(f"Wrote locks/{name}.txt.")


if __name__ == "__main__":
    main()
