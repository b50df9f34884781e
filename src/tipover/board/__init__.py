"""Geometry of the table; knows no game (MAP, SEE, ADJ, DST, the walking half of MOV)."""
