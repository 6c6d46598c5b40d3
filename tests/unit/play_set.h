/* A small set made by hand, for tests of the rules that need no compiler: basic
 * lands, whose mana ability the rules know, and creatures without abilities or with
 * built-in keywords. */
#ifndef CT_TEST_PLAY_SET_H
#define CT_TEST_PLAY_SET_H

#include "runtime/codes.h"
#include "runtime/set.h"

#include <stdint.h>
#include <string.h>

enum {
    PS_FOREST,
    PS_MOUNTAIN,
    PS_BEAR /* {1}{G} 2/2 */,
    PS_OGRE /* {3}{R} 3/3 */,
    PS_SCOUT /* {G} 1/1 haste */,
    PS_WURM /* {4}{G}{G} 6/4 trample */,
    PS_DUELIST /* {1}{R} 2/1 first strike */,
    PS_ADDER /* {G} 1/1 deathtouch */,
    PS_CHAMPION /* {2}{R} 2/2 double strike */,
    PS_CLERIC /* {1}{G} 2/2 lifelink */,
    PS_WALKER /* planeswalker, loyalty 4 */,
    PS_NCARDS
};

typedef struct play_set {
    ct_set set;
    char string[256];
    uint32_t nstring;
    ct_rec_sym sym[64];
    ct_w word[64];
    ct_rec_card card[PS_NCARDS];
    ct_rec_face face[PS_NCARDS];
    ct_rec_mana mana[PS_NCARDS];
    ct_rec_keyword keyword[8];
} play_set;

static uint32_t ps_symbol(play_set *p, const char *text)
{
    const uint32_t len = (uint32_t)strlen(text);
    memcpy(p->string + p->nstring, text, len);
    p->sym[p->set.nsym] = (ct_rec_sym){p->nstring, len};
    p->nstring += len;
    return p->set.nsym++;
}

static uint32_t ps_keyword(play_set *p, const char *text, uint32_t builtin)
{
    const uint32_t symbol = ps_symbol(p, text), k = p->set.nkeyword++;
    p->keyword[k] = (ct_rec_keyword){.name = symbol, .builtin = builtin, .text = symbol, .base = k};
    return k;
}

static ct_rec_face *ps_face(play_set *p, const char *name, uint32_t types, uint32_t super)
{
    const uint32_t i = p->set.ncard++;
    p->set.nface++;
    p->card[i] = (ct_rec_card){
        .name = ps_symbol(p, name), .layout = CT_LAYOUT_NORMAL, .face0 = i, .nfaces = 1};
    p->face[i] = (ct_rec_face){.name = p->card[i].name,
                               .mana = CT_NONE,
                               .types = types,
                               .supers = super,
                               .loyalty = CT_NONE,
                               .defense = CT_NONE,
                               .card = i};
    return &p->face[i];
}

static void ps_land(play_set *p, const char *name)
{
    ct_rec_face *f = ps_face(p, name, CT_TYPE_LAND, CT_SUPER_BASIC);
    p->word[p->set.nword] = f->name;
    f->sub0 = p->set.nword++;
    f->nsubs = 1;
}

static void ps_creature(play_set *p, const char *name, uint32_t generic, uint32_t pip,
                        uint32_t npips, int power, int toughness, uint32_t keyword)
{
    ct_rec_face *f = ps_face(p, name, CT_TYPE_CREATURE, 0);
    ct_rec_mana *m = &p->mana[p->set.nmana];
    f->mana = p->set.nmana++;
    *m = (ct_rec_mana){.pip0 = p->set.nword, .npips = npips, .generic = generic};
    for (uint32_t i = 0; i < npips; i++)
        p->word[p->set.nword++] = pip;
    f->has_pt = 1;
    f->power = (ct_w)power;
    f->toughness = (ct_w)toughness;
    f->colors = pip;
    if (keyword != CT_NONE) {
        p->word[p->set.nword] = keyword;
        f->kw0 = p->set.nword++;
        f->nkw = 1;
    }
}

/* Fills *p; p->set points into it and must be loaded with ct_set_from_parts. */
static void ps_make(play_set *p)
{
    memset(p, 0, sizeof *p);
    (void)ps_symbol(p, "");
    const uint32_t haste = ps_keyword(p, "haste", CT_KW_HASTE),
                   trample = ps_keyword(p, "trample", CT_KW_TRAMPLE);
    const uint32_t first = ps_keyword(p, "first strike", CT_KW_FIRST_STRIKE);
    const uint32_t deathtouch = ps_keyword(p, "deathtouch", CT_KW_DEATHTOUCH),
                   both = ps_keyword(p, "double strike", CT_KW_DOUBLE_STRIKE);
    const uint32_t lifelink = ps_keyword(p, "lifelink", CT_KW_LIFELINK);
    (void)ps_symbol(p, "loyalty");
    ps_land(p, "Forest");
    ps_land(p, "Mountain");
    ps_creature(p, "Bear", 1, CT_PIP_G, 1, 2, 2, CT_NONE);
    ps_creature(p, "Ogre", 3, CT_PIP_R, 1, 3, 3, CT_NONE);
    ps_creature(p, "Scout", 0, CT_PIP_G, 1, 1, 1, haste);
    ps_creature(p, "Wurm", 4, CT_PIP_G, 2, 6, 4, trample);
    ps_creature(p, "Duelist", 1, CT_PIP_R, 1, 2, 1, first);
    ps_creature(p, "Adder", 0, CT_PIP_G, 1, 1, 1, deathtouch);
    ps_creature(p, "Champion", 2, CT_PIP_R, 1, 2, 2, both);
    ps_creature(p, "Cleric", 1, CT_PIP_G, 1, 2, 2, lifelink);
    ps_face(p, "Walker", CT_TYPE_PLANESWALKER, 0)->loyalty = 4;
    p->set.string = (const uint8_t *)p->string;
    p->set.nstring = p->nstring;
    p->set.sym = p->sym;
    p->set.word = p->word;
    p->set.card = p->card;
    p->set.face = p->face;
    p->set.mana = p->mana;
    p->set.keyword = p->keyword;
}

#endif
