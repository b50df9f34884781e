"""Ready phrases of the chat: sent by name, read in everybody's own language."""

from __future__ import annotations

import asyncio
from typing import get_args

import pytest

from kit.server import Client, Refused, ServerProcess
from tipover.engine.core.language import language, languages
from tipover.table.protocol.literals import PhraseName


def test_every_phrase_has_words_in_every_language() -> None:
    names = [name for name in get_args(PhraseName) if name]
    texts = {code: [language(code).texts[f"web.phrase.{name}"] for name in names] for code in languages()}
    assert all(len(set(all_of_one)) == len(names) for all_of_one in texts.values()) and texts["en"] != texts["de"]


async def _talk(server: ServerProcess) -> None:
    table = server.open([{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}])
    async with Client(server, table.code, [table.tokens[0]]) as ann, Client(server, table.code, [table.tokens[1]]) as ben:
        await ann.ask("say", seat=0, phrase="good_game")
        await ben.until(lambda: bool(ben.chat))
        assert (ben.chat[0]["name"], ben.chat[0]["phrase"], ben.chat[0]["text"]) == ("Ann", "good_game", "Good game!")
        with pytest.raises(Refused) as no:
            await ann.ask("say", seat=0, phrase="insult")
        assert no.value.code == "unknown"
    server.restart(kill=True)
    async with Client(server, table.code) as watcher:
        assert watcher.chat[0]["phrase"] == "good_game"


def test_a_phrase_is_said_by_name_and_an_unknown_one_is_refused(server: ServerProcess) -> None:
    asyncio.run(_talk(server))
