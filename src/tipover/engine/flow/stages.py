"""The stages of a challenge, in the order of CHA-24."""

from __future__ import annotations

# What a stage names is what comes next: while texts run that wait for the challenger's dice the stage is AFTER_ATTACK.
DECLARED, FIXING, ATTACKING, DEFENDING, ROLLED, AFTER_ATTACK, COMPARING, CLOSING, ENDED = range(9)
