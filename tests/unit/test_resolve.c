/* What references are bound to: each text with its uses and their definitions, and the texts that are refused. */
#include "support.h"

#include "compiler/parse.h"
#include "compiler/resolve.h"

struct edges {
    const char *text; /* of a permanent, or of a spell if it begins with '!' */
    const char *uses; /* "use=definition", in the order of the text */
};

static const struct edges bound[] = {
    /* the source, the event's subject and object */
    {"When this creature enters, it explores.", "it=this creature"},
    {"Whenever this creature attacks, it gets +1/+0 until end of turn.", "it=this creature"},
    {"Whenever this creature blocks a creature, tap that creature.", "that creature=a creature"},
    {"Whenever a creature you control attacks, it gains haste until end of turn.",
     "it=a creature you control"},
    {"Whenever an opponent casts a spell, that player loses 1 life.", "that player=an opponent"},
    {"Whenever a player casts a spell, counter that spell.", "that spell=a spell"},
    {"Whenever this creature deals combat damage to a player, that player discards a card.",
     "that player=a player"},
    {"Whenever this creature becomes the target of a spell, this creature deals 2 damage to that spell's controller.",
     "that spell=a spell"},
    {"Whenever this creature or another creature you control enters, you gain 1 life.", ""},
    /* targets */
    {"!Tap target creature. It doesn't untap during its controller's next untap step.",
     "It=target creature; its=target creature"},
    {"!Return target creature to its owner's hand.", "its=target creature"},
    {"!Destroy target creature. Its controller gains 3 life.", "Its=target creature"},
    {"!Target creature you control deals damage equal to its power to target creature you don't control.",
     "its=Target creature you control"},
    {"!Target player draws two cards. Then that player discards a card.", "that player=Target player"},
    {"!Target opponent loses 2 life. They discard a card.", "They=Target opponent"},
    {"!Put a +1/+1 counter on target creature you control. It gains trample until end of turn.",
     "It=target creature you control"},
    {"!Exile target creature. Return that card to the battlefield under its owner's control.",
     "that card=target creature; its=target creature"},
    {"!Untap two target creatures. Those creatures gain haste until end of turn.",
     "Those creatures=two target creatures"},
    {"!Return target permanent you control and target permanent you don't control to their owners' hands.",
     "their=target permanent you control and target permanent you don't control"},
    /* what an instruction made or found */
    {"!Create a 1/1 white Soldier creature token. It gains haste until end of turn.",
     "It=a 1/1 white Soldier creature token"},
    {"!Reveal the top card of your library. If it's a land card, put it into your hand.",
     "it's=the top card of your library; it=the top card of your library"},
    {"!Search your library for a basic land card, put it onto the battlefield, then shuffle.",
     "it=a basic land card"},
    {"!Tap target creature. Create a Food token. That creature gains haste until end of turn.",
     "That creature=target creature"},
    /* amounts, doings, permissions */
    {"Whenever this creature is dealt damage, you gain that much life.",
     "that much=this creature is dealt damage"},
    {"!You may discard a card. If you do, draw two cards.", "you do=You may discard a card"},
    {"!Destroy all creatures. You gain 1 life for each creature destroyed this way.",
     "this way=Destroy all creatures"},
    {"!Mill three cards. Return a creature card milled this way to your hand.",
     "this way=Mill three cards"},
    /* each, constants, exceptions */
    {"!Each player sacrifices a creature of their choice.", "their=Each player"},
    {"Enchanted creature gets +1/+1. As long as enchanted creature is a Wolf, it has trample.",
     "it=Enchanted creature"},
    {"Equipped creature has \"Whenever this creature attacks, it gets +2/+0 until end of turn.\"",
     "it=this creature"},
    {"Creatures you control with +1/+1 counters on them have trample.",
     "them=Creatures you control with +1/+1 counters on them"},
    /* linked abilities */
    {"When this creature enters, exile target creature.\n"
     "When this creature leaves the battlefield, return the exiled card to the battlefield under its owner's control.",
     "the exiled card=exile target creature; its=the exiled card"},
    {"As this enchantment enters, choose a creature type.\nCreatures of the chosen type get +1/+1.",
     "the chosen type=choose a creature type"},
    /* a delayed trigger sees what came before it */
    {"!Create a 3/1 red Elemental creature token. Sacrifice it at the beginning of the next end step.",
     "it=a 3/1 red Elemental creature token"},
};

static const struct {
    const char *text;
    enum ct_code code;
} refused[] = {
    {"!Draw a card. Tap that creature.", CT_ERR_UNBOUND_REFERENCE},
    {"!Destroy target permanent. That creature's controller loses 1 life.", CT_ERR_UNBOUND_REFERENCE},
    {"!Draw a card. They gain 1 life.", CT_ERR_UNBOUND_REFERENCE},
    {"!Draw a card. Destroy it.", CT_ERR_UNBOUND_REFERENCE},
    {"!You gain 3 life. Destroy it.", CT_ERR_UNBOUND_REFERENCE},
    {"!Draw a card. You gain 1 life for each creature destroyed this way.", CT_ERR_UNBOUND_REFERENCE},
    {"!Target creature you control fights target creature you don't control. It gains haste until end of turn.",
     CT_ERR_AMBIGUOUS_REFERENCE},
};

struct reading {
    struct ct_arena arena;
    struct ct_diags diags;
    struct ct_lexicon *lexicon;
    struct ct_source *source;
    char uses[1024];
};

/* The words of a node; a clause's as far as it was written. */
static void add(struct reading *r, const ct_node *node)
{
    uint32_t end = node->span.end;
    while (end > node->span.start && r->source->text[end - 1] == ' ') end--;
    size_t used = strlen(r->uses);
    snprintf(r->uses + used, sizeof r->uses - used, "%.*s", (int)(end - node->span.start),
             r->source->text + node->span.start);
}

static void collect(struct reading *r, const ct_node *node)
{
    if (!node) return;
    bool shown = node->kind == CT_PRONOUN || node->kind == CT_NP || node->kind == CT_THAT_MANY ||
                 node->kind == CT_ADVERB || (node->kind == CT_CLAUSE && node->num == CT_V_DO);
    if (node->bind && shown) {
        if (*r->uses) strcat(r->uses, "; ");
        add(r, node);
        strcat(r->uses, "=");
        add(r, node->bind);
        return;
    }
    for (uint32_t i = 0; i < node->nkids; i++) collect(r, node->kid[i]);
}

static bool read_text(struct reading *r, const char *text)
{
    bool spell = *text == '!';
    unsigned errors = 0;
    ct_arena_init(&r->arena, 0);
    ct_diags_init(&r->diags);
    r->lexicon = ct_lexicon_new();
    r->uses[0] = 0;
    r->source = ct_source_from(&r->arena, "text", text + spell, strlen(text + spell), &r->diags);
    assert_non_null(r->source);
    assert_non_null(r->lexicon);
    ct_lexicon_add_token(r->lexicon, "Food", 4);
    struct ct_parser parser = {
        .arena = &r->arena,
        .lexicon = r->lexicon,
        .source = r->source,
        .diags = &r->diags,
        .name = "Nameless",
        .of = spell ? CT_TEXT_SPELL : CT_TEXT_PERMANENT,
    };
    ct_node *tree = ct_parse(&parser, &errors);
    struct ct_resolve in = {.arena = &r->arena, .diags = &r->diags, .source = r->source};
    if (!tree || errors || !ct_resolve(&in, tree)) return false;
    collect(r, tree);
    return true;
}

static void close_reading(struct reading *r)
{
    ct_lexicon_free(r->lexicon);
    ct_diags_free(&r->diags);
    ct_arena_free(&r->arena);
}

static void uses_are_bound(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < sizeof bound / sizeof *bound; i++) {
        struct reading r;
        bool read = read_text(&r, bound[i].text);
        if (!read || strcmp(r.uses, bound[i].uses) != 0) {
            print_error("%s\n  is bound:  %s\n  should be: %s\n", bound[i].text, read ? r.uses : "(refused)",
                        bound[i].uses);
            wrong++;
        }
        close_reading(&r);
    }
    assert_int_equal(wrong, 0);
}

static void what_means_nothing_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct reading r;
        assert_false(read_text(&r, refused[i].text));
        assert_int_equal(r.diags.errors, 1);
        assert_int_equal(r.diags.first->code, refused[i].code);
        if (refused[i].code == CT_ERR_AMBIGUOUS_REFERENCE) { /* both are shown */
            assert_non_null(r.diags.first->notes);
            assert_non_null(r.diags.first->notes->next);
        }
        close_reading(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uses_are_bound),
        cmocka_unit_test(what_means_nothing_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
