/* Numbers of the game are 32 bits wide and saturate: a total beyond them is the largest there is. */
#ifndef CT_NUMBER_H
#define CT_NUMBER_H

#include <stdint.h>

static inline int32_t ct_saturated(int64_t n)
{
    return n > INT32_MAX ? INT32_MAX : n < INT32_MIN ? INT32_MIN : (int32_t)n;
}

#endif
