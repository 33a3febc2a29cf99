# Thin: the work is in dev.py. Arguments go along as ARGS, for instance `make test ARGS="-k dolly"`.
PYTHON ?= python3
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run test bench soak mutants pages lock clean

help: ## show the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile

run: ## set up, then open a house (ARGS="rules show mbs-roulette/3" for another command)
	@"$(PYTHON)" dev.py run $(ARGS)

test: ## set up, then every check, as CI does
	@"$(PYTHON)" dev.py test $(ARGS)

bench: ## the measurements
	@"$(PYTHON)" dev.py bench $(ARGS)

soak: ## the long batteries (ARGS="draws --outcomes 1000000" for one of them)
	@"$(PYTHON)" dev.py soak $(ARGS)

mutants: ## change rules and table in small ways; would a test notice? (ARGS="--count 50 --seed 3")
	@"$(PYTHON)" dev.py mutants $(ARGS)

pages: ## write the generated pages
	@"$(PYTHON)" dev.py pages $(ARGS)

lock: ## renew locks/ from pyproject.toml (ARGS=--upgrade for newer releases)
	@"$(PYTHON)" dev.py lock $(ARGS)

clean: ## remove .venv and the caches
	@"$(PYTHON)" dev.py clean
