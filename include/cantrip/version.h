/* The version of the libraries that a program is linked with. */
#ifndef CANTRIP_VERSION_H
#define CANTRIP_VERSION_H

#ifdef __cplusplus
extern "C" {
#endif

/* Takes nothing; returns a constant string such as "0.1.0". */
const char *ct_version(void);

#ifdef __cplusplus
}
#endif
#endif
