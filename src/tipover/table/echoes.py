"""What strangers wrote, cut before it is told to anybody: at most 80 characters, without controls and marks of direction (S16)."""

from __future__ import annotations

import re
import unicodedata

from tipover.engine.core.said import InnerPart, ListPart, Part, Said

LONGEST = 80
LONGEST_SENTENCE = 600
SENTENCES = ("error", "message")  # gaps that hold a whole sentence; what is quoted in it is cut
_QUOTED = re.compile(rf"(?<!\w)'[^']*'(?!\w)|\S{{{LONGEST + 1},}}")
ENDS = (".", "!", "?")
_HIDDEN = ("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")


def cut(text: str, longest: int = LONGEST) -> str:
    """A text of at most `longest` characters that shows what it is."""
    short = "".join(" " if unicodedata.category(sign) in _HIDDEN else sign for sign in text[: longest + 1])
    return short if len(short) <= longest else f"{short[: longest - 1]}…"


def cut_sentence(text: str) -> str:
    """A sentence in which what it quotes is cut."""
    short = cut(_QUOTED.sub(_cut_quoted, text), LONGEST_SENTENCE)
    return short if short[-1:] in ENDS or text[-1:] not in ENDS else f"{short}."


def _cut_quoted(found: re.Match[str]) -> str:
    text = found[0]
    return f"'{cut(text[1:-1])}'" if text[0] == text[-1] == "'" else cut(text)


def cut_said(said: Said) -> Said:
    """A sentence whose texts are cut."""
    parts = tuple((gap, cut_sentence(part) if gap in SENTENCES and isinstance(part, str) else _cut_part(part)) for gap, part in said.parts)
    return said._replace(parts=parts)


def _cut_part(part: Part) -> Part:
    match part:
        case str():
            return cut(part) if len(part) > LONGEST or not part.isprintable() else part
        case Said():
            return cut_said(part)
        case InnerPart():
            return part._replace(said=cut_said(part.said))
        case ListPart():
            return part._replace(parts=tuple(_cut_part(one) for one in part.parts))
    return part
