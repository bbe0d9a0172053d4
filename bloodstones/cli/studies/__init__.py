"""What `bloodstones study` shows and does beside running a study file.

Imports anything but other commands. Start with `plan`.
"""
