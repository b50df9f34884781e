"""Why not: a refused choice is handed to the law that offers such choices, and the reasons are put in order."""

from tipover.engine.explain.action_faults import why_no_action, why_no_move, why_no_text
from tipover.engine.explain.choices import nearby, why_not_choice
from tipover.engine.explain.sight import why_not_seen, why_seen

__all__ = ["nearby", "why_no_action", "why_no_move", "why_no_text", "why_not_choice", "why_not_seen", "why_seen"]
