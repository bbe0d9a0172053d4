"""Files: reading with all faults reported at once, writing whole or not at all, a user's own data.

Imports nothing but `core`. Start with `datafile`.
"""
