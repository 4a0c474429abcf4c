/* status.c -- the texts of the status codes, from the one list in status.def. */
#include "mrt.h"

const char *mrt_status_text(mrt_status s)
{
    switch (s) {
#define STATUS(code, value, text) case code: return text;
#include "status.def"
#undef STATUS
    case MRT_STATUS_END: break;
    }
    return "unknown status";
}
