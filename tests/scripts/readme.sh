#!/usr/bin/env bash
# What the README shows is what the command says: the card, the error and the game.
set -u
root=$1
cantrip=$(realpath "$2")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$root" || exit 1
bad=0

# block N: the Nth indented block of the README, without its indentation
block() {
    awk -v wanted="$1" '
        /^    / { if (!inside) { inside = 1; n++ } if (n == wanted) print substr($0, 5); next }
        { inside = 0 }' README.md
}

block 1 >"$dir/fox.cards"
"$cantrip" check "$dir/fox.cards" >/dev/null || { echo "the card of the README does not compile"; bad=1; }

# The slip is in the third line; the card ends before its second face.
sed -n '1,4p' "$dir/fox.cards" | sed '3s/explores/explroes/' >"$dir/slip.cards"
mv "$dir/slip.cards" "$dir/fox.cards"
(cd "$dir" && NO_COLOR=1 "$cantrip" check fox.cards 2>&1) | sed '/^$/,$d' >"$dir/error"
diff -u <(block 2) "$dir/error" || bad=1

squeeze() { sed -E 's/^ +//; s/ +/ /g' | grep -v '^$'; }
"$cantrip" run tests/scenarios/fox.scenario | sed -n '/^when$/,/^then$/p' | sed '1d;$d' | squeeze >"$dir/game"
diff -u <(block 3 | squeeze) "$dir/game" || bad=1
exit $bad
