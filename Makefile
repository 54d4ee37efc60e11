# Everything a newcomer needs is `make run` and `make test`; the rest is for people who work on stbpi.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready

.PHONY: setup run test lint test-again test-browser test-kernel test-long firmware test-firmware setup-hardware hardware test-hardware bench wheel install uninstall deb test-deb wiring pictures screens messages clean

setup: $(STAMP)

# Where Python came without ensurepip (Debian's python3 without python3-venv), the outer pip fills the environment.
$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "stbpi needs Python 3.11 or newer; try: make PYTHON=python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || { rm -rf $(VENV) && \
	  $(PYTHON) -m venv --without-pip $(VENV) && $(PYTHON) -m pip --quiet --python $(BIN)/python install pip; }
	@echo "setting up $(VENV); the first time takes some minutes ..." >&2
	@$(BIN)/python -m pip --quiet --disable-pip-version-check install -c constraints.txt -e '.[dev]'
	@touch $@

run: $(STAMP)
	@$(BIN)/stbpi run --simulate $(ARGS)

# Much of it waits for real switches' times, so there are more workers than cores; and the slow modules come first.
test: lint
	@$(BIN)/python -m pytest -m "not browser and not kernel and not long and not firmware and not deb and not hardware" -n 4 --dist loadscope --no-loadscope-reorder

lint: $(STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

# Once more, one after the other, the few tests that failed in the suite before.
test-again: $(STAMP)
	@$(BIN)/python -m tests.again

# The page in a real Chromium, as people at the table use it.
test-browser: $(STAMP)
	@$(BIN)/python -m pytest -m "browser and not long" -n 2 --dist loadscope tests/browser

# 500 x kill -9, 2,000 matches in a row, an hour of every fault, damaged journals and whatever else takes minutes, part
# after part, or only some of them: make test-long PARTS="kills soak", PARTS="faults -k expander". See CONTRIBUTING.md;
# not part of .ci/run.
test-long: $(STAMP)
	@$(BIN)/python -m tests.long $(PARTS)

# The daemon on real /dev/gpiochip* and /dev/i2c-*, in an emulated machine; see docs/kernel-proof.md. Where qemu or one
# of Debian's packages cannot be had, everything is skipped, saying which.
test-kernel: $(STAMP)
	@$(BIN)/python -m pytest -m kernel tests/kernel

# The flap scanner's program and its emulator; see docs/scanner.md.
firmware:
	@command -v avr-gcc >/dev/null || { echo "the firmware needs avr-gcc: apt-get install gcc-avr avr-libc" >&2; exit 1; }
	@$(MAKE) --no-print-directory -C firmware/flapscan
	@if [ -e /usr/include/simavr/sim_avr.h ]; then $(MAKE) --no-print-directory -C firmware/emulator; \
	  else echo "no emulator: that needs apt-get install libsimavr-dev libelf-dev" >&2; fi

# The program that is flashed, in the emulator, and its parts on this machine under sanitizers and a fuzzer. Where one of
# Debian's packages is missing, everything is skipped, saying which.
test-firmware: $(STAMP)
	@$(BIN)/python -m pytest -m firmware -n 3 --dist worksteal tests/firmware

# What hardware/ holds, from the wiring profiles and the enclosure's measures. Its Python packages come with it.
HARDWARE := $(VENV)/.hardware

$(HARDWARE): $(STAMP)
	@echo "adding what hardware/ needs to $(VENV) ..." >&2
	@$(BIN)/python -m pip --quiet --disable-pip-version-check install -c constraints.txt -e '.[hardware]'
	@touch $@

setup-hardware: $(HARDWARE)

hardware: $(HARDWARE)
	@command -v dot >/dev/null || { echo "the cables need graphviz: apt-get install graphviz fonts-dejavu-core" >&2; exit 1; }
	@command -v openscad >/dev/null || { echo "the printed parts need OpenSCAD: apt-get install openscad xvfb" >&2; exit 1; }
	@$(BIN)/python -m hardware --cables
	@$(BIN)/python -W ignore -m hardware.second_look hardware/profiles/*/netlist.net
	@$(BIN)/python -m hardware.enclosure

# Netlists, cables and printed parts, made and looked at by other programs. Where one of Debian's packages is missing,
# its part is skipped, saying which.
test-hardware: $(HARDWARE)
	@$(BIN)/python -m pytest -m hardware -n 2 tests/hardware

bench: $(STAMP)
	@$(BIN)/python -m tests.bench

wheel: $(STAMP)
	@$(BIN)/python -m build --no-isolation --wheel

# For good, below PREFIX: sudo make install, sudo make uninstall. DESTDIR puts it elsewhere, for packages.
install uninstall:
	@DESTDIR="$(DESTDIR)" PREFIX="$(or $(PREFIX),/usr/local)" PURGE="$(PURGE)" packaging/install.sh $@

# dist/stbpi_VERSION_ARCHITECTURE.deb, for the system it is made on; needs apt-get install debhelper python3-pip.
deb:
	@packaging/deb.sh

# Installed, upgraded, removed and purged in a clean Debian of its own; as root, and needs apt-get install debootstrap
# lintian dpkg-dev debhelper python3-pip.
test-deb: $(STAMP)
	@$(BIN)/python -m pytest -m deb tests/packaging

wiring: $(STAMP)
	@$(BIN)/stbpi wiring --all > wiring.md
	@$(BIN)/stbpi wiring --all --svg docs/wiring

# The pictures of the documents, taken from the running program. Needs Chromium.
pictures: $(STAMP)
	@$(BIN)/python -m tests.browser.pictures

# The contact sheets of docs/screens.md, from the golden images.
screens: $(STAMP)
	@$(BIN)/python -m tests.display.sheets

# After a change of wording: takes the messages from the code to the catalogues, keeps what is translated, and compiles.
messages: $(STAMP)
	@mkdir -p build
	@$(BIN)/pybabel --quiet extract --keyword=NN_:1,2 --project=stbpi --add-location=file --sort-by-file --no-wrap \
	  --output-file=build/stbpi.pot stbpi
	@$(BIN)/pybabel --quiet update --domain=stbpi --input-file=build/stbpi.pot --output-dir=stbpi/locale --no-wrap \
	  --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	@$(BIN)/pybabel --quiet compile --domain=stbpi --directory=stbpi/locale

clean:
	rm -rf $(VENV) dist build
