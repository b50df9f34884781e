"""The files for hosts start servers that there are, and look at figures that are counted."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import click
import pytest

from tipover.cli.serve_commands import serve_command
from tipover.table import metrics, registry

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
    source = "".join(Path(str(one.__file__)).read_text("utf-8") for one in (metrics, registry))
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


def test_what_is_needed_to_run_has_a_floor_and_a_ceiling() -> None:
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    assert all(re.fullmatch(r"[a-z]+>=[0-9.]+,<[0-9]+", one) for one in needed), needed
