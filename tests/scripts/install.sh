#!/usr/bin/env bash
# What is installed is enough to build a program with the libraries by pkg-config alone.
set -eu
build=$(dirname "$2")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cmake --install "$build" --prefix "$dir" >"$dir/log" || { cat "$dir/log"; exit 1; }
PKG_CONFIG_PATH=$(dirname "$(find "$dir" -name cantrip.pc)")
export PKG_CONFIG_PATH
# The file names the prefix that the build was configured with; here it is another.
flags=$(pkg-config --define-variable=prefix="$dir" --static --cflags --libs cantrip)
cat >"$dir/program.c" <<'END'
#include <cantrip/compiler.h>
#include <cantrip/game.h>
#include <cantrip/version.h>

#include <stdio.h>

int main(void)
{
    static const char card[] = "Bear {1}{G}\nCreature — Bear\nTrample\n2/2\n";
    ct_compiler *compiler = ct_compiler_new();
    struct ct_set *set = NULL;

    if (compiler && ct_compiler_add_text(compiler, "bear.cards", card, sizeof card - 1))
        set = ct_compiler_finish(compiler);
    if (compiler)
        ct_compiler_print(compiler, stderr, CT_PRINT_TEXT);
    ct_compiler_free(compiler);
    if (!set) return 1;
    uint32_t deck[40] = {0};
    struct ct_game_setup setup = {.decks = {{deck, 40}, {deck, 40}}, .seed = 1};
    struct ct_choice choice;
    ct_game *game = ct_game_start(set, &setup);

    if (!game || ct_game_advance(game) != CT_GAME_ASKS || !ct_game_choice(game, &choice)) return 1;
    ct_game_free(game);
    printf("cantrip %s\n", ct_version());
    ct_set_free(set);
    return 0;
}
END
sanitize=
if grep -q 'CANTRIP_SANITIZE:.*=ON' "$build/CMakeCache.txt"; then
    sanitize=-fsanitize=address,undefined
fi
# shellcheck disable=SC2086
gcc -std=c17 -Wall -Wextra -Werror $sanitize "$dir/program.c" $flags -o "$dir/program"
"$dir/program" | grep -q '^cantrip [0-9]'
"$dir"/bin/cantrip --version | grep -q '^cantrip [0-9]'
