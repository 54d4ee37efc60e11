"""What is soldered, printed and sawn: made from the wiring profiles by ``python -m hardware``; see README.md here."""
