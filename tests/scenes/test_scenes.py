"""Scenes as authors write them: every `[[test]]` in the files beside this one."""

from pathlib import Path

import pytest

from tipover.play.scene_tests import check_files

HERE = Path(__file__).parent


@pytest.mark.parametrize("name", sorted(path.name for path in HERE.glob("*.toml")))
def test_every_scene_does_what_it_says(name):
    found = check_files([str(HERE / name)])
    assert [str(failure) for failure in found.failures] == []
    assert (found.files, found.tests > 0) == (1, True)


def test_a_wrong_expectation_is_told_with_its_place(tmp_path):
    text = (HERE / "winning.toml").read_text(encoding="utf-8").replace("../packs/trials", str(HERE.parent / "packs" / "trials"))
    text = text.replace('"winner" = "light", "round" = 4', '"winner" = "dark", "round" = 4').replace(
        'rule = "WIN-1" }]', 'rule = "MOV-1" }]'
    )
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text, encoding="utf-8")
    found = check_files([str(wrong)])
    line = text[: text.index('"winner" = "dark", "round" = 4')].count("\n") + 1
    assert [(one.line, one.test) for one in found.failures] == [(line, "ahead at the target wins"), (line + 1, "ahead at the target wins")]
    assert "expected winner = 'dark', found 'light'" in found.failures[0].message
    assert "is refused by WIN-1, expected MOV-1" in found.failures[1].message
