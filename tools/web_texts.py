"""The words of the browser's interface as TypeScript, generated from the tables `[web.…]` of the languages' catalogues."""

from __future__ import annotations

import json

from tipover.engine.core.language import ENGLISH, language

PREFIX = "web."


def texts(code: str) -> dict[str, str]:
    """The interface's texts in one language by key, with English for missing ones."""
    own = language(code).texts
    return {key.removeprefix(PREFIX): own.get(key, text) for key, text in language(ENGLISH).texts.items() if key.startswith(PREFIX)}


def module(code: str) -> str:
    """The TypeScript module of one language."""
    lines = [
        f"// Generated from src/tipover/languages/{code}.toml by `python3 run.py generate`. Do not edit.",
        "",
    ]
    if code == ENGLISH:
        lines.append(f"export const {code} = {{")
    else:
        lines += ['import type { TextKey } from "../text";', "", f"export const {code}: Readonly<Record<TextKey, string>> = {{"]
    lines += [f"  {json.dumps(key)}: {json.dumps(text, ensure_ascii=False)}," for key, text in texts(code).items()]
    lines.append("} as const;" if code == ENGLISH else "};")
    return "\n".join(lines) + "\n"
