"""What other rooms may ask about a state. Nothing here writes to the state it is given; where something is tried out, it is on a clone."""
