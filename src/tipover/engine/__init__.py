"""The rules, pure: a function from a state and a choice to events. No clock, no chance, no files but its own."""
