"""The register of the rules, readings of open points, and rule numbers that may be changed.

Imports nothing but `core`. Start with `rulebook`.
"""
