# Two commands matter: `make report` and `make test`. Both set up .venv themselves.
PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= auto

.PHONY: setup report example test test-full lint types bench clean

setup: .venv/ready

.venv/ready: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("fatecast needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@

report: setup
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

test-full: lint types
	$(BIN)/python -m tests.warm
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m ''

bench: setup
	$(BIN)/python -m tests.bench $(if $(AGAINST),--against '$(AGAINST)')

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .fatecast-cache
