/* Casting spells and playing lands [CR 601, 305].
 */
#ifndef CT_CAST_H
#define CT_CAST_H

#include "runtime/permission.h"

/* Task: casts the card as the play says, step by step [CR 601.2a-i].  s->ret: the
 * spell, or 0: it turned out to be illegal and everything is as before. */
void ct_start_cast(ct_game *g, const ct_play *play);
/* Task: plays the land [CR 305.1, 116.2a].  s->ret: the land or 0. */
void ct_start_play_land(ct_game *g, const ct_play *play);

#endif
