"""The process of rooms apart of a server of `kit.sure`: its dice and bots go by the same name."""

from kit.sure import be_sure
from tipover.table import apart_child


def main(by: str, options: str) -> None:
    """As `apart_child`, with chance taken out."""
    be_sure(by)
    apart_child.main(options)
