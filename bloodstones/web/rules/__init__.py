"""Rules and strategies in the lab: clauses, readings, numbers with what they change, strength.

`pages` answers; `number_effects` asks exact questions again with another number; `measured` reads
what shipped reports found; `strengths` reads ladders and measures speed. Start reading at `pages`.
"""
