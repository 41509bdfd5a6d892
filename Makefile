# Two commands matter: `make report` and `make test`. Both set up .venv themselves: the first with what playing needs,
# the second with the tools of developers, too.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= auto

.PHONY: setup report example test test-full lint types bench clean

setup: .venv/ready

define checked
	$(PYTHON) -c 'import sys; sys.exit("fatecast needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
endef
arguments = install --quiet --constraint constraints.txt

# To play, a small part of what is installed is used: Python compiles that to bytecode when it first reads it. A pip of
# its own would be a fifth of the wait: that of $(PYTHON) does, if there is one that can install elsewhere.
.venv/can-play: pyproject.toml constraints.txt
	$(checked)
	$(PYTHON) -m venv --without-pip .venv
	if $(PYTHON) -c 'import pip; assert tuple(map(int, pip.__version__.split(".")[:2])) >= (22, 3)' 2>/dev/null; \
	then pip='$(PYTHON) -m pip --python $(BIN)/python'; \
	else $(PYTHON) -m venv .venv && pip='$(BIN)/python -m pip'; fi; \
	$$pip $(arguments) --no-compile --editable '.'
	touch $@

.venv/ready: pyproject.toml constraints.txt
	$(checked)
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip $(arguments) --editable '.[dev]'
	touch .venv/can-play $@

# Where Python is told to write no bytecode, every process would compile all that it imports.
report: export PYTHONDONTWRITEBYTECODE =
report: .venv/can-play
	$(BIN)/fatecast run default --report

example: setup
	rm -rf reports/runs/example reports/example
	$(BIN)/fatecast run default --out reports/runs/example
	$(BIN)/fatecast report reports/runs/example --out reports/example
	$(BIN)/python -m tests.picture reports/example/index.html docs/report.png

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

test: lint types
	$(BIN)/python -m tests.warm
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

# What `make test` leaves out.
test-full: setup
	$(BIN)/python -m tests.warm
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m full

bench: setup
	$(BIN)/python -m tests.bench $(if $(AGAINST),--against '$(AGAINST)')

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .fatecast-cache
