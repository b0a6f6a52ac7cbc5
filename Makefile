# `make demo` and `make test` set everything up themselves; both may be run again and again.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: dev demo test lint types gate bench train-genre setup clean

setup: $(VENV)/.ready
dev: $(VENV)/.dev

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("postcheck needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.dev: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

demo: setup
	$(BIN)/postcheck demo

lint: dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: dev
	$(BIN)/mypy

test: lint types
	$(BIN)/python -m pytest -n auto

gate: dev
	$(BIN)/python benchmarks/quality.py --gate

bench: dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python benchmarks/quality.py
	$(BIN)/python benchmarks/forum_speed.py
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/overlap.py
	ulimit -v 14000000; timeout 3600 $(BIN)/python benchmarks/overlap.py --large --no-shared
	$(BIN)/python benchmarks/audit.py
	$(BIN)/python benchmarks/cluster.py
	$(BIN)/python benchmarks/web_load.py
	$(BIN)/python benchmarks/desk_load.py

# The genre model, from a labelled set: make train-genre DATA=../shared/eval/genre/dev.jsonl
train-genre: dev
	$(BIN)/python benchmarks/genre_train.py $(DATA)
	$(BIN)/python benchmarks/genre.py --folds $(DATA)

clean:
	rm -rf $(VENV) build dist demo-out .pytest_cache .mypy_cache .ruff_cache .hypothesis
