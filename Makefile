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
LSAN    := LSAN_OPTIONS=suppressions=$(CURDIR)/tools/lsan.supp:print_suppressions=0
SAN     := -fsanitize=$(SANITIZE) -fno-sanitize-recover=undefined -fno-omit-frame-pointer
endif

OPT        ?= -O2 -g
WARN       := -Wall -Wextra -Wpedantic -Wshadow
CFLAGS_     = -std=c17 -D_GNU_SOURCE $(WARN) $(OPT) $(SAN) -MMD -MP -I.
CXXFLAGS_  := -std=c++17 $(WARN) $(OPT) $(SAN) -MMD -MP -I.
TCL_INC    := $(shell pkg-config --cflags tcl8.6 2>/dev/null || pkg-config --cflags tcl 2>/dev/null)
LAPACK_INC := $(shell pkg-config --cflags lapacke 2>/dev/null)
LIBS       := -lginac -lcln -ltcl8.6 -llapacke -llapack -lblas -lklu -lm -lpthread -ldl

# The generic engines interpret the model: they go with the generator, not with the library that solvers link.
GENERIC_SRC   := $(wildcard runtime/generic/*.c)
RUNTIME_SRC   := $(filter-out $(GENERIC_SRC),$(wildcard runtime/*.c runtime/*/*.c))
GENERATOR_C   := $(wildcard generator/*/*.c)
GENERATOR_CXX := $(wildcard generator/*/*.cpp)
RUNTIME_OBJ   := $(RUNTIME_SRC:%.c=$(BUILD)/obj/%.o)
GENERATOR_OBJ := $(GENERATOR_C:%.c=$(BUILD)/obj/%.o) $(GENERATOR_CXX:%.cpp=$(BUILD)/obj/%.o) $(GENERIC_SRC:%.c=$(BUILD)/obj/%.o)
TEST_SRC      := $(wildcard tests/*/test_*.c tests/*/test_*.cpp)
TEST_BIN      := $(patsubst tests/%,$(BUILD)/tests/%,$(basename $(TEST_SRC)))
TEST_SCRIPTS  := $(wildcard tests/*/test_*.sh)
TEST_COMMON   := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard tests/*.c) $(filter-out $(wildcard tests/*/test_*.c tests/fuzz/*.c tests/bench/*.c),$(wildcard tests/*/*.c)))
ONLY          ?=

# make fuzz: for how long, and from which seed (by default another one each time; it is printed)
FUZZ_SECONDS ?= 60
FUZZ_SEED    ?=

# make random: which seeds
RANDOM_FIRST ?= 1000
RANDOM_COUNT ?= 10000

# One short line per file; V=1 shows the commands instead.
V   ?= 0
Q   := $(if $(filter-out 0,$(V)),,@)
say  = $(if $(Q),@printf '  %-5s %s\n' $(1) $(2))

.PHONY: all help demo check fuzz random do-random bench golden layers install clean tests dependencies do-demo do-check do-fuzz do-bench do-golden
.SECONDARY:

all: $(BUILD)/bin/mechc $(BUILD)/share/mechc    ## build mechc (build/bin/mechc)

help:                                           ## this list
	@echo 'make TARGET, where TARGET is'
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/  \1\t\2/p' Makefile | expand -t 16
	@echo 'Variables: PREFIX DESTDIR CC CXX OPT JOBS; V=1 shows the commands;'
	@echo 'check also SANITIZE=address,undefined and ONLY=PATTERN; fuzz also FUZZ_SECONDS and FUZZ_SEED; random also RANDOM_FIRST and RANDOM_COUNT'

# ---- from sources to the program ----

# What generated code is measured against is compiled with the same flags as generated code.
ifeq ($(SANITIZE),)
$(BUILD)/obj/runtime/generic/%.o: OPT := -O3 -g -march=native -ffp-contract=fast -fno-math-errno
endif

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)
	$(Q)$(CC) $(CFLAGS_) $(TCL_INC) $(LAPACK_INC) $(CFLAGS) -c $< -o $@
$(BUILD)/obj/%.o: %.cpp
	@mkdir -p $(@D)
	$(call say,CXX,$<)
	$(Q)$(CXX) $(CXXFLAGS_) $(CXXFLAGS) -c $< -o $@
$(BUILD)/lib/libmrt.a: $(RUNTIME_OBJ)
	@mkdir -p $(@D)
	$(call say,AR,$@)
	$(Q)rm -f $@; ar qcs $@ $^
$(BUILD)/lib/libmechc.a: $(GENERATOR_OBJ)
	@mkdir -p $(@D)
	$(call say,AR,$@)
	$(Q)rm -f $@; ar qcs $@ $^
$(BUILD)/bin/mechc: $(BUILD)/obj/generator/main.o $(BUILD)/lib/libmechc.a $(BUILD)/lib/libmrt.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CXX) $(SAN) -o $@ $^ $(LIBS)
$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(TEST_COMMON) $(BUILD)/lib/libmechc.a $(BUILD)/lib/libmrt.a
	@mkdir -p $(@D)
	$(call say,LINK,$@)
	$(Q)$(CXX) $(SAN) -o $@ $^ $(LIBS)
# mechc looks for its data in ../share/mechc beside its own folder, here and where it is installed.
$(BUILD)/share/mechc:
	@mkdir -p $(@D)
	$(Q)ln -sfn $(CURDIR) $@
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
	$(if $(SANITIZE),CC=$(CC) CFLAGS="-O1 -g $(SAN)" $(LSAN)) MECHC=$(abspath $(BUILD))/bin/mechc BUILD=$(abspath $(BUILD)) SANITIZE=$(SANITIZE) \
	tools/run-tests -j $(JOBS) $(if $(ONLY),-o '$(ONLY)') $(TEST_BIN) $(TEST_SCRIPTS)

fuzz:                                           ## random scripts against the front end, with sanitizers, for FUZZ_SECONDS
	tools/dependencies
	$(MAKE) --no-print-directory -j$(JOBS) SANITIZE=address,undefined do-fuzz
# The seed is said first: it is needed most when the program does not come to its end.
do-fuzz: $(BUILD)/tests/fuzz/fuzz_script
	@seed=$(or $(FUZZ_SEED),$$(date +%s%N)); echo "fuzz_script: $(FUZZ_SECONDS) s from seed $$seed (again with FUZZ_SEED=$$seed)"; \
	$(LSAN) $< $(FUZZ_SECONDS) $$seed

random:                                         ## RANDOM_COUNT random mechanisms through all engines, from seed RANDOM_FIRST on
	tools/dependencies
	$(MAKE) --no-print-directory -j$(JOBS) do-random
do-random: all $(BUILD)/tests/random/test_cross
	$(BUILD)/tests/random/test_cross $(RANDOM_FIRST) $(RANDOM_COUNT)

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
