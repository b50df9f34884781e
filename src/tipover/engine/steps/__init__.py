"""The steps of card texts on the frame stack: who and what a phrase means, what is so, and every deed of the language."""
