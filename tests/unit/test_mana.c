/* Bills and supplies: what covers what [CR 107.4, 118.3, 202.1]. */
#include "runtime/mana.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static ct_supply supply(const char *units)
{
    static const char letters[] = "WUBRGC";
    ct_supply s = {0};
    for (; *units; units++) {
        const char *at = strchr(letters, *units);
        ct_supply_add(&s, at ? 1u << (at - letters) : 31u, *units == 'S', 1);
    }
    return s;
}

static ct_bill bill(uint32_t generic, uint32_t npips, const uint32_t *pips)
{
    ct_bill b = {.generic = generic, .npips = npips};
    for (uint32_t i = 0; i < npips; i++)
        b.pip[i] = pips[i];
    return b;
}

#define BILL(generic, ...)                                                                         \
    bill((generic), sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t), (uint32_t[]){__VA_ARGS__})

static bool covers(const char *units, ct_bill b, int32_t life)
{
    const ct_supply s = supply(units);
    return ct_supply_covers(&s, &b, life);
}

static void colored_symbols_need_their_color(void **state)
{
    (void)state;
    assert_true(covers("GG", BILL(1, CT_PIP_G), 20));
    assert_true(covers("GR", BILL(1, CT_PIP_G), 20));
    assert_false(covers("RR", BILL(1, CT_PIP_G), 20));
    assert_false(covers("G", BILL(1, CT_PIP_G), 20));
    assert_true(covers("C", BILL(0, CT_PIP_C), 20));
    assert_false(covers("W", BILL(0, CT_PIP_C), 20));
    assert_true(covers("CCC", bill(3, 0, NULL), 20));
}

/* The unit that could be either color must go where it is needed. */
static void a_matching_is_found(void **state)
{
    (void)state;
    ct_supply s = {0};
    ct_supply_add(&s, CT_PIP_W | CT_PIP_U, false, 1);
    ct_supply_add(&s, CT_PIP_W, false, 1);
    ct_bill b = BILL(0, CT_PIP_W, CT_PIP_U);
    assert_true(ct_supply_covers(&s, &b, 20));
    b = BILL(0, CT_PIP_U, CT_PIP_U);
    assert_false(ct_supply_covers(&s, &b, 20));
    b = BILL(0, CT_PIP_W | CT_PIP_B, CT_PIP_U | CT_PIP_R);
    assert_true(ct_supply_covers(&s, &b, 20));
}

static void a_symbol_may_cost_two_or_life(void **state)
{
    (void)state;
    assert_true(covers("W", BILL(0, CT_PIP_TWO | CT_PIP_W), 20));
    assert_true(covers("GG", BILL(0, CT_PIP_TWO | CT_PIP_W), 20));
    assert_false(covers("G", BILL(0, CT_PIP_TWO | CT_PIP_W), 20));
    assert_true(covers("", BILL(0, CT_PIP_PHYREXIAN | CT_PIP_W), 2));
    assert_false(covers("", BILL(0, CT_PIP_PHYREXIAN | CT_PIP_W), 1));
    assert_false(covers("", BILL(0, CT_PIP_PHYREXIAN | CT_PIP_W, CT_PIP_PHYREXIAN | CT_PIP_W), 3));
    assert_true(covers("W", BILL(0, CT_PIP_PHYREXIAN | CT_PIP_W, CT_PIP_PHYREXIAN | CT_PIP_W), 3));
}

static void snow_needs_snow_and_permission_changes_color(void **state)
{
    (void)state;
    assert_true(covers("S", BILL(0, CT_PIP_SNOW), 20));
    assert_false(covers("W", BILL(0, CT_PIP_SNOW), 20));
    ct_bill b = BILL(0, CT_PIP_W);
    b.spend_any = CT_SPEND_COLOR;
    assert_true(covers("G", b, 20));
    b = BILL(0, CT_PIP_C);
    b.spend_any = CT_SPEND_COLOR;
    assert_false(covers("G", b, 20));
    b.spend_any = CT_SPEND_TYPE;
    assert_true(covers("G", b, 20));
}

static void the_largest_x_is_what_is_left(void **state)
{
    (void)state;
    ct_supply s = supply("GGGRR");
    ct_bill b = BILL(0, CT_PIP_G);
    assert_int_equal(ct_supply_max_x(&s, &b, 20, 1), 4);
    assert_int_equal(ct_supply_max_x(&s, &b, 20, 2), 2);
    b = BILL(0, CT_PIP_U);
    assert_int_equal(ct_supply_max_x(&s, &b, 20, 1), -1);
}

static void units_beyond_the_limit_pay_generic(void **state)
{
    (void)state;
    ct_supply s = {0};
    ct_supply_add(&s, CT_PIP_C, false, 100);
    ct_bill b = bill(100, 0, NULL);
    assert_true(ct_supply_covers(&s, &b, 20));
    b.generic = 101;
    assert_false(ct_supply_covers(&s, &b, 20));
}

static void a_reduction_takes_generic_mana_only(void **state)
{
    (void)state;
    ct_bill b = BILL(2, CT_PIP_G);
    ct_bill_reduce(&b, 5);
    assert_int_equal(ct_bill_size(&b), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colored_symbols_need_their_color),
        cmocka_unit_test(a_matching_is_found),
        cmocka_unit_test(a_symbol_may_cost_two_or_life),
        cmocka_unit_test(snow_needs_snow_and_permission_changes_color),
        cmocka_unit_test(the_largest_x_is_what_is_left),
        cmocka_unit_test(units_beyond_the_limit_pay_generic),
        cmocka_unit_test(a_reduction_takes_generic_mana_only),
    };
    return cmocka_run_group_tests_name("mana", tests, NULL, NULL);
}
