"""What `bloodstones report` does beside making a defined report.

Imports anything but other commands. Start with `draft`.
"""
