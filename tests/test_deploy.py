"""The files for hosts start servers that there are, and look at figures that are counted."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import click
import pytest

from tipover.cli.serve_commands import serve_command
from tipover.table import house_figures, metrics
from tipover.table.serving import PORT

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"


def words_of(name: str) -> list[str]:
    """The command of the server that a file starts, after `tipover`."""
    text = (DEPLOY / name).read_text("utf-8")
    if name.endswith(".service"):
        return next(line for line in text.splitlines() if line.startswith("ExecStart=")).split()[1:]
    line = next(line for line in text.splitlines() if line.startswith(("CMD [", "    command: [")))
    found: list[str] = json.loads(line[line.index("[") :])
    return found


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml", "tipover.service"])
def test_a_file_for_hosts_starts_a_server_behind_a_proxy(name: str) -> None:
    command, *words = words_of(name)
    assert command == "serve"
    with click.Context(serve_command) as parent:
        given = serve_command.make_context("serve", words, parent=parent).params
    assert given["proxy"] is True
    assert given["workers"] == 1 or given["store"].startswith("postgresql://")


def test_the_dashboard_shows_figures_that_are_counted() -> None:
    source = "".join(Path(str(one.__file__)).read_text("utf-8") for one in (metrics, house_figures))
    source += (ROOT / "src/tipover/table/app.py").read_text("utf-8")
    counted = {f"tipover_{name}" for name in re.findall(r'Figure\("([a-z_]+)"', source)}
    counted |= {f"tipover_ack_seconds_{part}" for part in ("bucket", "count", "sum")}
    panels = json.loads((DEPLOY / "dashboard.json").read_text("utf-8"))["panels"]
    shown = {name for panel in panels for one in panel["targets"] for name in re.findall(r"tipover_[a-z_]+", one["expr"])}
    assert shown <= counted and len(shown) >= 10


def test_systemd_understands_the_unit() -> None:
    if shutil.which("systemd-analyze") is None:
        return  # the next machine with systemd looks at it
    done = subprocess.run(
        ["systemd-analyze", "verify", DEPLOY / "tipover.service"], capture_output=True, text=True, timeout=60, check=False
    )
    wrong = [line for line in done.stderr.splitlines() if "tipover.service" in line and "is not executable" not in line]
    assert wrong == []


def test_what_compose_names_is_there_and_the_proxy_speaks_to_the_port_that_is_served() -> None:
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    assert (ROOT / re.findall(r"dockerfile: (\S+)", text)[0]).is_file()
    assert all((DEPLOY / file).is_file() for file in re.findall(r'"\./([\w.]+):', text))
    kept = set(re.findall(r'"(\w+):/(?!/)', text))
    assert kept == set(re.findall(r"(?m)^  (\w+):$", text.partition("\nvolumes:\n")[2])), "Every volume that is used is declared."
    needed = set(re.findall(r"\$\{(\w+):\?\}", text))
    told = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    assert needed and all(f"`{name}=" in told for name in needed), "The page says what to write into deploy/.env."
    assert f"reverse_proxy tipover:{PORT}" in (DEPLOY / "Caddyfile").read_text("utf-8")
    assert f"EXPOSE {PORT}" in (DEPLOY / "Containerfile").read_text("utf-8")


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("docker-compose", ["-f", "deploy/compose.yaml", "config", "-q"]),
        ("docker", ["compose", "-f", "deploy/compose.yaml", "config", "-q"]),
        ("caddy", ["validate", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"]),
    ],
)
def test_those_who_read_the_files_understand_them(program: str, words: list[str], tmp_path: Path) -> None:
    if shutil.which(program) is None or (words[0] == "compose" and _run(tmp_path, program, "compose", "version").returncode):
        return  # the next machine that has it looks at it
    done = _run(tmp_path, program, *words)
    assert done.returncode == 0, done.stdout + done.stderr


def _run(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    named = {"TIPOVER_DOMAIN": "play.example.org", "TIPOVER_PASSWORD": "letters1", "HOME": str(home)}
    return subprocess.run(words, cwd=ROOT, env={**os.environ, **named}, capture_output=True, text=True, timeout=60, check=False)


def test_what_is_needed_to_run_has_a_floor_and_a_ceiling() -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert all(re.fullmatch(r"[a-z]+>=[0-9.]+,<[0-9]+", one) for one in needed), needed
