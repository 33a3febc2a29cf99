# Thin: the work is in dev.py. Arguments go along as ARGS, for instance `make test ARGS="-k dolly"`.
PYTHON ?= python3
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run test check bench soak mutants docs lock clean

help: ## show the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile

run: ## set up, then open a house (ARGS="rules show mbs-roulette/3" for another command)
	@"$(PYTHON)" dev.py run $(ARGS)

test: ## set up, then every check, as CI does
	@"$(PYTHON)" dev.py test $(ARGS)

check: ## while working: lint, types, contracts, and the tests that the change touches (ARGS="FILE ...")
	@"$(PYTHON)" dev.py check $(ARGS)

bench: ## the measurements
	@"$(PYTHON)" dev.py bench $(ARGS)

soak: ## the long batteries (ARGS="draws --outcomes 1000000" for one of them)
	@"$(PYTHON)" dev.py soak $(ARGS)

mutants: ## change rules and table in small ways; would a test notice? (ARGS="--count 50 --seed 3")
	@"$(PYTHON)" dev.py mutants $(ARGS)

docs: ## write the generated pages of docs/, the browser's types and conformance/
	@"$(PYTHON)" dev.py docs $(ARGS)

lock: ## renew locks/ from pyproject.toml (ARGS=--upgrade for newer releases)
	@"$(PYTHON)" dev.py lock $(ARGS)

clean: ## remove .venv and the caches
	@"$(PYTHON)" dev.py clean
