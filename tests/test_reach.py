"""Every function, method and class of `src` is used by `src` itself, or is listed here as an entrance from outside.

What only a test calls is not what plays: a rule proved on it proves nothing about the game.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import tipover
from kit.usage import Usage
from tipover.cli.entry import COMMANDS

SOURCE = Path(tipover.__file__).parent

# Who calls from outside, by module; the names of `tipover.__all__` and the commands of the command line are entrances too.
ENTRANCES: dict[str, dict[str, str]] = {
    "compiled": {"Finder.find_spec": "Python's import asks it", "_Loader.create_module": "and this"},
    "envs.spiel": {"SpielObserver.set_from": "OpenSpiel's observations ask it (docs/envs.md)", "SpielObserver.string_from": "and this"},
    "envs.vector": {"TipoverVectorEnv": "Gymnasium's vector environment, registered by its name (docs/envs.md)"},
    "envs.zoo_parallel": {"parallel_env": "PettingZoo's parallel environment (docs/envs.md)"},
    "envs.batch": {"Batch": "many games for self-play (docs/envs.md)"},
    "envs.action_numbers": {"block_of": "what an action number means, for those who read a policy (docs/envs.md)"},
    "lab.arena": {"pair": "two bots against each other, from Python (docs/lab.md)"},
    "lab.sequential": {"verdict": "judges counts, from Python (docs/lab.md)", "verdict_of_deals": "judges scores (docs/lab.md)"},
    "table.analysischild": {"main": "the process that analyses a game"},
    "table.thinkchild": {"main": "the process that thinks"},
    "table.cardchild": {"main": "the process that checks a card"},
    "table.apart_child": {"main": "the process that has the rooms with strangers' cards"},
    "table.children": {"begin": "every process of the server begins with it"},
    "engine.core.setup": {"Setup.side_name": "a side in words, for callers from Python (docs/python.md)"},
}


def entrances() -> set[tuple[str, str]]:
    listed = {(module, name) for module, names in ENTRANCES.items() for name in names}
    commands = {(f"cli.{module}", f"{name}_command") for name, (module, _) in COMMANDS.items()}
    return listed | commands | {("", name) for name in tipover.__all__}


def test_what_src_defines_src_uses() -> None:
    unused = [f"{made.module}: {made.name} (line {made.line})" for made in Usage(SOURCE).unreached(entrances())]
    assert unused == [], "Remove what nothing plays, or list it as an entrance with its reason."


def test_no_entrance_is_listed_that_src_reaches_or_that_is_gone() -> None:
    usage = Usage(SOURCE)
    for module, names in ENTRANCES.items():
        for name in names:
            assert (module, name) in usage.definitions or (module, name) in usage.aliases, f"{module}: {name} is gone"
            without = entrances() - {(module, name)}
            if (module, name) in usage.definitions:
                assert name in {made.name for made in usage.unreached(without) if made.module == module}, f"{module}: {name} is reached"


def unreached(folder: Path, **modules: str) -> list[str]:
    for name, source in modules.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    return [f"{made.module}.{made.name}" for made in Usage(folder).unreached(set())]


@pytest.mark.parametrize(
    ("one", "found"),
    [
        ("def f(): ...\nf()", []),
        ("def f(): ...", ["one.f"]),
        ("def f(): return f()", ["one.f"]),
        ("def f(): ...\ndef g(): return f()", ["one.f", "one.g"]),
        ("def f(): ...\n__all__ = ['f', f.__name__]", ["one.f"]),
        ("def f(): ...\nTABLE = {1: f}", ["one.f"]),
        ("def f(): ...\nTABLE = {1: f}\nprint(TABLE)", []),
        ("class A:\n    def f(self): ...\nA()", ["one.A.f"]),
        ("class A:\n    def f(self): ...\nA().f()", []),
        ("class A:\n    def __eq__(self, other): return helper()\ndef helper(): ...\nA()", []),
        ("import click\n@click.command()\ndef f(): ...", []),
        ("from dataclasses import dataclass\n@dataclass\nclass A: ...", ["one.A"]),
        ("import ast\nclass A(ast.NodeVisitor):\n    def visit_Name(self): ...\nA()", []),
    ],
)
def test_use_inside_a_module(tmp_path: Path, one: str, found: list[str]) -> None:
    assert unreached(tmp_path, one=one) == found


@pytest.mark.parametrize(
    ("two", "found"),
    [
        ("from tipover.one import f\nf()", []),
        ("from tipover.one import f", ["one.f"]),
        ("from tipover import one\none.f()", []),
        ("import tipover.one as first\nfirst.f()", []),
        ("from .one import f as g\nprint(g)", []),
        ("def f(): ...\nf()", ["one.f"]),
        ("'f'", ["one.f"]),
    ],
)
def test_use_across_modules(tmp_path: Path, two: str, found: list[str]) -> None:
    assert unreached(tmp_path, one="def f(): ...", two=two) == found
