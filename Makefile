# The commands of this project; `make` alone lists them. Needs Python 3.11+ (with venv), Node 20.19+ and make.

PY ?= $(shell command -v python3.11 || command -v python3 || echo python3)
PORT ?=
GAME ?=
DIR ?=
ARGS ?=
SINCE ?=
UV_VERSION := 0.13.8

V := .venv
BIN := $(V)/bin
UV := $(BIN)/uv
INSTALL := $(UV) pip install --quiet --python $(BIN)/python
# the server's packages are compiled to bytecode once, here: where it cannot be written later, each start of Python
# would compile them again
BYTECODE := --compile-bytecode
# an editable install builds in isolation; the dev lock also pins the packages of that build by hash
EDITABLE := $(INSTALL) --no-deps --build-constraints locks/dev.txt --editable
PARLOUR := $(patsubst %,packages/%/pyproject.toml,games parlour)
LOCK := $(UV) pip compile --quiet --universal --generate-hashes --custom-compile-command 'make lock' $(ARGS) \
    --no-emit-package rookery-games
EXAMPLES := examples/connect_four

# the page is built from web/, and again only after a change there; meanwhile another core makes its engine
NODE_MODULES := web/node_modules/.package-lock.json
PAGE := src/rookery/server/page/index.html
WORKSHOP := src/rookery/server/workshop/index.html
LINTED := web/node_modules/.linted
WEB_FILES := $(shell find web -name node_modules -prune -o -name '.*' -prune -o -type f -print 2>/dev/null)
PYTHON_SOURCES := $(shell find src -name '*.py' -print 2>/dev/null)
# all commands also work without web/, in a checkout of the Python part alone
WEB := $(if $(wildcard web/package.json),yes)

MODULES := src/rookery/wasm/modules
OWN_GAMES = $(notdir $(patsubst %/,%,$(dir $(wildcard src/rookery/games/*/__init__.py))))
PYTHON_FILES := $(wildcard src tests benchmarks docs packages)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# a shell may forbid bytecode files; tests start Python hundreds of times, and each start would compile all its imports
unexport PYTHONDONTWRITEBYTECODE
# tests run on several cores: whole files, those with most tests first, and beside them those in browsers
# (tests/conftest.py). There are four more processes than cores, because many tests wait for a browser or a server
CORES := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)
SIDE_BY_SIDE := --numprocesses $(shell expr $(CORES) + 4) --maxprocesses 6 --dist load

.PHONY: help play workshop setup test check bench docs wheel site soak evidence lock fmt clean before-tests needs ruff mypy web-check web-test

help: ## list the verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(V)/.runtime $(if $(WEB),$(PAGE)) ## serve the games and open them in the browser (PORT=n chooses the port)
	@exec $(BIN)/rookery serve $(if $(PORT),--port $(PORT)) $(if $(CI),,--open) $(ARGS)

workshop: $(V)/.runtime $(WORKSHOP) ## as `make play`, with the page where people make games, and play them with friends
	@ROOKERY_STRANGERS_GAMES=True $(MAKE) --no-print-directory play

setup: $(V)/.dev $(if $(WEB),$(NODE_MODULES)) ## install what developing needs, in .venv and web/node_modules

test: ## install what the tests need, then run every check and test (SINCE=main: what a change can reach; ARGS=... goes to pytest)
	@$(MAKE) --no-print-directory --jobs 4 before-tests
	@echo "→ pytest"
	@$(BIN)/pytest --quiet $(SIDE_BY_SIDE) $(if $(SINCE),--since $(SINCE)) $(ARGS)

check: ruff mypy $(if $(WEB),web-check) ## check lint, types and generated files, without playing games
	@echo "→ generated files are up to date"
	@$(BIN)/pytest --quiet --no-header -m generated

bench: $(V)/.bench ## measure speed beside other libraries (ARGS='--game gleebs' measures one game)
	@$(BIN)/python -m benchmarks.speed $(ARGS)

docs: $(V)/.dev ## build the site of the pages, and run its notebooks (ARGS=--without-notebooks skips them)
	@$(BIN)/python -m docs.site.build $(ARGS)

wheel: $(V)/.dev $(if $(WEB),$(PAGE) $(WORKSHOP)) ## build the three distributions into dist/, with the page, the workshop and the games as WebAssembly
	@rm -rf $(MODULES)
	@for game in $(OWN_GAMES); do $(BIN)/python -m rookery.wasm $$game $(MODULES) || exit 1; done
	@$(BIN)/python packages/build.py; status=$$?; rm -rf $(MODULES); exit $$status

site: $(V)/.dev $(NODE_MODULES) ## build the parlour as files for any file server (DIR=folder, else build/parlour; ARGS=--examples adds the examples)
	@$(BIN)/rookery site $(or $(DIR),build/parlour) $(ARGS)

soak: needs $(V)/.dev $(if $(WEB),$(PAGE)) ## run the long tests that `make test` leaves out
	@$(BIN)/pytest --quiet -m soak $(SIDE_BY_SIDE) $(ARGS)

evidence: $(V)/.dev ## write anew what the tests of a game compare with, after a fix of a rule (GAME=slug)
	@$(BIN)/python -m tests.evidence $(GAME)

lock: $(V)/.uv-$(UV_VERSION) ## pin the requirements again after a change of dependencies (ARGS=--upgrade takes newer ones)
	@$(LOCK) $(PARLOUR) --extra pictures --extra scale --output-file locks/run.txt
	@$(LOCK) $(PARLOUR) packages/lab/pyproject.toml --all-extras --group dev --group docs -c locks/run.txt --output-file locks/dev.txt
	@$(LOCK) --group peers -c locks/dev.txt --output-file locks/bench.txt

fmt: $(V)/.dev $(if $(WEB),$(NODE_MODULES)) ## format all code, and fix what the linters can fix
	@$(BIN)/ruff check --fix $(PYTHON_FILES) examples
	@$(BIN)/ruff format --quiet
	@$(if $(WEB),cd web && npm run --silent fmt)

clean: ## remove everything that make created: .venv, node_modules, the built page and site, caches
	rm -rf $(V) web/node_modules $(dir $(PAGE) $(WORKSHOP)) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ── The parts of test and check ──────────────────────────────────────────────

# these run in parallel, because each alone would leave a core idle
before-tests: needs ruff mypy $(if $(WEB),web-check web-test $(PAGE))

needs:
	@$(PY) tests/needs.py

ruff: $(V)/.dev
	@echo "→ ruff"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check --quiet || { echo "Some files are not formatted: make fmt formats them."; exit 1; }

mypy: $(V)/.dev
	@echo "→ mypy --strict"
	@$(BIN)/mypy $(PYTHON_FILES)
	@$(BIN)/mypy --package rookery_connect_four  # an outside package, checked as its users see it

web-check: $(NODE_MODULES) $(LINTED)
	@echo "→ svelte-check"
	@cd web && npm run --silent check

$(LINTED): $(NODE_MODULES) $(WEB_FILES)
	@echo "→ prettier and eslint"
	@cd web && npm run --silent lint
	@touch $@

web-test: $(NODE_MODULES)
	@echo "→ the browser's unit tests"
	@cd web && npm run --silent test $(if $(SINCE),-- --changed $(SINCE))

# ── What the commands need ──────────────────────────────────────────────────

$(V)/.uv-$(UV_VERSION):
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "Rookery needs Python 3.11 or newer, but '$(PY)' is $$($(PY) --version 2>/dev/null || echo not there). Install one, or name it: make PY=/path/to/python3.11"; exit 1; }
	@echo "→ virtual environment ($$($(PY) --version)) in $(V)"
	@$(PY) -m venv $(V) || { echo "Python could not make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@touch $@

$(V)/.runtime: $(PARLOUR) locks/run.txt | $(V)/.uv-$(UV_VERSION)
	@echo "→ Python packages"
	@$(INSTALL) $(BYTECODE) --require-hashes -r locks/run.txt
	@$(EDITABLE) packages/games && $(EDITABLE) packages/parlour
	@touch $@

$(V)/.dev: $(V)/.runtime packages/lab/pyproject.toml locks/dev.txt $(EXAMPLES:=/pyproject.toml)
	@echo "→ Python packages for development"
	@$(INSTALL) --require-hashes -r locks/dev.txt
	@for example in packages/lab $(EXAMPLES); do $(EDITABLE) $$example || exit 1; done
	@touch $@

$(V)/.bench: $(V)/.dev locks/bench.txt
	@echo "→ the peers (pgx, EnvPool, PettingZoo's classic games: about 800 MB)"
	@$(INSTALL) --require-hashes -r locks/bench.txt
	@touch $@

$(NODE_MODULES): web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "Rookery's page is built with Node 20.19 or newer and npm, and there is no npm on the PATH. See https://nodejs.org"; exit 1; }
	@node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit((a === 20 && b >= 19) || (a === 22 && b >= 12) || a > 22 ? 0 : 1)' || { \
	    echo "Rookery's page is built with Node 20.19+ or 22.12+, and this is Node $$(node --version)."; exit 1; }
	@echo "→ npm packages"
	@cd web && npm ci --no-fund --no-audit --loglevel=error
	@touch $@

$(PAGE): $(NODE_MODULES) $(WEB_FILES)
	@echo "→ the page"
	@$(if $(wildcard $(BIN)/rookery),nice -n 5 $(BIN)/python -m rookery.offline.engine_file >/dev/null 2>&1 & )cd web && npm run --silent build
	@touch $@

# only our games: what else is installed is not there for all who take the wheel
$(WORKSHOP): $(NODE_MODULES) $(WEB_FILES) $(PYTHON_SOURCES) | $(V)/.runtime
	@$(BIN)/rookery site $(dir $@) --server / $(foreach game,$(OWN_GAMES),--game $(game))
