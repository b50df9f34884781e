"""Every file and test that docs/hosting-evidence.md names is there."""

from kit.evidence import missing_of, named_in


def test_what_the_page_names_is_there():
    assert len(named_in("hosting-evidence.md")) > 100
    assert missing_of("hosting-evidence.md") == []
