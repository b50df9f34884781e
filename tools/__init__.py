"""Programs that write the generated pages of docs/ and the web's types; `python3 run.py generate` runs them. Not part of the package."""
