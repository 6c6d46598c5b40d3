/* State-based actions (CR 704).
 *
 * One check performs everything that applies at once (704.3); the task repeats
 * checks until one finds nothing.  s->ret afterwards: 1 if anything was done.
 */
#ifndef CT_SBA_H
#define CT_SBA_H

#include "runtime/task.h"

void ct_start_sba(ct_game *g);

#endif
