/*
 * topology.h -- the graph of a mechanism: spanning tree, cut joints, loops. No numbers.
 */
#ifndef TOPOLOGY_H
#define TOPOLOGY_H

#include "../model/model.h"

typedef struct tree_joint {
    int  joint;
    int  inboard, outboard;             /* bodies; inboard is nearer to ground */
    bool reversed;                      /* the joint's written parent is the outboard body */
} tree_joint;

typedef struct loop {
    int  cut;                           /* joint */
    int  ancestor;                      /* body nearest to the loop at which its two branches meet */
    int  length; int *joints;           /* all joints around the loop, the cut one included, starting at the ancestor along the cut joint's parent side */
    int *bodies;                        /* [length] bodies around the loop, ancestor first */
    int  cluster;                       /* loops that share joints have the same cluster number, from 0 */
} loop;

typedef struct topology {
    int         ntree;  tree_joint *tree;      /* base to tip: every inboard body is ground or the outboard body of an earlier entry */
    int        *tree_of_body;                  /* [nbody] index into tree, -1 for ground */
    int         nloop;  loop *loops;           /* in the order the cut joints were declared */
    int        *loop_of_joint;                 /* [njoint] index into loops, -1 for tree joints */
    int         nq, nu;                        /* coordinates and speeds of the tree */
    int        *q_index, *u_index;             /* [m->nq], [m->nu]: place of a coordinate in the tree's q and u, -1 if its joint is cut */
    int        *cq_index, *cu_index;           /* the same for the cut joints */
    int         ncq, ncu;
    int         nclusters;
} topology;

/* Order of q: tree joints in the order of their declaration (not of the tree). NULL when a body is not connected to ground (error added to m) or when -cut and -hold options
 * contradict each other. Freed with topology_free. */
topology *topology_new(model *m);
void      topology_free(topology *g);
char     *topology_dump(const topology *g, const model *m);       /* owned by the caller */

#endif
