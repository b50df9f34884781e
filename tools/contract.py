"""The protocol's document and its TypeScript types, generated from `protocol`."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from tipover.table.protocol import content, from_client, from_server, game, literals, news, options, people, wire
from tipover.table.protocol.from_client import FromBrowser, Try
from tipover.table.protocol.from_server import FromTable
from tipover.table.protocol.news import News
from tipover.table.protocol.options import Option
from tipover.table.protocol.wire import ClientMessage, ServerMessage, Wire

_PLAIN = {
    msgspec.inspect.StrType: "string",
    msgspec.inspect.IntType: "number",
    msgspec.inspect.FloatType: "number",
    msgspec.inspect.BoolType: "boolean",
    msgspec.inspect.NoneType: "null",
    msgspec.inspect.AnyType: "unknown",
}


# Types that are made from the engine's tables and have no source of their own.
_MADE = {*options.KINDS.values(), *news.KINDS.values()}
# Tagged unions by name.
_UNIONS: dict[str, Any] = {"Option": Option, "News": News, "Try": Try, "FromBrowser": FromBrowser, "FromTable": FromTable}


def structs() -> list[type[Wire]]:
    """Every type of the wire, module by module, in the order of definition."""
    found: list[type[Wire]] = []
    for module in (content, options, game, news, people, from_client, from_server):
        if module in (options, news):
            found += module.KINDS.values()
        else:
            own = (one for one in vars(module).values() if inspect.isclass(one) and one.__module__ == module.__name__)
            found += [one for one in own if issubclass(one, Wire)]
    return found


def _aliases() -> dict[frozenset[object], str]:
    """The name of each named union, by its members."""
    named: dict[frozenset[object], str] = {frozenset(get_args(kind)): name for name, kind in literals.NAMED.items()}
    named |= {frozenset(get_args(kind)): name for name, kind in _UNIONS.items()}
    return named


def _words(kind: msgspec.inspect.Type) -> tuple[object, ...]:
    """The words that a field is limited to; empty for other fields."""
    if isinstance(kind, msgspec.inspect.LiteralType):
        return tuple(kind.values)
    if isinstance(kind, msgspec.inspect.Metadata):
        return tuple((kind.extra or {}).get("words", ()))
    return ()


def _either(words: Iterable[object]) -> str:
    """A union of words in TypeScript."""
    return " | ".join(f'"{word}"' for word in words)


def written(kind: msgspec.inspect.Type) -> str:
    """A field's type in TypeScript."""
    words = _words(kind)
    if words:
        return _aliases().get(frozenset(words)) or _either(words)
    if type(kind) in _PLAIN:
        return _PLAIN[type(kind)]
    if isinstance(kind, msgspec.inspect.StructType):
        return kind.cls.__name__
    if isinstance(kind, msgspec.inspect.ListType):
        inner = written(kind.item_type)
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if isinstance(kind, msgspec.inspect.TupleType):
        return f"[{', '.join(written(one) for one in kind.item_types)}]"
    if isinstance(kind, msgspec.inspect.DictType):
        return f"Record<string, {written(kind.value_type)}>"
    if isinstance(kind, msgspec.inspect.UnionType):
        structs = frozenset(one.cls for one in kind.types if isinstance(one, msgspec.inspect.StructType))
        if len(structs) == len(kind.types) and structs in _aliases():
            return _aliases()[structs]
        return " | ".join(written(one) for one in kind.types)
    raise TypeError(f"no TypeScript for {kind}")


def fields(struct: type[Wire]) -> list[tuple[str, str, bool]]:
    """Name, type and whether it may be left out, of each field; the tag first."""
    info: Any = msgspec.inspect.type_info(struct)
    found = [(info.tag_field, f'"{info.tag}"', False)] if info.tag_field else []
    return found + [(one.encode_name, written(one.type), not one.required) for one in info.fields]


def field_lines(struct: type[Wire]) -> dict[str, str]:
    """The meaning of each field: the comment at the end of its line, or the docstring under it; of news, as `news.FIELDS` says."""
    lines = {name: field.meaning for name, field in news.FIELDS.items()}
    for one in reversed(struct.__mro__):
        if not issubclass(one, Wire) or one in _MADE:
            continue
        source = inspect.getsource(one)
        body = ast.parse(source).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, below in zip(body.body, [*body.body[1:], None], strict=True):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                end = source.encode().splitlines()[(field.end_lineno or 0) - 1][field.end_col_offset :].decode()
                match below:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        lines[field.target.id] = text
                    case _ if end.startswith("  # "):
                        lines[field.target.id] = end.removeprefix("  # ")
    return lines


def typescript() -> str:
    """The module `protocol.ts`."""
    parts = ["// Generated from src/tipover/table/protocol/ by `python3 run.py generate`. Do not edit.", ""]
    parts += [f"export const VERSION = {wire.VERSION};", "export const PIECE = 256;", ""]
    parts += [f"export type {name} = {_either(get_args(kind))};" for name, kind in literals.NAMED.items()]
    parts.append("")
    for struct in structs():
        parts.append(f"/** {inspect.getdoc(struct)} */".replace("\n", "\n * "))
        parts.append(f"export interface {struct.__name__} {{")
        parts += [f"  {name}{'?' if optional else ''}: {kind};" for name, kind, optional in fields(struct)]
        parts += ["}", ""]
    parts += [f"export type {name} = {_union(kind)};" for name, kind in _UNIONS.items()]
    return "\n".join(parts) + "\n"


def _union(kinds: Any) -> str:
    return " | ".join(one.__name__ for one in kinds.__args__)


def _bar(kind: str) -> str:
    """A type with the column separator escaped."""
    return kind.replace("|", "\\|")


def document() -> str:
    """The page `docs/protocol.md`."""
    parts = ["# The table's protocol", "", _INTRODUCTION.strip(), ""]
    groups: list[tuple[str, Any]] = [
        ("Messages from the browser", lambda one: issubclass(one, ClientMessage)),
        ("Messages from the table", lambda one: issubclass(one, ServerMessage)),
        ("Over HTTP, and parts of messages", lambda one: not issubclass(one, ClientMessage | ServerMessage)),
    ]
    for title, belongs in groups:
        parts += [f"## {title}", ""]
        for struct in structs():
            if not belongs(struct):
                continue
            info: Any = msgspec.inspect.type_info(struct)
            parts += [f"### `{info.tag or struct.__name__}`", "", inspect.getdoc(struct) or "", ""]
            rows = [row for row in fields(struct) if row[0] != info.tag_field]
            if rows:
                lines = field_lines(struct)
                parts += ["| field | type | meaning |", "|---|---|---|"]
                parts += [f"| `{name}`{'?' if optional else ''} | `{_bar(kind)}` | {lines[name]} |" for name, kind, optional in rows]
                parts.append("")
    return "\n".join(parts).rstrip() + "\n"


_INTRODUCTION = """
Generated from `src/tipover/table/protocol/` by `python3 run.py generate`; do not edit.

A browser talks to a table over one WebSocket at `/ws` with JSON text frames of at most 64 KB. Its first message is `hello`.
Only the tokens of its seats identify it. Every command has an `id` chosen by the browser: a retry after a lost answer or a
restart has no second effect and gets the same `ack`. A command is acknowledged after it is committed. `seq` counts the
committed rows of a table; a choice made for an older `seq` is refused as `stale`. A browser that reconnects says `hello`
with its last `seq`, and the welcome contains everything, or only says that nothing has happened since.

Fields marked `?` may be left out; the table leaves them out when they have their default value.
"""
