# make                builds build/iotab and build/iorun, links to the release variant
# make demo           installs what is missing, builds, runs the main job on samples/
# make test           installs what tests need, runs every test in the release and asan variants
# make deps           prints each package and why, installs the missing ones
# make referees       installs what judges tables: wikis and readers; tests use those that are there
# make golden         runs command and golden tests, writing what they expect; read the diff
# make lint bench install uninstall clean compile_commands.json
#
# VARIANT=release|debug|asan   PREFIX=/usr/local   DESTDIR=   CC=gcc   WERROR=1   JOBS=2

VARIANT ?= release
PREFIX  ?= /usr/local
DESTDIR ?=
JOBS    ?= $(shell nproc 2>/dev/null || echo 2)
CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))

MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
.DELETE_ON_ERROR:
.SECONDARY:
.DEFAULT_GOAL := all

# ---- what there is --------------------------------------------------------------------------

LAYERS := model parsers analysis render cli

# The archives that a layer's unit tests may link, in link order.
USES_model    := model
USES_parsers  := parsers model
USES_analysis := analysis model
USES_render   := render analysis model
USES_cli      := cli render analysis parsers model

SRC_model    := $(sort $(wildcard model/*.c))
SRC_parsers  := $(sort $(wildcard parsers/*.c))
SRC_analysis := $(sort $(wildcard analysis/*.c))
SRC_render   := $(sort $(wildcard render/*.c render/dialects/*.c))
SRC_cli      := $(sort $(filter-out cli/main.c,$(wildcard cli/*.c)))
SRC_main     := cli/main.c
SRC_unit     := $(sort $(wildcard $(LAYERS:%=tests/unit/%/test_*.c)))

SRC_referees := tests/referees/write.c

# A program of its own that shares nothing with the rest: C11 and POSIX.
SRC_runner := $(sort $(wildcard runner/*.c))

SOURCES := $(foreach l,$(LAYERS),$(SRC_$l)) $(SRC_main) $(SRC_unit) $(SRC_referees)
HEADERS := $(sort $(wildcard $(LAYERS:%=%/*.h) render/dialects/*.h tests/unit/*.h \
	$(LAYERS:%=tests/unit/%/*.h) runner/*.h))
SCRIPTS := .ci/run build-aux/deps build-aux/mediawiki tests/referees/dokuwiki \
	tests/referees/mediawiki $(sort $(wildcard bench/*.sh tests/*.sh tests/scripts/*.sh \
	tests/commands/*.sh tests/commands/*/*.sh tests/runner/*.sh tests/runner/zpool))
PERL    := $(wildcard tests/oracles/*.pl tests/oracles/*.pm tests/referees/*.pl \
	tests/referees/*.pm tests/run bench/generate bench/run \
	bench/runner tests/runner/*.pl)
MANPAGES := $(sort $(wildcard man/*.1 man/*.5))
# Where each is installed: man1/iotab.1
MANPLACES := $(foreach p,$(MANPAGES:man/%=%),man$(subst .,,$(suffix $p))/$p)

# ---- flags ----------------------------------------------------------------------------------

FLAGS_release := -O2 -g
FLAGS_debug   := -O0 -g3
FLAGS_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer
ifeq ($(FLAGS_$(VARIANT)),)
$(error VARIANT is '$(VARIANT)', not one of release, debug, asan)
endif

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith \
	-Wwrite-strings -Wvla
ifneq ($(filter true 1,$(CI) $(WERROR)),)
WARNINGS += -Werror
endif

MODULES := glib-2.0 libpcre2-8 yaml-0.1

# Asked once and only when something is compiled, so that `make deps` works before pkg-config is there.
PKG_CFLAGS = $(eval PKG_CFLAGS := $$(shell pkg-config --cflags $$(MODULES)))$(PKG_CFLAGS)
PKG_LIBS   = $(eval PKG_LIBS := $$(shell pkg-config --libs $$(MODULES)))$(PKG_LIBS)

COMPILE = $(CC) -std=gnu11 -D_GNU_SOURCE $(WARNINGS) $(FLAGS_$(VARIANT)) -I. $(PKG_CFLAGS) \
	$(CPPFLAGS) $(CFLAGS)
COMPILE_RUNNER = $(CC) -std=c11 -D_POSIX_C_SOURCE=200809L -pedantic $(WARNINGS) \
	$(FLAGS_$(VARIANT)) $(CPPFLAGS) $(CFLAGS)
LINK    = $(CC) $(FLAGS_$(VARIANT)) $(CFLAGS) $(LDFLAGS)
LIBS    = $(PKG_LIBS) -lcsv -lm -lpthread $(LDLIBS)

# ---- build ----------------------------------------------------------------------------------

B     := build/$(VARIANT)
objs   = $(patsubst %.c,$B/%.o,$(1))
UNITS := $(patsubst tests/unit/%.c,$B/tests/%,$(SRC_unit))

.PHONY: all variant units FORCE
all: variant compile_commands.json
variant: $B/iotab $B/iorun
units: $(UNITS) $B/tests/referees/write

ifeq ($(VARIANT),release)
variant: build/iotab build/iorun
endif

build/iotab build/iorun: build/%: build/release/%
	@ln -sfn release/$* $@

# Objects are made anew when flags change.  Those compiled with -Werror serve a build without it.
$B/flags: FORCE | modules
	@mkdir -p $(@D); new='$(COMPILE)'; \
	old=$$(cat $@ 2>/dev/null || true); \
	if [ "$$old" != "$$new" ] && [ "$$(echo "$$old" | sed 's/ -Werror / /')" != "$$new" ]; then \
		echo "$$new" >$@; fi

# Archives are made anew when the list of sources changes.
$B/sources: FORCE
	@mkdir -p $(@D); echo '$(SOURCES) $(SRC_runner)' | cmp -s - $@ || echo '$(SOURCES) $(SRC_runner)' >$@

.PHONY: modules
modules:
	@pkg-config --exists $(MODULES) 2>/dev/null || { \
		echo "build: pkg-config does not find all of $(MODULES); 'make deps' installs or names them" >&2; \
		exit 1; }

$B/runner/%.o: runner/%.c $B/flags
	@mkdir -p $(@D)
	$(COMPILE_RUNNER) -MMD -MP -c -o $@ $<

$B/%.o: %.c $B/flags
	@mkdir -p $(@D)
	$(COMPILE) -MMD -MP -c -o $@ $<

define layer_rules
$B/lib$(1).a: $(call objs,$(SRC_$(1))) $B/sources
	@rm -f $$@
	ar rcsD $$@ $$(filter %.o,$$^)

$B/tests/$(1)/test_%: $B/tests/unit/$(1)/test_%.o $(USES_$(1):%=$B/lib%.a)
	@mkdir -p $$(@D)
	$$(LINK) -o $$@ $$^ $$(LIBS)
endef
$(foreach l,$(LAYERS),$(eval $(call layer_rules,$l)))

$B/tests/referees/write: $(call objs,$(SRC_referees)) $(USES_render:%=$B/lib%.a)
	@mkdir -p $(@D)
	$(LINK) -o $@ $^ $(LIBS)

$B/iotab: $B/cli/main.o $(USES_cli:%=$B/lib%.a)
	$(LINK) -o $@ $^ $(LIBS)

$B/iorun: $(call objs,$(SRC_runner)) $B/sources
	$(LINK) -o $@ $(filter %.o,$^) -lpthread $(LDLIBS)

compile_commands.json: $B/flags $B/sources
	@{ sep='['; for f in $(SOURCES); do \
		printf '%s\n{"directory": "%s", "file": "%s", "command": "%s -c -o %s %s"}' \
			"$$sep" '$(CURDIR)' "$$f" '$(subst ",\",$(COMPILE))' "$B/$${f%.c}.o" "$$f"; \
		sep=','; \
	done; \
	for f in $(SRC_runner); do \
		printf '%s\n{"directory": "%s", "file": "%s", "command": "%s -c -o %s %s"}' \
			"$$sep" '$(CURDIR)' "$$f" '$(COMPILE_RUNNER)' "$B/$${f%.c}.o" "$$f"; \
	done; printf '\n]\n'; } >$@

-include $(patsubst %.c,$B/%.d,$(SOURCES) $(SRC_runner))

# ---- tests, demo ----------------------------------------------------------------------------

# Parallel unless the caller already said how.
SUBMAKE = $(MAKE) --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS))

.PHONY: deps deps-build deps-test deps-lint deps-bench deps-referees test referees golden demo \
	lint bench
deps:
	@build-aux/deps --list build test lint referees bench
	@build-aux/deps build test
deps-build deps-test deps-lint deps-bench deps-referees: deps-%:
	@build-aux/deps $*

test: deps-build deps-test
	+@$(SUBMAKE) -s WERROR=1 VARIANT=release all units
	+@$(SUBMAKE) -s WERROR=1 VARIANT=asan variant units
	@tests/run --jobs $(JOBS) release asan

referees: deps-referees
	@build-aux/mediawiki build/engines/mediawiki

golden: deps-build deps-test
	+@$(SUBMAKE) -s VARIANT=release variant
	@tests/run --jobs $(JOBS) --set release

demo: deps-build
	+@$(SUBMAKE) -s VARIANT=release all
	@rm -rf build/demo && mkdir -p build/demo
	build/iotab check samples/thumper -o build/demo/check.txt
	build/iotab records samples/thumper -o build/demo/records.csv
	build/iotab table samples/thumper --to twiki -o build/demo/thumper.twiki
	build/iotab table samples/thumper --to text -o build/demo/thumper.txt
	build/iotab table samples/thumper --safe --to twiki -o build/demo/thumper-safe.twiki
	build/iotab table samples/thumper --rows layout --over raid,slog,cache --cell mean±sd --to text
	@echo && echo "results are in build/demo/:" && ls -l build/demo

# alloca: g_newa() of a bounded number stands for the variable length arrays that -Wvla forbids.
lint: deps-build deps-lint
	clang-format --dry-run -Werror $(SOURCES) $(SRC_runner) $(HEADERS) bench/*.c tests/runner/*.c
	cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability \
		--inline-suppr --library=gtk --suppress=allocaCalled -D_GNU_SOURCE -I. \
		$(LAYERS)
	shellcheck -x $(SCRIPTS)
	@for f in $(PERL); do perl -wc "$$f" || exit 1; done
	$(if $(MANPAGES),mandoc -Tlint -W warning $(MANPAGES))

bench: deps-build deps-bench
	+@$(SUBMAKE) -s VARIANT=release all
	bench/run
	bench/runner

# ---- install --------------------------------------------------------------------------------

.PHONY: install uninstall clean
install: $B/iotab $B/iorun
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/doc/iotab
	install -m 755 $B/iotab $B/iorun $(DESTDIR)$(PREFIX)/bin/
	install -m 644 README.md $(DESTDIR)$(PREFIX)/share/doc/iotab/README.md
	for page in $(MANPLACES); do \
		install -D -m 644 man/$${page#*/} $(DESTDIR)$(PREFIX)/share/man/$$page || exit 1; \
	done

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/iotab $(DESTDIR)$(PREFIX)/bin/iorun
	rm -f $(MANPLACES:%=$(DESTDIR)$(PREFIX)/share/man/%)
	rm -rf $(DESTDIR)$(PREFIX)/share/doc/iotab

clean:
	rm -rf build compile_commands.json
