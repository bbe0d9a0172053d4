PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BROWSER_READY := $(VENV)/.browser-ready
DOCS_READY := $(VENV)/.docs-ready
REPORT_READY := $(VENV)/.report-ready
JOBS ?= 2
RULES_TESTS := bloodstones/games tests/games tests/cli/test_replay.py tests/cli/test_rules.py \
	tests/cli/test_verify.py tests/core \
	--ignore bloodstones/games/bloodstones/strategies --ignore bloodstones/games/bloodstones/maps/making \
	--ignore tests/games/bloodstones/strategies --ignore tests/games/bloodstones/maps/making
# Long without compilation, and they reach no line that others do not.
REPEATS := another_process or opening_hands_of_the_engine or rates_of_random_battles \
	or games_on_a_shipped_map or nobody_gains_by_leaving_the_equilibrium \
	or nobody_gains_where_corsairs or million_rows \
	or random_games_under_every_reading and not undead_sea_steps and not cutiecorn

# Tests start a hundred processes; each would compile all sources again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: test test-newest test-next-numba check browser-test screens openings docs lint kernels kernels-others kernels-largest format rules mutants met coverage bench report reports statistical calibration strength strengths soak clean

# One environment for everything; rebuilt when the requirements change.
$(READY): pyproject.toml .ci/constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint .ci/constraints.txt --editable '.[dev]'
	touch $@

# What a report needs, and nothing for work on the code.
$(REPORT_READY): pyproject.toml .ci/constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint .ci/constraints.txt --editable '.[report]'
	touch $@

# Kernels compile in two parts beside each other, before the sources are checked; a module's tests run
# in one process, since they share what is slow to build.
test: $(READY)
	$(MAKE) --jobs $(JOBS) --output-sync=target kernels lint
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile -q

# The tests with another Python, in an environment of its own: `make test-newest PYTHON=python3.13`;
# with CONSTRAINTS= also with the newest versions of all packages. An environment of another Python is
# replaced.
NEWEST := .venv-newest
CONSTRAINTS ?= .ci/constraints.txt
test-newest:
	test "$$($(NEWEST)/bin/python -V 2>&1)" = "$$($(PYTHON) -V)" || $(PYTHON) -m venv --clear $(NEWEST)
	$(NEWEST)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade \
		$(if $(CONSTRAINTS),--constraint $(CONSTRAINTS)) --editable '.[dev]'
	$(NEWEST)/bin/python -m tests.warm_up others
	$(NEWEST)/bin/python -m tests.warm_up largest
	$(NEWEST)/bin/python -m pytest -n $(JOBS) --dist loadfile -q

# In a minute and a half: lint, types, architecture, and the tests of what changed since SINCE.
SINCE ?= HEAD
check: $(READY)
	$(MAKE) --jobs $(JOBS) --output-sync=target kernels lint
	$(BIN)/python -m pytest -q -n $(JOBS) tests/test_architecture.py tests/test_no_game_outside.py \
		tests/conformance tests/toy $$($(BIN)/python -m tests.changed $(SINCE))

kernels: kernels-others kernels-largest

kernels-others kernels-largest: kernels-%: $(READY)
	$(BIN)/python -m tests.warm_up $*

# The written pages and the documentation in Debian's Chromium, which is installed if it is missing.
browser-test: $(BROWSER_READY) docs
	.ci/install_chromium
	$(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -m browser --override-ini addopts=--strict-markers tests/browser

# Redraw the pictures of the lab in the documentation.
screens: $(BROWSER_READY)
	.ci/install_chromium
	$(BIN)/python -m tests.browser.screens docs/static/lab

# The pictures of the lab's first page, drawn into the folders of the games.
openings: $(READY)
	$(BIN)/python -m bloodstones.web.openings

$(BROWSER_READY): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint .ci/constraints.txt --editable '.[browser]'
	touch $@

# The documentation, in docs/_build/html; a warning is an error. It takes the pictures of the lab that
# are committed, so that it needs no browser; `make docs SCREENS=1` draws them first.
SCREENS ?=
docs: $(DOCS_READY) $(if $(SCREENS),screens)
	$(BIN)/python -m sphinx -W --keep-going -q -j $(JOBS) -b html -d .ci/cache/docs docs docs/_build/html
	@echo "docs/_build/html/index.html"

$(DOCS_READY): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint .ci/constraints.txt --editable '.[docs]'
	touch $@

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff check --quiet --preview --select PLW1514 bloodstones  # files are UTF-8 in every locale
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Each clause of the rules with its tests; fails when a clause lost its tests.
rules: $(READY)
	$(BIN)/python -m tests.rule_coverage

# Planted faults and the tests that notice them: GAME, CLAUSE, ONLY="--minutes 10 --direct", …; kept in
# reports/mutants, where a call continues with what is left. `--survivors` plants those again that no
# test of their clauses noticed.
GAME ?=
CLAUSE ?=
ONLY ?=
mutants: $(READY)
	$(BIN)/python -m tests.mutants --jobs $(JOBS) $(if $(GAME),--game $(GAME)) \
		$(if $(CLAUSE),--clause $(CLAUSE)) $(ONLY)

# How often random play meets what is rare: docs/background/met.csv, which tests hold to.
met: $(READY)
	$(BIN)/python -m tests.met

# Lines and branches of the rules that their tests reach, compilation off.
coverage: $(READY)
	mkdir -p .ci/cache
	$(BIN)/python -m coverage erase
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -m pytest -q -n $(JOBS) $(RULES_TESTS) -k "not ($(REPEATS))"
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report --fail-under=100

# This version beside that of the shipped table, in turn: more than 3 % slower is an error. Then all
# benchmarks at full size, and the timings among the other tests; `make test` runs each small.
# BENCH="bellum_magica --pairs 4" measures less, BENCH=--ship puts the table in the documentation.
BENCH ?=
bench: $(READY)
	$(BIN)/python -m tests.benchmarks.versions $(BENCH)
	BENCHMARKS=full $(BIN)/python -m pytest -q -p no:xdist --override-ini addopts=--strict-markers \
		tests/benchmarks
	$(BIN)/python -m pytest -q -p no:xdist -m benchmark_suite --override-ini addopts=--strict-markers \
		--ignore tests/benchmarks tests

# A quick report beside its results; what is shipped stays as it is. Without the whole environment it
# makes one of what a report needs, which the other targets complete.
QUICK_RUN := results/quick/bloodstones_faction_balance
report: $(if $(wildcard $(READY)),$(READY),$(REPORT_READY))
	$(BIN)/bloodstones study analysis/bloodstones_faction_balance.toml --jobs $(JOBS) --quick --replace --out $(QUICK_RUN)
	$(BIN)/bloodstones report reports/bloodstones_faction_balance --results $(QUICK_RUN) --out $(QUICK_RUN)/report

# Every shipped question in full, one after the other; `make reports QUICK=--quick` in a few minutes.
# The page of the rulebook's advice is kept as it was made.
QUICK ?=
QUESTIONS := $(filter-out bloodstones_rulebook_advice,$(patsubst reports/%/report.toml,%,$(wildcard reports/*/report.toml)))
reports: $(READY)
	set -e; for name in $(QUESTIONS); do \
		$(BIN)/bloodstones study analysis/$$name.toml --jobs $(JOBS) $(QUICK) --replace; \
		$(BIN)/bloodstones report reports/$$name; \
	done
	$(BIN)/bloodstones report summary reports

# The tests of kernels with the newest Numba, pre-releases included, whatever `pyproject.toml` allows,
# first by its internals and then by its public interface alone; in an environment of its own.
NEXT := .ci/cache/next-numba
test-next-numba:
	test -x $(NEXT)/bin/python || $(PYTHON) -m venv $(NEXT)
	$(NEXT)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[report]' hypothesis pytest
	$(NEXT)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade --pre numba
	$(NEXT)/bin/python -c "import numba; print('Numba', numba.__version__)"
	BLOODSTONES_PLAIN_NUMBA=0 $(NEXT)/bin/python -m pytest -q tests/core/kernels tests/kit/test_warm_up.py tests/toy
	BLOODSTONES_PLAIN_NUMBA=1 $(NEXT)/bin/python -m pytest -q tests/toy

statistical: $(READY)
	$(BIN)/python -m pytest -q -n $(JOBS) -m statistical --override-ini addopts=--strict-markers tests

# Measure the figures of the statistics page again.
calibration: $(READY)
	CALIBRATION=write $(BIN)/python -m pytest -q -p no:xdist -m calibration \
		--override-ini addopts=--strict-markers tests/stats

# How strong searching players are at which speed: hours; lines that are kept are not measured again.
strength: $(READY)
	$(BIN)/python -m tests.benchmarks.strength $(GAME) --ship

# How strong strategies are, from the shipped ladders, and how that fades: what `explain` reads.
strengths: $(READY)
	$(BIN)/python -m tests.unequal $(GAME)

# With examples that nobody has seen, where a test draws its own.
soak: $(READY)
	LUCK=1 $(BIN)/python -m pytest -q -n $(JOBS) -m soak --override-ini addopts=--strict-markers tests

clean:
	rm -rf $(VENV) $(NEWEST) .ci/cache docs/_build docs/generated .pytest_cache .mypy_cache .ruff_cache .hypothesis
