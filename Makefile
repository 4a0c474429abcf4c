# mechc -- every job has one target; `make help` lists them.
#
#   make demo    install what is missing, build, generate, compile and run the mechanisms, show the results
#   make check   install what is missing, build, run all tests

.DEFAULT_GOAL := all
SHELL  := /bin/bash
BUILD  ?= build
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)

# Sanitizers: make check SANITIZE=address,undefined builds into its own folder.
SANITIZE ?=
ifneq ($(SANITIZE),)
BUILD   := build/sanitize
SAN     := -fsanitize=$(SANITIZE) -fno-sanitize-recover=undefined -fno-omit-frame-pointer
endif

CC       ?= cc
CXX      ?= c++
OPT      ?= -O2 -g
WARN     := -Wall -Wextra -Wpedantic -Wshadow
CFLAGS_  := -std=c17 -D_GNU_SOURCE $(WARN) $(OPT) $(SAN) -MMD -MP -I. -Ibuild/gen
CXXFLAGS_:= -std=c++17 $(WARN) $(OPT) $(SAN) -MMD -MP -I.
TCL_INC  := $(shell pkg-config --cflags tcl 2>/dev/null)
LAPACK_INC := $(shell pkg-config --cflags lapacke 2>/dev/null)
LIBS     := -lginac -lcln -ltcl8.6 -llapacke -llapack -lblas -lm -lpthread

RUNTIME_SRC   := $(wildcard runtime/*.c runtime/*/*.c)
GENERATOR_C   := $(filter-out generator/main.c,$(wildcard generator/*/*.c))
GENERATOR_CXX := $(wildcard generator/*/*.cpp)
RUNTIME_OBJ   := $(RUNTIME_SRC:%.c=$(BUILD)/obj/%.o)
GENERATOR_OBJ := $(GENERATOR_C:%.c=$(BUILD)/obj/%.o) $(GENERATOR_CXX:%.cpp=$(BUILD)/obj/%.o)
TEST_SRC      := $(wildcard tests/*/test_*.c tests/*/test_*.cpp)
TEST_BIN      := $(patsubst tests/%,$(BUILD)/tests/%,$(basename $(TEST_SRC)))

.PHONY: all tests
all: $(BUILD)/bin/mechc

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_) $(TCL_INC) $(LAPACK_INC) $(CFLAGS) -c $< -o $@
$(BUILD)/obj/%.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS_) $(CXXFLAGS) -c $< -o $@
$(BUILD)/lib/libmrt.a: $(RUNTIME_OBJ)
	@mkdir -p $(@D)
	rm -f $@; ar rcs $@ $^
$(BUILD)/lib/libmechc.a: $(GENERATOR_OBJ)
	@mkdir -p $(@D)
	rm -f $@; ar rcs $@ $^
$(BUILD)/bin/mechc: $(BUILD)/obj/generator/main.o $(BUILD)/lib/libmechc.a $(BUILD)/lib/libmrt.a
	@mkdir -p $(@D)
	$(CXX) $(SAN) -o $@ $^ $(LIBS)
$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(BUILD)/lib/libmechc.a $(BUILD)/lib/libmrt.a
	@mkdir -p $(@D)
	$(CXX) $(SAN) -o $@ $^ $(LIBS)
tests: $(TEST_BIN)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
