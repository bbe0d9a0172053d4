"""What the rules name and number, read and checked."""
