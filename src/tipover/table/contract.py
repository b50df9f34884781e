"""The protocol's document and its TypeScript types, generated from `protocol`.

`python -m tipover.table.contract docs/protocol.md web/src/lib/protocol.ts` writes both; a test compares them.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import Any

import msgspec

from tipover.table import protocol
from tipover.table.protocol import FromBrowser, FromTable, Sent, Told, Wire, content, game, people, sent, told

_PLAIN = {
    msgspec.inspect.StrType: "string",
    msgspec.inspect.IntType: "number",
    msgspec.inspect.FloatType: "number",
    msgspec.inspect.BoolType: "boolean",
    msgspec.inspect.NoneType: "null",
    msgspec.inspect.AnyType: "unknown",
}


def structs() -> list[type[Wire]]:
    """Every type of the wire, module by module in the order they stand there."""
    modules = (content, game, people, sent, told)
    found = [
        one
        for module in modules
        for one in vars(module).values()
        if inspect.isclass(one) and issubclass(one, Wire) and one.__module__ == module.__name__
    ]
    return [one for one in found if one not in (Wire, Sent, Told)]


def written(kind: msgspec.inspect.Type) -> str:
    """A field's type in TypeScript."""
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
        return " | ".join(written(one) for one in kind.types)
    raise TypeError(f"no TypeScript for {kind}")


def fields(struct: type[Wire]) -> list[tuple[str, str, bool]]:
    """Name, type and whether it may be left out, of each field; the tag first."""
    info: Any = msgspec.inspect.type_info(struct)
    found = [(info.tag_field, f'"{info.tag}"', False)] if info.tag_field else []
    return found + [(one.encode_name, written(one.type), not one.required) for one in info.fields]


def typescript() -> str:
    """The module `protocol.ts`."""
    parts = ["// Generated from src/tipover/table/protocol/ by `python -m tipover.table.contract`. Do not edit.", ""]
    parts += [f"export const VERSION = {protocol.VERSION};", "export const PIECE = 256;", ""]
    for struct in structs():
        parts.append(f"/** {inspect.getdoc(struct)} */".replace("\n", "\n * "))
        parts.append(f"export interface {struct.__name__} {{")
        parts += [f"  {name}{'?' if optional else ''}: {kind};" for name, kind, optional in fields(struct)]
        parts += ["}", ""]
    parts.append(f"export type FromBrowser = {_union(FromBrowser)};")
    parts.append(f"export type FromTable = {_union(FromTable)};")
    parts.append(f"export type RefusalCode = {' | '.join(f'{chr(34)}{one}{chr(34)}' for one in protocol.REFUSALS)};")
    return "\n".join(parts) + "\n"


def _union(kinds: Any) -> str:
    return " | ".join(one.__name__ for one in kinds.__args__)


def _bar(kind: str) -> str:
    """A type without the sign that ends a column."""
    return kind.replace("|", "\\|")


def document() -> str:
    """The page `docs/protocol.md`."""
    parts = ["# The table's protocol", "", _INTRODUCTION.strip(), ""]
    groups: list[tuple[str, Any]] = [
        ("Messages from the browser", lambda one: issubclass(one, Sent)),
        ("Messages from the table", lambda one: issubclass(one, Told)),
        ("Over HTTP, and parts of messages", lambda one: not issubclass(one, Sent | Told)),
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
                parts += ["| field | type | |", "|---|---|---|"]
                parts += [f"| `{name}` | `{_bar(kind)}` | {'may be left out' if optional else ''} |" for name, kind, optional in rows]
                parts.append("")
    return "\n".join(parts).rstrip() + "\n"


_INTRODUCTION = """
Generated from `src/tipover/table/protocol/` by `python -m tipover.table.contract`; do not edit.

A browser speaks to a table over one WebSocket at `/ws` with JSON text frames of at most 64 KB. Its first message is `hello`.
Who it is comes from its seats' tokens alone. Every command carries an `id` of the browser's making: sent again, after a
lost answer or a restart, it has one effect and gets the same `ack`. A command is acknowledged after it is committed.
`seq` counts what was committed at a table; a choice made for an older `seq` is refused as `stale`. A browser that was away says
`hello` with the `seq` it has, and the welcome holds everything, or only says that nothing has happened since. Fields with their default value are left out.
"""


def main(words: list[str]) -> int:
    """Write the two files named, the document first."""
    if len(words) != 2:
        print("usage: python -m tipover.table.contract docs/protocol.md web/src/lib/protocol.ts")
        return 2
    Path(words[0]).write_text(document(), encoding="utf-8")
    Path(words[1]).write_text(typescript(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
