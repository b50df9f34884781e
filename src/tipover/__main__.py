"""`python -m tipover`."""

from tipover.cli import main

if __name__ == "__main__":
    main()
