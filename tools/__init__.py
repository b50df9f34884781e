"""What `run.py` consists of beside itself, and the programs that write the generated pages of docs/ and the web's types. Not part of the package."""
