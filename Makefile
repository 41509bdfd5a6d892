# Two commands matter: `make report` and `make test`. Both set up .venv themselves: the first with what playing needs,
# the second with the tools of developers, too.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= auto
BEGAN := $(shell date +%s)

.PHONY: setup words report rest compiled example test test-full published lint stubs types kernels bench oldest newest clean

setup: .venv/ready

# Catalogues of other languages, after a change of their .po files.
words: setup
	@$(BIN)/python hatch_build.py

define checked
	$(PYTHON) -c 'import sys; sys.exit("fatecast needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
endef
# An installation that was interrupted may have left half a package, which pip takes for a whole one.
afresh = if [ -e .venv/unfinished ]; then rm -rf .venv; fi; mkdir -p .venv; touch .venv/unfinished
finished = rm -f .venv/unfinished; touch

# A step that is over is a line on stderr with its seconds, as `fatecast run --report` writes them.
begin = began=$$(date +%s)
over = echo "fatecast: $(1) … $$(($$(date +%s) - began)) s" >&2

# A pip of its own would be a fifth of the wait: that of $(PYTHON) does, if there is one that can install elsewhere.
lends_pip = $(PYTHON) -c 'import pip; assert tuple(map(int, pip.__version__.split(".")[:2])) >= (22, 3)' 2>/dev/null
pip = $$(if [ -e $(BIN)/pip ]; then echo $(BIN)/python -m pip; else echo $(PYTHON) -m pip --python $(BIN)/python; fi)
arguments = install --quiet --constraint constraints.txt

# To play, a small part of what is installed is used: Python compiles that to bytecode when it first reads it
# (--no-compile). What the compiler of the games needs comes first: it works while the rest is installed.
.venv/can-play: pyproject.toml constraints.txt
	@$(checked)
	@$(afresh)
	@$(begin); $(PYTHON) -m venv $$($(lends_pip) && echo --without-pip) .venv && $(call over,environment)
	@$(begin); $(pip) $(arguments) --no-compile numba pydantic && $(call over,packages to compile with)
	@$(MAKE) --no-print-directory -j 2 rest compiled
	@$(finished) $@

rest:
	@$(begin); $(pip) $(arguments) --no-compile --editable '.' && $(call over,packages to play and report with)

# If it fails, the run compiles, and says why that fails.
compiled:
	-@$(begin); $(BIN)/python -m sim.api.compile default && $(call over,compiling)

.venv/ready: pyproject.toml constraints.txt
	$(checked)
	$(afresh)
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip $(arguments) --editable '.[dev]'
	$(finished) .venv/can-play $@

# Where Python is told to write no bytecode, every process would compile all that it imports.
report test test-full published: export PYTHONDONTWRITEBYTECODE =

report: .venv/can-play
	@$(BIN)/fatecast run default --report
	@began=$(BEGAN); $(call over,all of it)

example: setup
	rm -rf reports/runs/example reports/example
	$(BIN)/fatecast run default --out reports/runs/example
	$(BIN)/fatecast report reports/runs/example --out reports/example
	$(BIN)/python -m tests.picture reports/example/index.html docs/report.png

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# Types of the functions that are made from the requests of the verbs.
stubs: setup
	$(BIN)/python -m sim.api.stub

types: setup
	$(BIN)/mypy

# Games that several tests play are compiled once.
kernels: words
	$(BIN)/python -m tests.warm

# SHUFFLE=7 plays the tests in another order, the seventh.
play = $(BIN)/pytest -n $(WORKERS) --dist worksteal $(if $(SHUFFLE),--shuffle $(SHUFFLE))

test: words lint
	@$(MAKE) --no-print-directory -j 2 types kernels
	$(play)

# What `make test` leaves out.
test-full: kernels
	$(play) -m full

# The numbers that we publish, measured anew: too long for the others, and for CI.
published: kernels
	$(play) -m published

bench: setup
	$(BIN)/python -m tests.bench $(if $(AGAINST),--against '$(AGAINST)')

# The oldest versions of packages that pyproject.toml allows. Tests make warnings errors; old packages give some.
oldest:
	$(PYTHON) -m venv .venv-oldest
	.venv-oldest/bin/python -m pip install --quiet --only-binary :all: --constraint tests/oldest.txt \
		--editable . pytest pytest-xdist hypothesis pyyaml hatchling
	.venv-oldest/bin/pytest -n 2 -W default -k 'not openspiel' \
		tests/sim/cli/test_cli.py tests/sim/cli/test_help.py tests/sim/experiment
	for game in shipwreck pig euphoria oracle hadal; do \
		NUMBA_DISABLE_JIT=1 .venv-oldest/bin/fatecast run --game $$game --games 2 --report \
		--out .venv-oldest/$$game || exit 1; done

# The newest Numba, even beyond what pyproject.toml allows: what leans on its inside, and games compiled both ways. The
# last line fails, and says why, if kernels are no longer compiled the fast way.
newest:
	$(PYTHON) -m venv .venv-newest
	.venv-newest/bin/python -m pip install --quiet --only-binary :all: \
		--editable . pytest pytest-xdist hypothesis pyyaml hatchling psutil
	.venv-newest/bin/python -m pip install --quiet --only-binary :all: --upgrade numba
	.venv-newest/bin/pytest -n 2 -W default -m 'full or not full' tests/engine/kernel tests/engine/pig
	.venv-newest/bin/python -c 'from engine.kernel.compile_way import compiles_whole_programs as fast; assert fast()'

clean:
	rm -rf .venv .venv-oldest .venv-newest .mypy_cache .ruff_cache .pytest_cache .hypothesis .fatecast-cache
