"""Which tests name which rules, read from a clone's sources without running them."""

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

LEDGER = Path("src", "tipover", "engine", "rules.toml")
SCENES = ("tests/**/*.toml", "src/tipover/packs/*/tests/*.toml")

Found = dict[str, list[str]]


@dataclass(frozen=True)
class Left:
    """The ids that no test names, by why: they come later, or a test is missing."""

    later: list[str]
    missing: list[str]


def ledger(root: Path) -> dict[str, bool]:
    """Each rule id of the clone, in the ledger's order, with whether it comes later; a clone without a ledger has no ids."""
    path = root / LEDGER
    if not path.is_file():
        return {}
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("rule", [])
    return {row["id"]: row.get("later") is True for row in rows}


def coverage(root: Path) -> Found:
    """Each rule id that a test of the clone names, with those tests as `path::test name`, sorted.

    Only ids written as plain strings count. A mark on a class or module counts for each test in it. A file that cannot be read as
    Python or TOML names nothing here: its own run reports it.
    """
    found: dict[str, set[str]] = {}
    for place, ids in _named(root):
        for rule in ids:
            found.setdefault(rule, set()).add(place)
    return {rule: sorted(found[rule]) for rule in sorted(found, key=_order)}


def left(rules: Mapping[str, bool], found: Mapping[str, Sequence[str]]) -> Left:
    """The rules without a test, split by why."""
    bare = [rule for rule in rules if not found.get(rule)]
    return Left(later=[rule for rule in bare if rules[rule]], missing=[rule for rule in bare if not rules[rule]])


def render(rules: Mapping[str, bool], found: Mapping[str, Sequence[str]]) -> list[str]:
    """The coverage as lines for people: each id with its tests, then the ids that have none, then the count."""
    lines: list[str] = []
    for rule in rules:
        if tests := found.get(rule):
            lines.append(rule)
            lines += [f"  {test}" for test in tests]
    rest = left(rules, found)
    for title, ids in (("later", rest.later), ("missing", rest.missing)):
        if ids:
            lines += ["", f"{title} ({len(ids)})", *_wrapped(ids)]
    if unknown := [rule for rule in found if rule not in rules]:
        lines += ["", f"named by a test, but not in {LEDGER.as_posix()} ({len(unknown)})", *_wrapped(unknown)]
    return [*lines, "", summary(rules, found)]


def summary(rules: Mapping[str, bool], found: Mapping[str, Sequence[str]], show: int = 12) -> str:
    """The coverage in one line; at most `show` of the missing ids are spelled out."""
    if not rules:
        return f"rules: there is no {LEDGER.as_posix()}, so no rule can be named"
    rest = left(rules, found)
    named = sum(1 for rule in rules if found.get(rule))
    parts: list[str] = []
    if rest.missing:
        more = ", …" if len(rest.missing) > show else ""
        parts.append(f"{len(rest.missing)} missing ({', '.join(rest.missing[:show])}{more})")
    if rest.later:
        parts.append(f"{len(rest.later)} later")
    return f"rules: {named} of {len(rules)} ids named by a test; left: {', '.join(parts) or 'none'}"


def _named(root: Path) -> Iterator[tuple[str, list[str]]]:
    """Each test of the clone as `path::name`, with the ids it names (some twice, most none)."""
    for path in sorted((root / "tests").glob("**/*.py")):
        try:
            tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError):
            continue
        yield from _tests_in(tree.body, path.relative_to(root).as_posix(), [])
    for path in sorted({path for pattern in SCENES for path in root.glob(pattern)}):
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except ValueError:  # bad TOML and bad UTF-8 alike
            continue
        yield from _tests_of_scene(data, path.relative_to(root).as_posix())


def _tests_in(body: Iterable[ast.stmt], place: str, inherited: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The tests of one module or class body, each with the marks of everything around it."""
    body = list(body)
    around = inherited + [rule for node in body if _is_pytestmark(node) for rule in _ids(node)]
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            own = [rule for mark in node.decorator_list for rule in _ids(mark)]
            yield f"{place}::{node.name}", around + own
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            own = [rule for mark in node.decorator_list for rule in _ids(mark)]
            yield from _tests_in(node.body, f"{place}::{node.name}", around + own)


def _tests_of_scene(data: Mapping[str, object], place: str) -> Iterator[tuple[str, list[str]]]:
    """The `[[test]]` tables of a scene; a table without a name goes by its number."""
    tests = data.get("test")
    for number, test in enumerate(tests if isinstance(tests, list) else [], start=1):
        if isinstance(test, dict):
            rules = test.get("rules")
            ids = [rule for rule in rules if isinstance(rule, str)] if isinstance(rules, list) else []
            yield f"{place}::{test.get('name', number)}", ids


def _is_pytestmark(node: ast.stmt) -> bool:
    if isinstance(node, ast.AnnAssign):
        targets: list[ast.expr] = [node.target]
    elif isinstance(node, ast.Assign):
        targets = node.targets
    else:
        return False
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in targets)


def _ids(node: ast.AST) -> list[str]:
    """The string arguments of every `rule(…)`, `marks.rule(…)` or `pytest.mark.rule(…)` in a mark, parametrized ones included."""
    return [
        argument.value
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and _called(call.func) == "rule"
        for argument in call.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]


def _called(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _order(rule: str) -> tuple[str, int, str]:
    """Chapters by letter, then numbers as numbers: SEE-2 comes before SEE-10."""
    chapter, _, number = rule.partition("-")
    return (chapter, int(number), "") if number.isdecimal() else (chapter, 0, number)


def _wrapped(ids: Sequence[str], per_line: int = 12) -> list[str]:
    return ["  " + " ".join(ids[start : start + per_line]) for start in range(0, len(ids), per_line)]
