"""Every file and test that docs/bots-evidence.md names is there."""

from kit.evidence import missing_of, named_in


def test_what_the_page_names_is_there():
    assert len(named_in("bots-evidence.md")) > 60
    assert missing_of("bots-evidence.md") == []
