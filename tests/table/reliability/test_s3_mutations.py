"""S3: garbled, illegal and untimely commands get a typed refusal, change nothing, and leave no traceback."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from kit.hostile import BOT, ME, SOAK, TAGS, garbled, kept, log_of, message_types, mutated, sample, told, two_people
from kit.server import Client, Json, Opened, ServerProcess, serving
from tipover.table.protocol.from_server import REFUSALS

NUMBER = 100_000 if SOAK else 5_000
PARTS = 2  # so that two workers share them
BATCH = 50  # frames to one socket: below what is too fast
REQUESTS = 5_000 if SOAK else 240
BROKEN = ("closed", "store")  # refusals that mean the server itself went wrong
TELLS = {
    "ask_why": "reasons",
    "ask_sight": "sight",
    "ask_threats": "threats",
    "ask_moments": "moments",
    "ask_odds": "odds",
    "ask_plan": "planned",
    "ask_hint": "hint",
    "ask_analysis": "analysis",
}
COSTLY = ("ask_threats", "ask_hint")  # their right answers take long to reckon: they are asked less often


@pytest.fixture(scope="module")
def server() -> Iterator[ServerProcess]:
    with serving() as running:
        yield running


class Attack:
    """Frames against one table, from its own seats: the game may go on only by what was offered."""

    def __init__(self, server: ServerProcess, table: Opened, seed: str) -> None:
        self.server = server
        self.table = table
        self.draws = random.Random(seed)
        self.sent = self.refused = self.answered = self.done = 0
        self.codes: set[str] = set()

    async def batch(self) -> None:
        """Send a batch from one seat and check every answer; a garbled line that is an offered one after all is played."""
        seat = self.draws.randrange(2)
        async with Client(self.server, self.table.code, [self.table.tokens[seat]]) as client:
            before, rows = client.moment, kept(self.server, self.table.code)
            lines = [option["line"] for option in client.options] or ["L1: end", "D1: move c3", "L1", "pick Gi-hun"]
            valid = [
                sample(kind, seat, before["seq"], line, 1 - seat)
                for kind in sorted(message_types() - {"hello", "ping"})
                for line in [self.draws.choice(lines)]
            ]
            valid = [one for one in valid if one["type"] not in COSTLY or self.draws.random() < 0.1]
            valid += [sample("choose", seat, before["seq"], self.draws.choice(lines)) for _ in range(12)]
            frames = [mutated(valid, lines, self.draws, self.sent + k) for k in range(BATCH)]
            number = len(client.told)
            for text, _ in frames:
                await client.send(text)
            await client.send('{"type":"ask_sight","id":"last","figure":0,"square":0}')
            await client.until(lambda: any(one.get("id") == "last" for one in client.told[number:]), 120)
            # Questions are answered beside the commands that follow them; commands are answered in their order.
            await client.until(lambda: len(self.answers(client.told[number:])) >= BATCH, 60)
            self.judge(frames, self.answers(client.told[number:]))
            self.sent += BATCH
            fresh = kept(self.server, self.table.code)
            accepted = fresh[len(rows) :]
            assert fresh[: len(rows)] == rows
            if not accepted:
                await client.hello()
                assert client.moment == before, "A refused message has changed the game."
            elif any(row[2] == "choice" for row in accepted):
                line = json.loads(accepted[0][5])["line"]
                assert any(option == line or option.startswith(f"{line}:") for option in lines), f"{line!r} was played, and was not offered"
                self.done += 1
            else:
                raise AssertionError(f"a mutated message was done: {accepted}")

    def answers(self, heard: list[Json]) -> list[Json]:
        """The answers among what was heard, without that to the last question."""
        return [one for one in heard if (one["type"] in ("refused", "ack", *TELLS.values())) and one.get("id") != "last"]

    def judge(self, frames: list[tuple[str, bool]], answers: list[Json]) -> None:
        """Every frame has one typed answer, and what had to be refused was."""
        assert len(answers) == len(frames), answers
        assert sum(one["type"] == "refused" for one in answers) >= sum(must for _, must in frames), "What had to be refused was not."
        for one in answers:
            if one["type"] == "refused":
                assert one["refused"] in REFUSALS and one["refused"] not in BROKEN, one
                assert one["sentence"][:1].isupper() and one["sentence"].endswith((".", "?", "!")), one
                assert "Traceback" not in one["sentence"] and "/" not in one["sentence"].replace("1/", ""), one
                self.codes.add(one["refused"])
                self.refused += 1
            else:
                self.answered += 1
        told_of = {one.get("id"): one["type"] for one in answers}
        for text, must in frames:
            if must:
                try:
                    message = json.loads(text)
                except ValueError:
                    continue
                identity = message.get("id") if isinstance(message, dict) else None
                if isinstance(identity, str) and identity in told_of:
                    assert told_of[identity] == "refused", (text, identity)


@pytest.mark.parametrize("part", range(PARTS))
def test_mutated_commands_are_refused_and_change_nothing(server: ServerProcess, part: int) -> None:
    async def attacked() -> Attack:
        draws = random.Random(f"tables {part}")
        tables = [two_people(server) for _ in range(4)]
        attacks = [Attack(server, table, f"attack {part} {k}") for k, table in enumerate(tables)]
        while sum(one.sent for one in attacks) < NUMBER / PARTS:
            one = draws.choice(attacks)
            await one.batch()
            async with Client(server, one.table.code, list(one.table.tokens.values())) as both:
                if both.over:
                    attacks[attacks.index(one)] = fresh = Attack(server, two_people(server), f"attack {part} {one.sent}")
                    fresh.sent, fresh.refused, fresh.answered, fresh.codes = one.sent, one.refused, one.answered, one.codes
                elif both.mine >= 0 and draws.random() < 0.5:  # the game goes on, so that many questions are tried
                    await both.play(draws)
        return max(attacks, key=lambda one: one.sent)

    found = asyncio.run(attacked())
    assert found.refused > 0.7 * found.sent and found.codes >= {
        "malformed",
        "not_seated",
        "stale",
        "illegal",
        "not_your_turn",
        "no_such_seat",
        "not_now",
    }
    assert "Traceback" not in log_of(server)
    assert server.http("/api/health")[1]["ok"]


def test_the_right_command_at_the_wrong_time_is_refused(server: ServerProcess) -> None:
    """Before the game, out of turn, after it: the same message that would be right at another moment."""

    async def game() -> None:
        waiting = server.open([ME, {"kind": "open"}])
        async with Client(server, waiting.code, list(waiting.tokens.values())) as ann:
            for kind in sorted(message_types() - {"hello", "ping", "say", "rename", "revoke", "stand_in"}):
                answer = await told(ann, {**sample(kind, 0, 0, "L1"), "id": kind}, kind)
                assert answer["type"] == "refused" and answer["refused"] in ("not_now", "malformed", "not_your_turn"), answer
            assert len(kept(server, waiting.code)) == 1
        table = two_people(server)
        async with Client(server, table.code, [table.tokens[0]]) as ann, Client(server, table.code, [table.tokens[1]]) as ben:
            asked, other = (ann, ben) if ann.mine >= 0 else (ben, ann)
            rows = kept(server, table.code)
            for option in asked.options[:20]:
                answer = await told(
                    other,
                    {**sample("choose", other.you[0], asked.moment["seq"], option["line"]), "id": option["line"][:70]},
                    option["line"][:70],
                )
                assert answer["refused"] == "not_your_turn"
            assert kept(server, table.code) == rows
            await other.ask("resign", seat=other.you[0])
            await asked.until(lambda: asked.over)
            rows = kept(server, table.code)
            for kind in ("choose", "undo", "resign", "draw", "stand_in"):
                answer = await told(asked, {**sample(kind, asked.you[0], asked.moment["seq"], "L1"), "id": kind}, kind)
                assert answer["refused"] == "over", answer
            assert kept(server, table.code) == rows

    asyncio.run(game())


def spoiled_body(path: str, draws: random.Random) -> bytes:
    """A body for a route with something wrong in it, or at least odd."""
    bodies: dict[str, Json] = {
        "/api/tables": {"seats": [ME, BOT], "quick": "first-golden_girls", "placed": True, "title": "x", "listed": False, "at": -1},
        "/sit": {"name": "Eve", "seat": 0, "seed": "5eed"},
        "/api/deal": {"mode": "2v2", "map": "", "teams": [["Gi-hun"]], "seed": "1"},
    }  # fmt: skip
    body = dict(next(value for key, value in bodies.items() if path.endswith(key)))
    odd: list[Any] = [
        None,
        7,
        -1,
        10**30,
        1.5,
        "x",
        "x" * 300,
        "\u202e\x00",
        [],
        [[]],
        {},
        {"kind": "me"},
        [{"kind": "king"}],
        [{}] * 50,
        True,
        "\ud800",
    ]
    match draws.randrange(4):
        case 0:
            body[draws.choice(sorted(body))] = draws.choice(odd)
        case 1:
            body[draws.choice(["setup", "lesson", "record", "after", "cards", "more", "mode", "scenario"])] = draws.choice(odd)
        case 2:
            body["setup"] = {
                draws.choice(["map", "sides", "box", "secret", "rounds", "scenario", "mode", "picks"]): draws.choice(odd)
                for _ in range(draws.randrange(4))
            }
            body.pop("quick", None)
        case _:
            return garbled(json.dumps(body), ["{}", "[]"], draws).encode("utf-8", "replace")
    return json.dumps(body).encode()


def test_mutated_requests_are_refused_or_done_and_never_break(server: ServerProcess) -> None:
    table = two_people(server)
    rows = kept(server, table.code)
    draws = random.Random("requests")
    statuses: set[int] = set()
    for number in range(REQUESTS):
        path = draws.choice(["/api/tables", "/api/tables", "/api/deal", f"/api/tables/{table.code}/sit"])
        raw = spoiled_body(path, draws)
        status, answer, _ = server.http(path, raw=raw)
        statuses.add(status)
        assert status in (200, 201) or (
            400 <= status < 500 and answer["refused"] in REFUSALS and answer["sentence"].endswith((".", "?", "!"))
        ), (number, path, raw[:300], status, answer)
    assert statuses >= {201, 400, 409, 422}
    assert kept(server, table.code) == rows
    assert "Traceback" not in log_of(server)


def test_mutations_are_made_for_every_message_type() -> None:
    """Each type is spoiled in ways that the decoder refuses; a new one is spoiled too."""
    draws = random.Random(1)
    seen: set[str] = set()
    for number in range(4000):
        valid = [sample(kind, 0, 5, "L1: end") for kind in TAGS if kind not in ("hello", "ping")]
        text, _ = mutated(valid, ["L1: end"], draws, number)
        seen |= {kind for kind in TAGS if f'"type": "{kind}"' in text}
    assert seen >= message_types() - {"hello", "ping"}
