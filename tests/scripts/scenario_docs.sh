#!/usr/bin/env bash
# The examples of docs/scenarios.md: each is read by the grammar, and the whole scenarios in it hold.
set -u
root=$1
cantrip=$2
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
cd "$root" || exit 2

{
    echo "card"
    for name in Bear Giant Elf Birds Wall Clone Vivien "Giant Killer" "Bonecrusher Giant"; do
        printf '  %s {1}\n  Creature — Bear\n  1/1\n\n' "$name"
    done
    for name in Shock Stomp "Chop Down" Cancel; do printf '  %s {1}\n  Instant\n  You gain 1 life.\n\n' "$name"; done
    for name in Forest Mountain Jidoor; do printf '  %s\n  Basic Land\n\n' "$name"; done
    printf '  Doubling Season {1}\n  Enchantment\nend\n'
    # the example column of each table, one scenario an example
    awk -F' \\| ' '
        /^## /            { section = $0; clauses = 0 }
        /^After `casts`/  { clauses = 1 }
        /^`… is refused`/ { clauses = 0 }
        section !~ /^## (given|when|then)/ || !/^\| / { next }
        /^\| (phrase|words) \|/ || /^\|---/ { next }
        {
            column = $NF
            sub(/ *\|$/, "", column)
            if (section ~ /the game goes on/) column = $0
            n = split(column, part, "`")
            for (i = 2; i <= n; i += 2) {
                text = part[i]
                if (text ~ /…/ || text !~ / / || text ~ /^[a-z-]+ step$|phase|^beginning/) continue
                kind = section ~ /^## given/ ? "given" : section ~ /^## when/ ? "when" : "then"
                if (text ~ /^cantrip/) continue
                if (clauses) text = "Alice casts Bear " text
                if ($0 ~ /^\| (before|after) the name/) text = "Alice controls " text
                if ($0 ~ /^\| status/ && text !~ /^Bear/) text = "Bear is " text
                printf "scenario \"%d\"\n%s\n  %s\n", ++count, kind, text
                if (kind != "then") print "then\n  exile is empty"
            }
        }' docs/scenarios.md
} >"$dir/examples.scenario"
count=$(grep -c '^scenario' "$dir/examples.scenario")
[ "$count" -ge 120 ] || { echo "only $count examples were found"; exit 1; }
"$cantrip" test "$dir/examples.scenario" >"$dir/out" 2>&1
if grep -A4 -E 'E070[1-5]' "$dir/out"; then
    echo "an example of docs/scenarios.md is not a phrase"
    exit 1
fi

# the scenarios that stand there as a whole: the first has its cards from cards/seeds and one of its own
awk '/^    scenario/ { on = 1 } /^[^ ]/ { on = 0 } on { sub(/^    /, ""); print }' docs/scenarios.md >"$dir/whole.scenario"
{
    printf 'cards "%s/cards/seeds"\ncard\nCancel {1}{U}{U}\nInstant\nCounter target spell.\nend\n' "$root"
    cat "$dir/whole.scenario"
} >"$dir/all.scenario"
sed -i '/^cards "cards\/seeds"$/d' "$dir/all.scenario"
awk '/^scenario "An inline card"/ { last = 1 } { print } END { if (last) print "then\n  Alice may cast Grim Scholar" }' \
    "$dir/all.scenario" >"$dir/whole.scenario"
"$cantrip" test "$dir/whole.scenario" || exit 1
