"""What a player may ask about a position: why not, how likely, what is seen, who threatens whom, how a plan would end.

Nothing here changes a game: all is tried on clones by the engine itself.
"""

from tipover.table.looks.odds import odds
from tipover.table.looks.plan import Plan, plan
from tipover.table.looks.refusal import NotNow
from tipover.table.looks.sight import sight
from tipover.table.looks.threats import threats
from tipover.table.looks.why import why

__all__ = ["NotNow", "Plan", "odds", "plan", "sight", "threats", "why"]
