"""Lessons over real sockets: taken to their end, step by step, and back from a wrong turn."""

from __future__ import annotations

import asyncio

from kit.duo import refused
from kit.server import Client, ServerProcess
from tipover.table.lessons import lesson


def test_a_lesson_is_taken_step_by_step(server: ServerProcess) -> None:
    async def game() -> None:
        lessons = server.http("/api/lessons")[1]
        table = server.open([], lesson=lessons[0]["key"])
        async with Client(server, table.code, list(table.tokens.values())) as ann:
            assert ann.table["kind"] == "lesson" and ann.lesson["step"] == 1 and ann.lesson["of"] == len(lessons)
            seat = ann.you[0]
            told = ann.lesson
            for _ in range(40):
                told = ann.lesson
                if told.get("done"):
                    break
                if told.get("tell"):
                    ack = await ann.ask("next_step", seat=seat)
                    await ann.reach(ack["seq"])
                elif ann.mine >= 0:
                    hint = await ann.ask("ask_hint", seat=seat)
                    await ann.choose(hint["line"])
                else:
                    break
            await ann.ask("next_step", seat=seat, again=True)
            await ann.until(lambda: ann.lesson["step"] == 1 and ann.moment["count"] == 0)

    asyncio.run(game())


def test_every_lesson_is_taken_to_its_end_and_survives_a_new_socket(server: ServerProcess) -> None:
    async def take(key: str) -> None:
        table = server.open([], lesson=key)
        tokens = list(table.tokens.values())
        steps = lesson(key).steps
        async with Client(server, table.code, tokens) as ann:
            seat = ann.you[0]
            for _ in range(60):
                if ann.lesson.get("done"):
                    break
                here = ann.lesson["step"]
                step = steps[here - 1]
                if step.tell:
                    await ann.reach((await ann.ask("next_step", seat=seat))["seq"])
                elif step.attempt:
                    await ann.until(lambda: ann.mine >= 0)
                    no = await refused(ann.ask("choose", seat=seat, seq=ann.moment["seq"], line=step.attempt))
                    assert no.told["reasons"]
                elif not step.play:
                    break  # the guided game: free from here on
                for line in step.play:
                    await ann.until(lambda: ann.mine >= 0)
                    await ann.choose(line)
                await ann.until(lambda here=here: ann.lesson["step"] > here or bool(ann.lesson.get("done")))  # type: ignore[misc]
            else:
                raise AssertionError(f"{key} does not end: {ann.lesson}")
            assert ann.lesson.get("done") or lesson(key).game, (key, ann.lesson)
            async with Client(server, table.code, tokens) as again:
                assert again.lesson == ann.lesson and again.moment == ann.moment

    async def course() -> None:
        for one in server.http("/api/lessons")[1]:
            await take(one["key"])

    asyncio.run(course())


def test_a_wrong_turn_in_a_lesson_is_taken_back(server: ServerProcess) -> None:
    async def take() -> None:
        key = server.http("/api/lessons")[1][0]["key"]
        table = server.open([], lesson=key)
        async with Client(server, table.code, list(table.tokens.values())) as ann:
            seat = ann.you[0]
            while ann.lesson.get("tell"):
                await ann.reach((await ann.ask("next_step", seat=seat))["seq"])
            before = ann.moment
            wrong = next(one["line"] for one in ann.options if one["line"] not in lesson(key).steps[ann.lesson["step"] - 1].play)
            await ann.choose(wrong)
            if ann.lesson.get("astray"):
                assert ann.mine < 0 and (await refused(ann.choose("L1", seat=seat))).code == "not_now"
            await ann.reach((await ann.ask("undo", seat=seat, seq=ann.moment["seq"]))["seq"])
            assert ann.moment["digest"] == before["digest"] and not ann.lesson.get("astray")

    asyncio.run(take())
