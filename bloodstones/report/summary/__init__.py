"""What all reports of a folder tell together: summary, profiles of roles, glossary, index.

Reads their files (`shelf`); imports `blocks`, `contract`, `document` and `language`, never a
section. Start with `make`.
"""
