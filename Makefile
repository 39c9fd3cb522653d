# Each target makes what it needs: a virtual environment in .venv with the packages that pyproject.toml names.
PYTHON ?= python3
VENV ?= .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
PYTHON_OF_VENV := $(BIN)/python.exe
else
BIN := $(VENV)/bin
PYTHON_OF_VENV := $(BIN)/python
endif
MODEL ?= examples/models/kh_bert
OUT := build
REFERENCES = $(foreach ref,$(sort $(wildcard $(MODEL)/ref_*.npz)),--inputs $(ref))
JOBS ?= auto
# Tests start hundreds of processes: each reads the compiled modules that the first has written.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test check format docs fuzz fuzz-tf bench clean

## run: compile a real BERT encoder with unknown sizes and compare with TensorFlow's numbers,
## on the interpreter and, where there are wheels for it, as machine code, with the time of either
run: $(VENV)/.base $(VENV)/.native
	@mkdir -p $(OUT)
	$(BIN)/tieshape-opt $(MODEL)/model.mlir -p tieshape --verify-survival --summary -o $(OUT)/model.mlir
	$(BIN)/tieshape-run $(OUT)/model.mlir --check $(REFERENCES)
	@if $(BIN)/python -c "import torch_mlir" 2>/dev/null; then \
	  $(BIN)/tieshape-run $(OUT)/model.mlir --native --check --time $(REFERENCES); \
	else echo "no wheels for native code: run on the interpreter only"; fi

## test: all tests
test: $(VENV)/.test
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/lit -q tests/filecheck
	@echo "all tests passed"

## check: lint, format, types, dead code, and the lengths of files, functions and lines
check: $(VENV)/.lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright
	$(BIN)/python tests/dead_code.py
	$(BIN)/python -m pytest -q tests/unit/test_conventions.py

format: $(VENV)/.lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

## docs: the documentation as a site in build/docs/site; broken links are errors
docs: $(VENV)/.docs
	$(BIN)/python docs/site/build.py

## fuzz: the long random tests
fuzz: $(VENV)/.test
	$(BIN)/python tests/symbolic/fuzz.py --count 20000
	$(BIN)/python tests/fuzz/random_graphs.py --count 1000
	$(BIN)/python tests/fuzz/random_convolutions.py --count 300
	$(BIN)/python tests/fuzz/random_convolutions.py --count 300 --followed
	$(BIN)/python tests/fuzz/random_jax.py --count 300
	$(BIN)/python tests/fuzz/random_texts.py --count 20000
	$(BIN)/python tests/fuzz/random_onnx.py --count 5000
	$(BIN)/python tests/fuzz/random_quantized.py --count 300

## fuzz-tf: random programs against TensorFlow; skipped where it is not installed (pip install tensorflow)
fuzz-tf: $(VENV)/.test
	$(BIN)/python tests/fuzz/against_tensorflow/compare.py --count 3000 --seed 0 --native --cases $(OUT)/fuzz_tf

## bench: the measurements in bench/README.md
bench: $(VENV)/.test
	$(BIN)/python bench/engine/engine.py
	$(BIN)/python bench/engine/broadcast_terms.py
	$(BIN)/python bench/compile/lowering.py
	$(BIN)/python bench/compile/compile.py
	$(BIN)/python bench/artifacts/guards.py

$(PYTHON_OF_VENV):
	$(PYTHON) -m venv $(VENV)

$(VENV)/.base: pyproject.toml | $(PYTHON_OF_VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.native: pyproject.toml | $(PYTHON_OF_VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[native]' || echo "no wheels for native code: its tests are skipped"
	@touch $@

$(VENV)/.test: pyproject.toml $(VENV)/.native | $(PYTHON_OF_VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,docs,progress]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[jax]' || echo "no wheel of jax: its tests are skipped"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[onnx]' || echo "no wheel of onnx: its tests are skipped"
	@touch $@

$(VENV)/.lint: pyproject.toml | $(PYTHON_OF_VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,lint]'
	@touch $@

$(VENV)/.docs: pyproject.toml | $(PYTHON_OF_VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	@touch $@

clean:
	rm -rf $(VENV) $(OUT)
