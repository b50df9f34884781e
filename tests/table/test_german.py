"""A table tells each socket everything in its reader's language: two readers of one game, one English and one German."""

from __future__ import annotations

import asyncio
import random
from string import Formatter

import pytest

from kit.server import Client, Json, Refused, ServerProcess, play_out
from kit.table import scene
from tipover import load
from tipover.engine.core.arrange import arrange
from tipover.engine.core.language import Names, NoNames, Printer, english, language, sentence
from tipover.engine.core.reason import reason_for
from tipover.engine.core.rules import sentence_of
from tipover.engine.core.said import CountPart, FigurePart, InnerPart, SidePart, say
from tipover.engine.core.setup_faults import SetupFault
from tipover.play.deal import DealError, Wish, deal
from tipover.play.match import Match
from tipover.table import quick
from tipover.table.present.news import entries
from tipover.table.present.plain_names import table_printer
from tipover.table.present.question import question
from tipover.table.protocol.people import DealWanted
from tipover.table.queries.refusal import reason_text
from tipover.table.queries.why import why

ME = {"kind": "me", "name": "Ann", "seed": "5eed"}


def english_words() -> set[str]:
    """Words of sentences that German never has: whole words that stand in English texts alone."""
    words = [
        {word for key, text in one.texts.items() if not key.startswith("web.") for word in _plain(text)}
        for one in (english(), language("de"))
    ]
    return words[0] - words[1]


def _plain(text: str) -> list[str]:
    return " ".join(literal for literal, _, _, _ in Formatter().parse(text)).replace(",", " ").replace(".", " ").replace(":", " ").split()


def test_two_readers_of_one_game(server: ServerProcess) -> None:
    async def game() -> None:
        table = server.open([ME, {**ME, "name": "Ben"}])
        tokens = list(table.tokens.values())
        ann, ben = Client(server, table.code, tokens), Client(server, table.code, tokens)
        ben.language = "de"
        async with ann, ben:
            await play_out([ann], random.Random(5), stop=lambda: len(ann.log) > 30)
            await ben.until(lambda: ben.moment["seq"] == ann.moment["seq"])
            assert [line.get("rules") for line in ben.log] == [line.get("rules") for line in ann.log]
            assert all(one["text"] != other["text"] for one, other in zip(ben.log, ann.log, strict=True))
            assert any(" zieht " in line["text"] for line in ben.log)
            if question_of(ann):
                assert question_of(ben)["prompt"] != question_of(ann)["prompt"]
                assert [one["line"] for one in question_of(ben)["options"]] == [one["line"] for one in question_of(ann)["options"]]
            fresh = Client(server, table.code, tokens)
            fresh.language = "de"
            async with fresh:
                assert fresh.log == ben.log, "Who comes later reads the same log."

    asyncio.run(game())


def question_of(client: Client) -> Json:
    """The question that a client was shown last."""
    found: Json = client.moment.get("question") or {}
    return found


@pytest.mark.parametrize(
    ("code", "sentence"),
    [("de", "Dieser Platz gehört dir hier nicht."), ("en", "This seat is not yours here."), ("xx", "This seat is not yours here.")],
)
def test_a_refusal_is_in_the_readers_language_and_an_unknown_one_is_english(server: ServerProcess, code: str, sentence: str) -> None:
    async def game() -> None:
        table = server.open([ME, {**ME, "name": "Ben"}])
        client = Client(server, table.code, [next(iter(table.tokens.values()))])
        client.language = code
        async with client:
            other = 1 - client.you[0]
            with pytest.raises(Refused) as no:
                await client.ask("choose", seat=other, seq=client.moment["seq"], line="L1: end")
            assert no.value.told["sentence"] == sentence

    asyncio.run(game())


def test_that_there_is_no_table_is_told_in_the_readers_language(server: ServerProcess) -> None:
    async def look() -> None:
        client = Client(server, "ZZZZZZ")
        client.language = "de"
        with pytest.raises(Refused) as no:
            async with client:
                pass
        assert no.value.told["sentence"].startswith("Es gibt keinen Tisch mit diesem Code.")

    asyncio.run(look())


def test_a_request_says_its_language_in_a_header(server: ServerProcess) -> None:
    said = {
        code: server.http("/api/tables/ZZZZZZ/sit", {"name": "Ann"}, {"Tipover-Language": code})[1]["sentence"] for code in ("de", "en")
    }
    assert said["en"].startswith("There is no table") and said["de"].startswith("Es gibt keinen Tisch")


def test_bots_and_ready_made_matches_are_listed_in_the_readers_language(server: ServerProcess) -> None:
    shown = {code: server.http("/api/catalog", headers={"Tipover-Language": code})[1] for code in ("de", "en", "xx")}
    assert shown["xx"] == shown["en"]
    assert [one["title"] for one in shown["de"]["bots"]] == [one["title"] for one in shown["en"]["bots"]], "Names are not translated."
    matches = {code: {one["key"]: one for one in shown[code]["quick"]} for code in ("de", "en")}
    assert matches["de"].keys() == matches["en"].keys()
    assert all(matches["de"][key]["title"] != one["title"] for key, one in matches["en"].items())
    assert matches["de"]["boardwalk"]["about"] == "Florida Boardwalk, 2 gegen 2, etwa 15 Minuten"
    assert all(one["about"] != other["about"] for one, other in zip(shown["de"]["bots"], shown["en"]["bots"], strict=True))


def without_names(match: Match, text: str) -> str:
    """A text without the names of cards and abilities, which are English in every language."""
    catalog = match.state.setup.catalog
    names = {one.name for one in (*catalog.figures, *catalog.pieces)} | {one.short for one in catalog.figures}
    names |= {ability.name for one in catalog.figures for ability in one.abilities}
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, " ") if name else text
    return text


def test_log_and_questions_of_a_whole_game_are_german() -> None:
    """No word that only the English catalogue has stands in what a German reader is shown, apart from card texts."""
    strange = english_words()
    match = Match(arrange(load(), deal(load(), "german", Wish("2v2", scenario="Control", rounds=2, dealt=True))), "german")
    draws = random.Random(3)
    begun = 0
    while (ask := match.state.decision) is not None:
        asked = question(match, ask.seats, "de")
        assert asked is not None
        if not asked.about:
            assert not strange & set(_plain(without_names(match, asked.prompt))), asked.prompt
        match.play(draws.choice(ask.options))
        for entry in entries(match.state, match.events[begun:], 0, ask.seats, "de"):
            if entry.line is not None and entry.news.event not in ("Challenged", "Replaced"):
                assert not strange & set(_plain(without_names(match, entry.line.text))), entry.line.text
        begun = len(match.events)


def test_a_sentence_inside_another_begins_small_unless_it_begins_with_a_name() -> None:
    setup = arrange(load(), deal(load(), "german", Wish("2v2", scenario="Control", dealt=True)))
    printer = Printer(Names(setup), language("de"))
    points = say("event.points_gained", side=SidePart(0), points=CountPart(1, "point"))
    assert printer.text(points) == "Hell bekommt 1 Punkt."
    assert printer.part(InnerPart(points)) == "Hell bekommt 1 Punkt."
    assert printer.part(InnerPart(say("analysis.dice_fall"))) == "die Würfel fallen."


def test_a_reason_names_people_and_begins_with_the_rules_own_sentence() -> None:
    match = Match(arrange(load(), deal(load(), "german", Wish("2v2", scenario="Control", dealt=True))), "german")
    while match.state.round == 0:
        ask = match.state.decision
        assert ask is not None
        match.play(ask.options[0])
    state = match.state
    reason = reason_for(state.setup, "TRN-3", "reason.exhausted", who=FigurePart(0))
    printer = table_printer(state, "de")
    assert reason.sentence == f"{sentence_of('TRN-3')} {state.setup.mark(0)} is exhausted."
    own = "Die Seiten sind im Uhrzeigersinn am Zug; eine Seite, die niemanden bereit hat, wird übergangen."
    assert reason_text(reason, printer) == f"{own} {printer.names.figure(0)} ist erschöpft."
    assert reason_text(reason_for(state.setup, "TRN-3"), printer) == reason_text(reason, printer, short=True) == own
    assert state.name(0) in reason_text(reason, printer)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("A: move z9", "'z9' ist kein Feld dieser Karte; ihre Felder sind a1 bis b1."),
        ("A: move", "Wohin? schreib 'A: move c4'."),
        ("A: mov", f"{language('de').text('rule.ACT-5')} Stark Guard hat kein 'mov'. War 'move' gemeint?"),
        ("A: challenge Nobody", "Es gibt keine Figur 'Nobody'; es gibt A, b."),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_in_the_readers_language(line: str, sentence: str) -> None:
    state = scene(" A b ", turn="A").state
    assert why(state, [line], language="de")[0].reasons[0].sentence == sentence


def test_wishes_that_cannot_be_dealt_are_refused_in_the_readers_language() -> None:
    with pytest.raises(DealError) as refused:
        deal(load(), 1, Wish("2v2", "Nowhere"))
    assert str(refused.value) == "there is no map 'Nowhere'"
    assert Printer(NoNames(), language("de")).text(refused.value.said) == "es gibt keine Karte 'Nowhere'"
    with pytest.raises(DealError) as refused:
        quick.deal(DealWanted(teams=[[]] * 5), load())
    assert str(refused.value) == "at most 4 sides play, not 5 (SUP-2)"
    assert sentence(say("refused.not_dealt", error=quick.setup_fault(refused.value)), "de").endswith(
        "höchstens 4 Seiten spielen, nicht 5 (SUP-2)."
    )


SIDES = [{"side": "light", "figures": ["Rose Nylund"]}, {"side": "dark", "figures": ["Gi-hun"]}]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"map": "Flodira Boardwalk"}, "es gibt keine Karte 'Flodira Boardwalk'; war 'Florida Boardwalk' gemeint?"),
        ({"sides": SIDES[:1]}, "ein Aufbau nennt zwei bis vier Seiten (SUP-2)"),
        ({"sides": [SIDES[0], {**SIDES[1], "figures": ["Gi-hun", "Il-nam"]}]}, "jede Seite hat gleich viele Charaktere (SUP-3)"),
        ({"sides": [{**one, "attachments": ["Needel"]} for one in SIDES]}, "es gibt keine Beigabe 'Needel'; war 'Needle' gemeint? (ATT-1)"),
        ({"sides": [SIDES[0], {**SIDES[1], "attach": 1}]}, "jede Seite hat gleich viele Beigaben, nicht Hell 0, Dunkel 1 (ATT-1)"),
        ({"rounds": "many"}, "'rounds' ist eine ganze Zahl; 0 heißt ohne Grenze (RND-5)"),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused_in_the_readers_language(change: dict[str, object], sentence: str) -> None:
    with pytest.raises(SetupFault) as no:
        arrange(load(), {"map": "Florida Boardwalk", "scenario": "Control", "sides": SIDES, **change})
    assert Printer(NoNames(), language("de"), with_rules=True).text(no.value.said) == sentence
    assert str(no.value) != sentence


def test_the_table_says_in_german_why_a_setup_cannot_be_played(server: ServerProcess) -> None:
    wanted = {"setup": {"map": "Florida Boardwalk", "scenario": "Control", "sides": SIDES[:1]}, "seats": [ME]}
    said = server.http("/api/tables", wanted, {"Tipover-Language": "de"})[1]["sentence"]
    assert "ein Aufbau nennt zwei bis vier Seiten" in said
