"""The register of the rules, readings of ambiguities, and rule numbers that can be changed.

Imports nothing but `core`. Start with `rulebook`.
"""
