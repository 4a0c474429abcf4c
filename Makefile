# mechc -- every job has one target; `make help` lists them.
#
# demo and check first run tools/dependencies; the libraries are looked up after that, in a make of their own.

.DEFAULT_GOAL := all
SHELL   := /bin/bash
BUILD   ?= build
PREFIX  ?= /usr/local
DESTDIR ?=
JOBS    ?= $(shell nproc)

# Sanitizers: make check SANITIZE=address,undefined builds into its own folder.
SANITIZE ?=
ifneq ($(SANITIZE),)
BUILD   := build/sanitize
SAN     := -fsanitize=$(SANITIZE) -fno-sanitize-recover=undefined -fno-omit-frame-pointer
endif

OPT        ?= -O2 -g
WARN       := -Wall -Wextra -Wpedantic -Wshadow
CFLAGS_    := -std=c17 -D_GNU_SOURCE $(WARN) $(OPT) $(SAN) -MMD -MP -I.
CXXFLAGS_  := -std=c++17 $(WARN) $(OPT) $(SAN) -MMD -MP -I.
TCL_INC    := $(shell pkg-config --cflags tcl8.6 2>/dev/null || pkg-config --cflags tcl 2>/dev/null)
LAPACK_INC := $(shell pkg-config --cflags lapacke 2>/dev/null)
LIBS       := -lginac -lcln -ltcl8.6 -llapacke -llapack -lblas -lm -lpthread -ldl

RUNTIME_SRC   := $(wildcard runtime/*.c runtime/*/*.c)
GENERATOR_C   := $(wildcard generator/*/*.c)
GENERATOR_CXX := $(wildcard generator/*/*.cpp)
RUNTIME_OBJ   := $(RUNTIME_SRC:%.c=$(BUILD)/obj/%.o)
GENERATOR_OBJ := $(GENERATOR_C:%.c=$(BUILD)/obj/%.o) $(GENERATOR_CXX:%.cpp=$(BUILD)/obj/%.o)
TEST_SRC      := $(wildcard tests/*/test_*.c tests/*/test_*.cpp)
TEST_BIN      := $(patsubst tests/%,$(BUILD)/tests/%,$(basename $(TEST_SRC)))
TEST_SCRIPTS  := $(wildcard tests/*/test_*.sh)
TEST_COMMON   := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard tests/*.c))
ONLY          ?=

.PHONY: all help demo check bench golden layers install clean tests dependencies do-demo do-check do-bench do-golden
.SECONDARY:

all: $(BUILD)/bin/mechc $(BUILD)/share/mechc    ## build mechc (build/bin/mechc)

help:                                           ## this list
	@echo 'make TARGET, where TARGET is'
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  \1\t\2/p' Makefile | expand -t 16
	@echo 'Variables: PREFIX DESTDIR CC CXX OPT JOBS; check also SANITIZE=address,undefined and ONLY=PATTERN'

# ---- from sources to the program ----

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_) $(TCL_INC) $(LAPACK_INC) $(CFLAGS) -c $< -o $@
$(BUILD)/obj/%.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_) $(CXXFLAGS) -c $< -o $@
$(BUILD)/lib/libmrt.a: $(RUNTIME_OBJ)
	@mkdir -p $(@D)
	rm -f $@; ar qcs $@ $^
$(BUILD)/lib/libmechc.a: $(GENERATOR_OBJ)
	@mkdir -p $(@D)
	rm -f $@; ar qcs $@ $^
$(BUILD)/bin/mechc: $(BUILD)/obj/generator/main.o $(BUILD)/lib/libmechc.a $(BUILD)/lib/libmrt.a
	@mkdir -p $(@D)
	$(CXX) $(SAN) -o $@ $^ $(LIBS)
$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(TEST_COMMON) $(BUILD)/lib/libmechc.a $(BUILD)/lib/libmrt.a
	@mkdir -p $(@D)
	$(CXX) $(SAN) -o $@ $^ $(LIBS)
# mechc looks for its data in ../share/mechc beside its own folder, here and where it is installed.
$(BUILD)/share/mechc:
	@mkdir -p $(@D)
	ln -sfn $(CURDIR) $@
tests: $(TEST_BIN)                              ## build the test programs

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)

# ---- jobs ----

dependencies:                                   ## install the Debian packages that are missing
	tools/dependencies

demo:                                           ## install what is missing, build, run mechanisms, show the results
	tools/dependencies
	$(MAKE) --no-print-directory -j$(JOBS) do-demo
do-demo: all
	MECHC=$(BUILD)/bin/mechc tools/demo $(BUILD)/demo

check:                                          ## install what is missing, build, run all tests
	tools/dependencies
	$(MAKE) --no-print-directory -j$(JOBS) do-check
# A runtime library with sanitizers needs solvers compiled and linked by the same compiler with the same sanitizers.
do-check: all tests layers
	$(if $(SANITIZE),CC=$(CC) CFLAGS="-O1 -g $(SAN)" LSAN_OPTIONS=suppressions=$(CURDIR)/tools/lsan.supp:print_suppressions=0) MECHC=$(abspath $(BUILD))/bin/mechc BUILD=$(abspath $(BUILD)) SANITIZE=$(SANITIZE) \
	tools/run-tests -j $(JOBS) $(if $(ONLY),-o '$(ONLY)') $(TEST_BIN) $(TEST_SCRIPTS)

bench:                                          ## time per evaluation of chains and mechanisms
	tools/dependencies bench
	$(MAKE) --no-print-directory -j$(JOBS) do-bench
do-bench: all $(BUILD)/tests/bench/evaluations
	MECHC=$(BUILD)/bin/mechc BENCH=$(BUILD)/tests/bench/evaluations tests/bench/run $(BUILD)/bench $(BENCH_OPTIONS)

golden:                                         ## rewrite the expected generated files; review the difference
	tools/dependencies
	$(MAKE) --no-print-directory -j$(JOBS) do-golden
do-golden: all
	MECHC=$(BUILD)/bin/mechc tools/golden

layers:                                         ## check the include directions of the folders
	@tools/layers

install: all                                    ## install under PREFIX (and DESTDIR)
	MECHC=$(BUILD)/bin/mechc LIBMRT=$(BUILD)/lib/libmrt.a tools/install '$(DESTDIR)$(PREFIX)'

clean:                                          ## remove everything that was built
	rm -rf $(BUILD)
