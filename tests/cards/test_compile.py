"""Texts as flat steps: every text of the sheet, step by step, in a file that is read as a diff."""

import os
from pathlib import Path

from tipover.cards.ast import While
from tipover.cards.compile import compile_steps
from tipover.cards.program import DO, EACH, END, IF, JUMP, NEXT, OR, Program
from tipover.cards.read import read_rule

from .samples import FORMS, NAMES, TEXTS

GOLDEN = Path(__file__).with_name("programs.txt")


def programs(rule: str, name: str) -> list[Program]:
    found = []
    for text in read_rule(rule, NAMES):
        if not isinstance(text, While):
            found.append(compile_steps(name, text.steps, text.limits))
        elif text.change.steps:
            found.append(compile_steps(name, text.change.steps))
    return found


def test_every_text_of_the_sheet_compiles_to_these_steps() -> None:
    lines = []
    for name, rule in TEXTS:
        for program in programs(rule, name):
            lines.append(f"{name}\n" + "".join(f"    {k} {step}\n" for k, step in enumerate(program.steps)))
    text = "\n".join(lines)
    if os.environ.get("TIPOVER_GOLDEN") == "1":
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_every_jump_of_every_form_leads_into_its_program() -> None:
    for rule in [*(rule for _, rule in TEXTS), *FORMS]:
        for program in programs(rule, "form"):
            size = len(program.steps)
            assert program.steps[-1].op == END
            for k, step in enumerate(program.steps):
                assert -1 <= step.goto < size
                assert all(k < way < size for way in step.ways)
                if step.op in (IF, JUMP, EACH):
                    assert step.goto > k, (rule, k)
                if step.op == NEXT:
                    assert step.goto < k, (rule, k)
                if step.op == OR:
                    assert len(step.ways) >= 2
                if step.op == DO:
                    assert step.act is not None
