/*
 * models.h -- the mechanisms that tests of the analyses share, with the data of the reference solutions.
 */
#ifndef TESTS_HAND_MODELS_H
#define TESTS_HAND_MODELS_H

#include "spatial.h"

/* A uniform rod along x. */
#define HAND_ROD(name_, parent_, at_x, length, q0_) \
    { .name = name_, .parent = parent_, .axis = { 0, 0, 1 }, .at = { at_x, 0, 0 }, .mass = length, .com = { (length)/2.0, 0, 0 }, \
      .inertia = { 0, (length)*(length)*(length)/12.0, (length)*(length)*(length)/12.0 }, .q0 = { q0_ } }

/* A rod of 1 m and 1 kg hanging from z, released at 1 rad from the vertical. */
static const hand_model hand_pendulum = {
    .name = "pendulum", .nbody = 1, .body = { HAND_ROD("rod", -1, 0, 1.0, 1.0) }, .gravity = { 1, 0, 0 },
    .analysis = { MRT_DYNAMICS, 0, 2, 20, "", "", 0, 0, 1 } };

/* Paper 000, example 1, relative angles; without its loads: gravity instead. */
static const hand_model hand_double_pendulum = {
    .name = "double_pendulum", .nbody = 2, .body = { HAND_ROD("upper", -1, 0, 1.0, 0.5), HAND_ROD("lower", 0, 1.0, 1.5, 0.7) },
    .gravity = { 0, -1, 0 }, .analysis = { MRT_DYNAMICS, 0, 10, 100, "", "", 0, 0, 1 } };

/* The four-bar for timing: crank 1, coupler 3.5, rocker 2.5, base 4; open configuration; rough guesses. */
static const hand_model hand_four_bar = {
    .name = "four_bar", .nbody = 3, .ncut = 1,
    .body = { { .name = "crank", .parent = -1, .axis = { 0, 0, 1 }, .mass = 1, .com = { 0.5, 0, 0 }, .inertia = { 0, 1/12.0, 1/12.0 },
                .q0 = { 1.0471975511965976 }, .hold = 1 },
              HAND_ROD("coupler", 0, 1.0, 3.5, -0.6), HAND_ROD("rocker", -1, 4.0, 2.5, 1.7) },
    .cut = { { "c", 1, 2, { 3.5, 0, 0 }, { 2.5, 0, 0 }, 1 } },
    .gravity = { 0, -1, 0 }, .analysis = { MRT_DYNAMICS, 0, 10, 10, "", "", 0, 0, 1 } };

/* Paper 002, RSSR: crank about z, coupler on spherical joints, rocker about x; the coupler's spin is left over. */
static const hand_model hand_rssr = {
    .name = "rssr", .nbody = 3, .ncut = 1, .ndrive = 1,
    .body = { { .name = "crank", .parent = -1, .axis = { 0, 0, 1 }, .mass = 0.5, .com = { 0.05, 0, 0 },
                .inertia = { 1e-4, 0.5*0.01/12, 0.5*0.01/12 }, .q0 = { 0 }, .hold = 1 },
              { .name = "coupler", .parent = 0, .spherical = 1, .at = { 0.1, 0, 0 }, .mass = 1, .com = { 0.2, 0, 0 },
                .inertia = { 1e-4, 0.16/12, 0.16/12 }, .q0 = { 0.7, 0, -0.4, 0.6 } },
              { .name = "rocker", .parent = -1, .axis = { 1, 0, 0 }, .at = { 0.05, 0.3, 0.1 }, .mass = 1.2, .com = { 0, 0.1, 0 },
                .inertia = { 1.2*0.04/12, 1e-4, 1.2*0.04/12 }, .q0 = { 1.75 } } },
    .cut = { { "sb", 1, 2, { 0.4, 0, 0 }, { 0, 0.2, 0 }, 0 } },
    .drive = { { 0, { 0, 6.283185307179586476925, 0 }, MRT_KINEMATICS } }, .load = { 0.02, 0, 0 },
    .analysis = { MRT_KINEMATICS, 0, 2, 16, "", "", 0, 0, 1 } };

/* A heavy body on a spherical joint. */
static const hand_model hand_top = {
    .name = "top", .nbody = 1,
    .body = { { .name = "top", .parent = -1, .spherical = 1, .mass = 2, .com = { 0.1, 0.05, 0.5 }, .inertia = { 0.3, 0.4, 0.2 },
                .q0 = { 0.9, 0.3, 0.1, 0.2 }, .u0 = { 0.4, -0.8, 6 } } },
    .gravity = { 0, 0, -1 }, .analysis = { MRT_DYNAMICS, 0, 10, 50, "", "", 0, 0, 1 } };

#endif
