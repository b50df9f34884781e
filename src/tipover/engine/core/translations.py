"""The catalogues of sentences: one TOML file for each language in `languages/`, English complete.

The English sentences of the rules, `rule.MOV-5`, and the titles of their chapters stand in `engine/rules.toml` alone.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from string import Formatter

from tipover.engine.core.rules import chapters, rules

ENGLISH = "en"


class Language:
    """One catalogue: its code and every key with its text."""

    def __init__(self, code: str, texts: dict[str, str]) -> None:
        self.code = code  # `en`, `de` …
        self.texts = texts  # the text of each key, `table.name`; of a noun `noun.point.one` and `noun.point.other`
        self._split: dict[str, list[tuple[str, str | None]]] = {}

    def text(self, key: str) -> str:
        """The text of a key, in English where this language lacks it; a key that English lacks is a KeyError."""
        found = self.texts.get(key)
        return found if found is not None else english().texts[key]

    def pieces(self, key: str) -> list[tuple[str, str | None]]:
        """The text of a key as literals, each with the name of the gap after it, None at the end (cached).

        A gap `{side:wins|win}` is not filled with the side, but with the form that fits one or several people who play it.
        """
        found = self._split.get(key)
        if found is None:
            found = self._split[key] = [
                (literal, f"{name}:{forms}" if forms else name) for literal, name, forms, _ in Formatter().parse(self.text(key))
            ]
        return found


@cache
def language(code: str) -> Language:
    """The catalogue of a language; of an unknown one the English one."""
    path = files("tipover") / "languages" / f"{code}.toml"
    if code not in languages():
        return language(ENGLISH)
    texts: dict[str, str] = {}
    _flatten(tomllib.loads(path.read_text("utf-8")), "", texts)
    if code == ENGLISH:
        texts |= {f"rule.{rule.id}": rule.sentence for rule in rules().values()}
        texts |= {f"chapter.{chapter.prefix[0]}": chapter.title for chapter in chapters()}
    return Language(code, texts)


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages there are, English first."""
    found = sorted(path.name.removesuffix(".toml") for path in (files("tipover") / "languages").iterdir() if path.name.endswith(".toml"))
    return (ENGLISH, *(code for code in found if code != ENGLISH))


def english() -> Language:
    """The English catalogue, which has every key."""
    return language(ENGLISH)


def _flatten(table: dict[str, object], prefix: str, texts: dict[str, str]) -> None:
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict):
            _flatten(value, f"{key}.", texts)
        elif isinstance(value, str):
            texts[key] = value
