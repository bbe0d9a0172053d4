"""The sections of a study's report on whom a role meets: in pairs, and at whole tables.

Each declares a `contract.section.Section`; imports what `sections` may. Start with `match_ups`.
"""
