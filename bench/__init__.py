"""What is measured, and against what bar. Results are kept in docs/results.md."""
