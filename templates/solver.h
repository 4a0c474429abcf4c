@banner@#ifndef @NAME@_H
#define @NAME@_H

#include "mrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* sizes */
@sizes@
@enums@/*
 * Functions. w is the caller's workspace, @NAME@_WORK doubles, filled by @name@_init before anything else; two threads
 * need two of them. mode is MRT_KINEMATICS or MRT_DYNAMICS. Matrices are column-major.
 */

@prototypes@
/* All of the above, as the runtime sees it. */
extern const mrt_mechanism @name@;

#ifdef __cplusplus
}
#endif
#endif
