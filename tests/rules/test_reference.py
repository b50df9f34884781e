"""The rules reference: complete, well-formed, and the same in rules.toml and in docs/rules."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tipover.engine.core.rules import chapters, pages, rules, sentence_of

DOCS = Path(__file__).parents[2] / "docs" / "rules"


def test_ids_are_well_formed_and_count_up_from_1_within_their_prefix() -> None:
    numbers: dict[str, list[int]] = {}
    for key, rule in rules().items():
        assert key == rule.id
        assert re.fullmatch(r"[A-Z]{3}-\d+", rule.id)
        prefix, number = rule.id.split("-")
        numbers.setdefault(prefix, []).append(int(number))
    for prefix, found in numbers.items():
        assert found == list(range(1, len(found) + 1)), prefix


def test_every_rule_has_a_law_a_source_and_a_sentence_of_its_own() -> None:
    sentences: dict[str, str] = {}
    for rule in rules().values():
        assert rule.rule and rule.source, rule.id
        assert re.fullmatch(r"[A-Z][^{}<>\n]+[^.]\.", rule.sentence), rule.id
        assert not re.search(r"[A-Z]{3}-\d", rule.sentence), f"{rule.id} names an id to a player"
        assert rule.sentence not in sentences, f"{rule.id} says the same as {sentences[rule.sentence]}"
        sentences[rule.sentence] = rule.id


def test_every_prefix_is_in_one_chapter_and_every_chapter_has_rules_and_a_page() -> None:
    listed = [prefix for chapter in chapters() for prefix in chapter.prefix]
    assert len(listed) == len(set(listed))
    assert listed == list(dict.fromkeys(rule_id[:3] for rule_id in rules()))
    assert len({chapter.page() for chapter in chapters()}) == len(chapters())


def test_every_rule_is_a_heading_on_just_one_page() -> None:
    headings = [head for text in pages().values() for head in re.findall(r"^## (.*)$", text, re.MULTILINE)]
    assert headings == list(rules())


def test_every_link_of_the_pages_leads_to_a_heading() -> None:
    written = pages()
    for name, text in written.items():
        for page, anchor in re.findall(r"\]\(([a-z-]+\.md|README\.md)(?:#([a-z0-9-]+))?\)", text):
            assert page in written, f"{name} leads to {page}"
            assert not anchor or f"\n## {anchor.upper()}\n" in written[page], f"{name} leads to {page}#{anchor}"


def test_later_rules_say_which_set_they_wait_for() -> None:
    for rule in rules().values():
        assert rule.later == ("(later: " in rule.rule), rule.id


def test_told_gives_the_sentence_and_names_an_unknown_id() -> None:
    assert sentence_of("MOV-5") == "A figure cannot pass through a square where a standing rival is."
    with pytest.raises(KeyError, match="There is no rule 'MOV-99'"):
        sentence_of("MOV-99")


def test_pipes_in_a_rule_do_not_begin_a_table() -> None:
    assert "|dx|" in rules()["DST-1"].rule
    assert not [name for name, text in pages().items() if re.search(r"(?<!\\)\|", text)]


def test_importing_the_reference_reads_nothing() -> None:
    code = "import tipover.engine.core.rules as r; assert not r._reference.cache_info().currsize; assert r.sentence_of('SEE-1')"
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
