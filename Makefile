# Everything runs from a fresh clone with python3 (3.11 or newer) and make.
PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.DEFAULT_GOAL := help
.PHONY: help demo test compiled lint types format bench lock svcomp clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' Makefile

demo: compiled ## install, then verify a safe and a buggy example
	@BIN=$(BIN) examples/demo.sh

# pytest rewrites the test modules for its messages, and keeps what it wrote only where bytecode is written.
test: $(VENV)/.dev compiled lint types ## check style and types, run every test
	env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest -n $(JOBS) --dist worksteal -q

# Python would do it at first use, but not where PYTHONDONTWRITEBYTECODE is set, and starting would take twice as long.
compiled: $(VENV)/.runtime
	@$(BIN)/python -m compileall -q src

lint: $(VENV)/.dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check

types: $(VENV)/.dev
	$(BIN)/mypy

format: $(VENV)/.dev ## rewrite the sources in the project's format
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: $(VENV)/.dev compiled ## measure the hot parts: one line for each script in bench/
	@for script in bench/*.py; do $(BIN)/python "$$script" || exit 1; done

lock: ## write the versions that are newest today into the lock files
	$(PYTHON) -m venv $(VENV)/lock
	$(PYTHON) .ci/lock.py $(VENV)/lock
	rm -rf $(VENV)/lock

svcomp: $(VENV)/.runtime ## build dist/surefoot.zip for SV-COMP, and run its smoke test
	$(BIN)/python competition/build.py dist

clean: ## remove the virtual environment and all caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist

# --no-build-isolation: the build back end is in the lock like everything else.
$(VENV)/.runtime: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "surefoot needs Python 3.11 or newer; set PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements-dev.lock
	$(PIP) install -r requirements-dev.lock
	@touch $@
