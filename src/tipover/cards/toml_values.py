"""Values of a TOML file by path and type; a value of the wrong type is noted as a fault and read as its default."""

from __future__ import annotations

from tipover.cards.toml import Document, Path, Value


def table(document: Document, path: Path) -> dict[str, Value]:
    """The table at a path; empty if there is none."""
    value = _value_at(document, path)
    if value is None:
        return {}
    if not isinstance(value, dict):
        document.blame(path, f"'{path[-1]}' is a table")
        return {}
    return value


def _value_at(document: Document, path: Path) -> Value | None:
    value: Value = document.data
    for part in path:
        if isinstance(value, dict) and isinstance(part, str):
            if part not in value:
                return None
            value = value[part]
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return value


def text_of(document: Document, path: Path, default: str) -> str:
    """The text at a path, or the default."""
    value = _value_at(document, path)
    if value is None:
        return default
    if not isinstance(value, str) or len(value) > 200 or not value.isprintable():
        document.blame(path, f"'{path[-1]}' is a text of at most 200 printable characters")
        return default
    return value


def number_of(document: Document, path: Path, default: int, low: int, high: int) -> int:
    """The whole number at a path, from `low` to `high`, or the default."""
    value = _value_at(document, path)
    if value is None:
        return default
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        document.blame(path, f"'{path[-1]}' is a whole number from {low} to {high}, not {value!r}", value)
        return default
    return value


def flag_of(document: Document, path: Path, default: bool) -> bool:
    """The boolean at a path, or the default."""
    value = _value_at(document, path)
    if value is None:
        return default
    if not isinstance(value, bool):
        document.blame(path, f"'{path[-1]}' is true or false, not {value!r}", value)
        return default
    return value


def texts_of(document: Document, path: Path) -> list[str]:
    """The list of texts at a path; empty if there is none."""
    value = _value_at(document, path)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        document.blame(path, f"'{path[-1]}' is a list of texts")
        return []
    return [str(one) for one in value]


def numbers_of(document: Document, path: Path, default: list[int], low: int, high: int) -> list[int]:
    """The list of whole numbers at a path, each from `low` to `high`, or the default."""
    value = _value_at(document, path)
    if value is None:
        return default
    whole = isinstance(value, list) and all(isinstance(v, int) and not isinstance(v, bool) and low <= v <= high for v in value)
    if not whole or not isinstance(value, list):
        document.blame(path, f"'{path[-1]}' is a list of whole numbers from {low} to {high}")
        return default
    return [v for v in value if isinstance(v, int)]


def blame_name(document: Document, path: Path, name: str) -> None:
    """Blame a name that could be a path of files."""
    if "/" in name or "\\" in name or name.startswith("."):
        document.blame(path, "a name is words: it has no slash and begins with no dot", name)
