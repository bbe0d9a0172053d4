"""The summary of all reports of a folder: overview, profiles of roles, glossary, index.

Reads their files (`shelf`); imports `blocks`, `contract`, `document` and `language`, never a
section. Start with `make`.
"""
