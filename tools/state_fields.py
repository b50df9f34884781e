"""The generated part of the class `State`, from the table of its fields."""

from __future__ import annotations

import textwrap

from tipover.engine.core.fields import COPIED, EMPTY, FIELDS, FRAMES, SHARED, VALUE

WIDTH = 140

BEGIN = "    # generated from `fields`: begin\n"
END = "    # generated from `fields`: end\n"

_COPY = {COPIED: "self.{0}[:]", SHARED: "self.{0}", VALUE: "self.{0}", FRAMES: "[frame[:] for frame in self.{0}]", EMPTY: "[]"}


def generated() -> str:
    """The part of the class `State` that follows from the table."""
    slots = ", ".join(f'"{name}"' for name in sorted(field.name for field in FIELDS))
    lines = ["    __slots__ = (", *_wrapped(slots), "    )  # fmt: skip", ""]
    lines += [f"    {field.name}: {field.type}  # {field.doc[0].lower()}{field.doc[1:-1]}" for field in FIELDS]
    lines += ["", "    def clone(self) -> State:", '        """An equal, independent state; what is fixed is shared."""']
    lines += ["        other = State(self.setup, True)"]
    lines += [f"        other.{field.name} = {_COPY[field.how].format(field.name)}" for field in FIELDS[1:]]
    lines += ["        return other", "", "    def facts(self) -> tuple[object, ...]:"]
    lines += ['        """Everything by which two states of one set-up can differ."""', "        return ("]
    lines += _wrapped(", ".join(f"self.{field.name}" for field in FIELDS if field.is_fact), " " * 12)
    return "\n".join([*lines, "        )  # fmt: skip"]) + "\n"


def _wrapped(items: str, indent: str = " " * 8) -> list[str]:
    return textwrap.wrap(f"{items},", WIDTH, initial_indent=indent, subsequent_indent=indent)


def rewritten(source: str) -> str:
    """The source of `state.py` with its generated part replaced."""
    head, _, rest = source.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}{generated()}\n{END}{tail}"
