#!/usr/bin/env bash
# Games are the same from a set file as from the cards it was made of, and a set file that is not whole is refused.
# Arguments: the source folder, the command.
set -u
root=$1 cantrip=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
decks="$root/cards/sets/decks"
fail() { echo "$*"; exit 1; }

play() { "$cantrip" sim -n 20 --json --cards "$1" "$decks/wardens.txt" "$decks/drowned.txt" | grep -v games_per_second; }

"$cantrip" build "$root/cards" -o "$work/all.cset" || fail "no set file was built"
play "$root/cards" > "$work/text.json"
play "$work/all.cset" > "$work/set.json"
grep -q '"games": 20' "$work/text.json" || fail "no games were played"
cmp "$work/text.json" "$work/set.json" || fail "a set file plays other games"

head -c 5000 "$work/all.cset" > "$work/cut.cset"
"$cantrip" sim --cards "$work/cut.cset" "$decks/wardens.txt" "$decks/drowned.txt" 2> "$work/message"
[ $? -eq 1 ] || fail "a truncated set file was not refused"
grep -q 'cut.cset' "$work/message" || fail "the message does not name the file"
"$cantrip" sim --jobs 0 a b 2> /dev/null
[ $? -eq 2 ] || fail "wrong usage was not refused"
exit 0
