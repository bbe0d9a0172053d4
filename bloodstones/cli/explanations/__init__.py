"""What `bloodstones explain` shows, and who judges positions for it.

Imports anything but other commands. Start with `view`.
"""
