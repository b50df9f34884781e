"""What is released: a wheel that is the same twice, holds everything, and plays where only it is installed; and an sdist."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("hatchling", reason="hatchling builds the wheel; `run.py test` installs it")

ROOT = Path(__file__).parents[1]
NEEDED = (
    "tipover/packs/core/pack.toml",
    "tipover/languages/de.toml",
    "tipover/engine/rules.toml",
    "tipover/table/static/index.html",
    "tipover/py.typed",
)


def built(kind: str, folder: Path, tree: Path = ROOT) -> Path:
    """A pure wheel or an sdist of this tree, built without the network; `tests/builds` compiles."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=tree, check=True, capture_output=True, timeout=120, env={**os.environ, "TIPOVER_PURE": "1"})
    return next(folder.iterdir())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("wheel", tmp_path_factory.mktemp("wheel"))


def test_the_wheel_is_the_same_twice_and_holds_everything(wheel: Path, tmp_path: Path) -> None:
    again = built("wheel", tmp_path)
    assert hashlib.sha256(again.read_bytes()).digest() == hashlib.sha256(wheel.read_bytes()).digest()
    with zipfile.ZipFile(wheel) as files:
        names = set(files.namelist())
    assert set(NEEDED) <= names
    here = {file.relative_to(ROOT / "src").as_posix() for file in (ROOT / "src" / "tipover").rglob("*") if file.is_file()}
    assert {name for name in here if "__pycache__" not in name and not is_compiled(name)} <= names
    assert not [name for name in names if is_compiled(name)]
    assert wheel.name.endswith("-py3-none-any.whl")
    assert not [name for name in names if name.startswith(("tests/", "tools/"))]


def is_compiled(name: str) -> bool:
    """Whether a file is of a compiled build, which a pure wheel does not have even if this tree has one."""
    return name == "tipover/compiled.json" or name.startswith("tipover/tipover_core.")


def test_the_sdist_has_what_a_clone_has_to_test_itself(tmp_path: Path) -> None:
    with tarfile.open(built("sdist", tmp_path)) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    assert {"run.py", ".ci/run", "locks/test.txt", "web/package.json", "tests/test_package.py", "src/tipover/packs/core/pack.toml"} <= names
    assert not [name for name in names if "node_modules" in name or ".venv" in name]


def test_what_was_built_in_a_tree_is_in_neither_wheel_nor_sdist(tmp_path: Path) -> None:
    """Compiled rules of another Python would be taken for the wheel's own; packages of the web's build are not ours to send."""
    tree = tmp_path / "tree"
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "src/tipover/__init__.py", "web/package.json"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tree / name)
    shutil.copytree(ROOT / "tools", tree / "tools")
    for name in ("src/tipover/compiled.json", "src/tipover/tipover_core.cpython-999-x86_64.so", "web/node_modules/a/index.js", ".venv/x"):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_bytes(b"{}")
    with zipfile.ZipFile(built("wheel", tmp_path / "wheel", tree)) as files:
        names = set(files.namelist())
    assert "tipover/__init__.py" in names and not [name for name in names if is_compiled(name)]
    with tarfile.open(built("sdist", tmp_path / "sdist", tree)) as archive:
        names = set(archive.getnames())
    assert any(name.endswith("web/package.json") for name in names)
    assert not [name for name in names if "node_modules" in name or ".venv" in name]


def test_the_wheel_plays_where_only_it_is_installed(wheel: Path, tmp_path: Path) -> None:
    """A venv with the wheel alone; the packages it needs are those of this test run."""
    venv.create(tmp_path / "venv", with_pip=False, symlinks=os.name != "nt")
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    site = Path(subprocess.check_output([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True).strip())
    with zipfile.ZipFile(wheel) as files:
        files.extractall(site)
    (site / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")  # no .pth of there is read: ours is not found
    plays_alone(python, tmp_path)


def plays_alone(python: Path, folder: Path) -> None:
    """The command line plays a game, and a server opens a table and gives its record."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TIPOVER"))}
    where = subprocess.check_output([python, "-c", "import tipover; print(tipover.__file__)"], text=True, cwd=folder, env=env)
    assert Path(where.strip()).is_relative_to(folder)
    told = subprocess.check_output(
        [python, "-m", "tipover", "sim", "--games", "2", "--seed", "7", "--json"], cwd=folder, env=env, timeout=120
    )
    assert json.loads(told)["faults"] == 0
    command = [str(python), "-u", "-m", "tipover", "serve", "--port", "0", "--data", str(folder / "data")]
    server = subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert server.stdout is not None
        line = next(line for line in server.stdout if "served at http://" in line)
        port = int(line.split("served at http://", 1)[1].split("/", 1)[0].rsplit(":", 1)[1])
        asked = json.dumps({"quick": "first-golden_girls", "placed": True, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]})
        code = json.loads(http(port, "/api/tables", asked))["code"]
        assert http(port, f"/api/tables/{code}/record").startswith("tipover-record 1\n")
        assert "<!doctype html>" in http(port, "/").lower()
    finally:
        server.terminate()
        server.communicate(timeout=30)


def http(port: int, path: str, body: str | None = None) -> str:
    """The answer of the server to a request."""
    headers = {"content-type": "application/json"} if body else {}
    asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data=body.encode() if body else None, headers=headers)
    with urllib.request.urlopen(asked, timeout=30) as answer:
        text: str = answer.read().decode()
    return text


@pytest.mark.parametrize("extra", ["", "scale", "lab", "rl", "spiel", "cluster"])
def test_all_that_users_install_is_declared_with_a_floor_and_a_ceiling(extra: str) -> None:
    assert len(floors_of(extra)) >= 1
    for need in needs_of(extra):
        assert re.match(r"[a-z-]+>=[0-9.]+,<[0-9]+($|;)", need), f"{need}: which versions were tried, and which are too new to know?"


def needs_of(extra: str) -> list[str]:
    """What the project itself declares, or one of its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found: list[str] = project["optional-dependencies"][extra] if extra else project["dependencies"]
    return found


def floors_of(*extras: str) -> list[str]:
    """The oldest version of each package that is declared."""
    floors = [need.partition(",")[0].replace(">=", "==") for extra in extras for need in needs_of(extra)]
    assert all("==" in floor for floor in floors)
    return floors


# -- with the network -----------------------------------------------------------------------------------


def run_tests_with(python: Path, *tests: str) -> None:
    """Run tests of this tree with another Python, in their everyday size: it is about versions, not about figures."""
    env = {name: value for name, value in os.environ.items() if name != "TIPOVER_SOAK"} | {"PYTHONPATH": ""}
    subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests], cwd=ROOT, env=env, check=True, timeout=900)


def installed(folder: Path, *words: str) -> Path:
    """A clean venv into which pip has installed something; its Python."""
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", *words], check=True, timeout=900)
    return python


@pytest.mark.soak
def test_the_wheel_is_installed_into_a_clean_venv_and_plays(wheel: Path, tmp_path: Path) -> None:
    plays_alone(installed(tmp_path, str(wheel)), tmp_path)


@pytest.mark.soak
def test_the_floors_that_are_declared_play(wheel: Path, tmp_path: Path) -> None:
    """The oldest version of each package that the project says it works with."""
    python = installed(tmp_path, str(wheel), *floors_of(""))
    plays_alone(python, tmp_path)
    assert shutil.which("tipover", path=str(python.parent))
    # The door uses parts of uvicorn that are not public.
    subprocess.run([python, "-m", "pip", "install", "--quiet", "pytest", "hypothesis"], check=True, timeout=600)
    rows = ["test_protocol.py", "reliability/test_s11_silence.py", "reliability/test_s12_frames.py"]
    run_tests_with(python, *(f"tests/table/{row}" for row in rows))


@pytest.mark.soak
def test_the_floors_of_laboratory_and_learners_pass_their_tests(wheel: Path, tmp_path: Path) -> None:
    python = installed(tmp_path, str(wheel), *floors_of("lab", "rl"), "pytest", "pytest-xdist", "hypothesis")
    names = ("envs/test_gym", "envs/test_zoo", "envs/test_vector", "envs/test_observation", "lab/test_arena", "lab/test_lab_cli")
    run_tests_with(python, *(f"tests/{name}.py" for name in names))
