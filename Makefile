.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin

.PHONY: help setup run check test browser soak bench clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

.venv/.installed: requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Schichtbuch needs Python 3.11 or newer: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

setup: .venv/.installed ## create .venv with the pinned dependencies and the schichtbuch command

run: setup ## set everything up and serve it on http://127.0.0.1:8000
	@$(BIN)/schichtbuch up

check: setup ## ruff, mypy --strict and the import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	cd clients/python && $(CURDIR)/$(BIN)/lint-imports --no-cache

test: check browser ## everything that CI runs: check, then pytest
	$(BIN)/pytest --numprocesses=2 --dist=loadfile --no-loadscope-reorder || { \
	  echo "Once more, alone, what failed beside everything else; whatever passes now is unsteady and to be mended:"; \
	  $(BIN)/pytest --last-failed --last-failed-no-failures=none -v; }

browser: # what the tests of the pages need beyond Python
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get update -qq && apt-get install -y -qq chromium-headless-shell >/dev/null; \
	  else echo "The tests of the pages need Chromium: sudo apt-get install chromium"; fi; }

bench: setup ## measure the numbers of docs/numbers.md (installs the bench extra)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	$(BIN)/schichtbuch bench

clean: ## remove what setup and the tools made; keeps data/
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info build

soak: setup ## play 1,000 random events; kill API, worker and server 200 times while games are played
	SCHICHTBUCH_SOAK=200 $(BIN)/pytest tests/replays/tournaments/test_random_events.py tests/faults
