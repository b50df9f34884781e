"""Every file that is generated, with what generates it. `python3 run.py generate` writes them; tests/test_generated.py compares.

A new kind of generated file is one more function in `GENERATORS`, and a line in .gitattributes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
STATIC = ROOT / "src/tipover/table/static"
WEB_SOURCES = ["index.html", "package.json", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts", "src", "public"]
GOLDEN_TESTS = ["tests/playthroughs", "tests/cards/test_compile.py", "tests/golden"]
Files = dict[str, bytes]  # paths from the root of the clone


def rules_reference() -> Files:
    """docs/rules, from engine/rules.toml."""
    from tipover.engine.core.rules import pages

    return {f"docs/rules/{name}": text.encode() for name, text in pages().items()}


def card_guide() -> Files:
    """The reference part of docs/cards.md, from the tables of the card language."""
    from tools.guide import page

    return _renewed("docs/cards.md", page)


def state_fields() -> Files:
    """The generated part of engine/core/state.py, from the table of fields."""
    from tools.state_fields import rewritten

    return _renewed("src/tipover/engine/core/state.py", rewritten)


def protocol() -> Files:
    """docs/protocol.md and the web's types, from table/protocol."""
    from tools.contract import document, typescript

    return {"docs/protocol.md": document().encode(), "web/src/lib/protocol.ts": typescript().encode()}


def learners_tables() -> Files:
    """The tables of docs/envs.md, from the numbering of actions and the layout of observations."""
    from tools.env_tables import renewed

    return _renewed("docs/envs.md", renewed)


def web_texts() -> Files:
    """web/src/lib/text, from the catalogues of the languages."""
    from tipover.engine.core.language import languages
    from tools.web_texts import module

    return {f"web/src/lib/text/{code}.ts": module(code).encode() for code in languages()}


def web_fixtures() -> Files:
    """web/fixtures: messages of real games, for the web's unit tests."""
    from kit.fixtures import written

    return {f"web/fixtures/{name}": raw for name, raw in written().items()}


GENERATORS: tuple[Callable[[], Files], ...] = (
    rules_reference,
    card_guide,
    state_fields,
    protocol,
    learners_tables,
    web_texts,
    web_fixtures,
)
# A folder that holds generated files only: a file that is no longer made is removed.
WHOLE_FOLDERS = ("docs/rules", "web/fixtures", "web/src/lib/text")


def _renewed(path: str, made: Callable[[str], str]) -> Files:
    return {path: made((ROOT / path).read_text(encoding="utf-8")).encode()}


def changes(files: Files, root: Path = ROOT) -> Files:
    """Those of the files that differ from what is there, line endings aside."""
    there = {path: (root / path).read_bytes().replace(b"\r\n", b"\n") for path in files if (root / path).is_file()}
    return {path: raw for path, raw in files.items() if there.get(path) != raw}


def superfluous(files: Files, root: Path = ROOT) -> list[str]:
    """The files of wholly generated folders that nothing makes."""
    there = [path.relative_to(root).as_posix() for folder in WHOLE_FOLDERS for path in (root / folder).iterdir()]
    made_in = {folder for folder in WHOLE_FOLDERS for path in files if path.startswith(f"{folder}/")}
    return sorted(path for path in there if path not in files and path.rpartition("/")[0] in made_in)


def write() -> list[str]:
    """Write everything but the web's build; the paths that changed. Each generator sees what those before it wrote."""
    changed: list[str] = []
    for generate in GENERATORS:
        files = generate()
        for path, raw in changes(files).items():
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_bytes(raw)
            changed.append(path)
        for path in superfluous(files):
            (ROOT / path).unlink()
            changed.append(f"{path} (removed)")
    return changed


def web_source_files() -> list[Path]:
    """What the web's build reads, in the order of its digest; tests are no part of it."""
    found: list[Path] = []
    for name in WEB_SOURCES:
        path = WEB / name
        inside = sorted(path.rglob("*"), key=lambda one: one.as_posix()) if path.is_dir() else [path]
        found += [one for one in inside if one.is_file() and not one.name.endswith(".test.ts")]
    return found


def web_digest() -> str:
    """The digest of the web's sources, as its build writes it into static/sources.txt."""
    digest = hashlib.sha256()
    for path in web_source_files():
        raw = path.read_bytes()
        digest.update(f"{path.relative_to(WEB).as_posix()} {len(raw)}\n".encode() + raw)
    return digest.hexdigest()


def web_copy(place: Path) -> Path:
    """A copy of web/ with its packages installed as the lock says."""
    shutil.copytree(WEB, place, ignore=shutil.ignore_patterns("node_modules", ".svelte-kit"))
    npm = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"]
    done = subprocess.run(npm, cwd=place, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=420)
    if done.returncode:
        raise RuntimeError(f"npm ci failed:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    return place


def format_web(place: Path) -> list[Path]:
    """Lay out the sources of a copy of web/ by their formatter, and bring them back; those that it has changed."""
    subprocess.run(["npm", "run", "--silent", "format"], cwd=place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    names = [path.relative_to(WEB) for path in (*web_source_files(), *WEB.rglob("src/**/*.test.ts"))]
    changed = [name for name in names if (place / name).read_bytes() != (WEB / name).read_bytes()]
    for name in changed:
        shutil.copy2(place / name, WEB / name)
    return changed


def build_web() -> str:
    """Build the web if its sources have changed since the last build, laid out by their formatter; what was done, in a sentence."""
    if (STATIC / "sources.txt").read_text(encoding="utf-8").strip() == web_digest():
        return "The web's build is up to date."
    if not (shutil.which("node") and shutil.which("npm")):
        return "The web's sources have changed, but there is no Node to build them: install Node 20 and run this again."
    with tempfile.TemporaryDirectory() as folder:
        place = web_copy(Path(folder) / "web")
        format_web(place)
        out = ["--outDir", str(STATIC), "--emptyOutDir", "--logLevel", "error"]
        subprocess.run(["npx", "vite", "build", *out], cwd=place, stdin=subprocess.DEVNULL, check=True, timeout=420)
    return "Built the web into src/tipover/table/static."


def main(words: list[str]) -> int:
    """Write everything that is generated and say what changed; with `--golden` also the texts that tests compare games with."""
    if unknown := [word for word in words if word != "--golden"]:
        print(f"generate has one option, --golden; {unknown[0]} is none.")
        return 2
    changed = write()
    print("\n".join(f"Wrote {path}." for path in changed) or "Every generated file was up to date.")
    print(build_web())
    if "--golden" in words:
        print("Writing the golden texts; say in the commit why they change.")
        pytest = [sys.executable, "-m", "pytest", "-q", "-n", "auto", *GOLDEN_TESTS]
        return subprocess.run(pytest, cwd=ROOT, env={**os.environ, "TIPOVER_GOLDEN": "1"}, check=False).returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
