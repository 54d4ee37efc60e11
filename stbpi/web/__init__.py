"""What people at a browser, and their scripts, see of the table and may ask of it."""
