"""Planted faults: which tests notice when a rule is played wrongly, clause by clause.

`make mutants [GAME=…] [CLAUSE=…]`, or `python -m tests.mutants`. A fault is one small change in
the engine, the rules or the odds of a game (`changes`, `statements`), tied to the clauses that its
line, its function, the function's callers or its module name (`ties`, `planting`). The tests run
in one process that has collected them once (`suite`): it forks, swaps the code of one function and
runs the tests that are marked with the fault's clauses and reach its line (`reach`); for what
survives the second generator, random play and the tests of other clauses. `campaign` does that for
many faults and keeps `reports/mutants/GAME.csv`, which `table` reads and counts by clause.
`equivalent.toml` explains survivors that no test can kill. `sample` plants 60 known faults again,
another 60 each week.

Two libraries were looked at. mutmut 3 leaves decorated functions alone, and all that plays a game
is a decorated kernel; it chooses tests by what they call, not by what they are marked with. Cosmic
Ray writes each fault into the file and starts the test command anew: collecting the tests of a game
takes longer than running those of a clause. Neither says which clause a fault is in, nor by which
layer of tests it was killed. What is taken from them are the kinds of faults.
"""
