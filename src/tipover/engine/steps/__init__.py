"""Card texts at work: the interpreter and its verbs."""
