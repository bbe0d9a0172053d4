"""What commands share on a terminal: options, faults of usage, words of help, the panel of a rule.

Imports anything but commands. Start with `options`, then `usage`; answers are shown by
`core.terminal.answers`.
"""
