#include "cantrip/version.h"

const char *ct_version(void)
{
    return "0.1.0";
}
