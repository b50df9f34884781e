"""Every character of the sets as a text to paste: its own file, with whatever belongs to it, under names that no set has."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from importlib.resources.abc import Traversable

PARTS = ("attachments.toml", "pieces.toml", "status.toml")


def pasted_characters() -> dict[str, str]:
    """By name, the text of each character that is no basic one."""
    found: dict[str, str] = {}
    for pack in sorted((files("tipover") / "packs").iterdir(), key=lambda one: one.name):
        if (pack / "characters").is_dir():
            blocks = _blocks(pack)
            for file in sorted((pack / "characters").iterdir(), key=lambda one: one.name):
                text = file.read_text("utf-8")
                if file.name.endswith(".toml") and not tomllib.loads(text).get("basic"):
                    name = str(tomllib.loads(text)["name"])
                    found[name] = _pasted(name, text, blocks)
    return found


def _blocks(pack: Traversable) -> list[str]:
    """The `[[…]]` of the files of a pack that hold pieces, status cards and attachments, as written."""
    texts = [(pack / name).read_text("utf-8") for name in PARTS if (pack / name).is_file()]
    return [part for text in texts for part in re.split(r"(?m)^(?=\[\[)", text) if part.startswith("[[")]


def _pasted(name: str, text: str, blocks: list[str]) -> str:
    """A character's file with the blocks that are its own or that its rules name, and those that these name."""
    mine: list[str] = []
    names = [name]
    while True:
        more = [one for one in blocks if one not in mine and _belongs(_card(one), names, "\n".join([text, *mine]))]
        if not more:
            break
        mine += more
        names += [str(_card(one)["name"]) for one in more]
    whole = "\n".join([text, *(one for one in blocks if one in mine)])
    for one in sorted(set(names), key=len, reverse=True):
        whole = re.sub(rf"(?<![\w#]){re.escape(one)}(?!\w)", f"Own#{one}", whole)
    return whole.replace("Own#", "Own ")


def _card(block: str) -> dict[str, object]:
    (entries,) = tomllib.loads(block).values()
    return dict(entries[0])


def _belongs(card: dict[str, object], names: list[str], text: str) -> bool:
    if card.get("of") in names or card.get("deck") in names:
        return True
    name = str(card.get("marker") or card["name"])
    return "of" not in card and re.search(rf"\b{re.escape(name)}\b", text) is not None
