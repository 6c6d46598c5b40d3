#!/usr/bin/env bash
# The commands test and run: their output, JSON and exit status.
set -u
cantrip=$2
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT
bad=0
complain() {
    echo "$*"
    bad=1
}
# expect STATUS PATTERN COMMAND…: PATTERN (a regular expression, may be empty) is in the output
expect() {
    local status=$1 pattern=$2 out got
    shift 2
    out=$("$@" 2>&1 </dev/null)
    got=$?
    [ "$got" -eq "$status" ] || complain "exit status $got instead of $status: $*"
    grep -qE -- "$pattern" <<<"$out" || complain "no '$pattern' in the output of: $*
$out"
}

mkdir -p "$dir/set/inner"
cat >"$dir/set/bear.cards" <<'END'
Bear {1}{G}
Creature — Bear
2/2
END
cat >"$dir/set/inner/good.scenario" <<'END'
cards "bear.cards"
scenario "It is there"
ruling Z01, Z02
given
  Alice has Bear in hand, and unlimited mana
when
  Alice casts Bear
  the stack resolves
then
  Alice controls Bear
END
cat >"$dir/set/inner/wrong.scenario" <<'END'
scenario "It is not so"
then
  Bob has 3 life

scenario "It is not understood"
then
  Bob is flummoxed

scenario "It is so"
then
  Bob has 20 life
END
printf 'scenario "x"\nthen\n  \xff\n' >"$dir/latin.scenario"
: >"$dir/empty.scenario"

# the cards are found in a folder above the scenario's
expect 0 '^1 passed, 0 failed$' "$cantrip" test "$dir/set/inner/good.scenario"
expect 0 '"ids": \[ *"Z01", *"Z02" *\]' bash -c '"$0" test --json "$1" | tr -d "\n"' "$cantrip" "$dir/set/inner/good.scenario"
expect 1 '^2 passed, 2 failed$' "$cantrip" test "$dir"/set
expect 1 'FAILED .*wrong.scenario: It is not so' "$cantrip" test "$dir"/set
expect 1 '"line": 3, *"message": "Bob has 20 life"' \
    bash -c 'set -o pipefail; "$0" test --json "$1" | tr -d "\n"' "$cantrip" "$dir/set/inner/wrong.scenario"
expect 1 '"passed": 1, *"failed": 2, *"scenarios": \[' \
    bash -c 'set -o pipefail; "$0" test --json "$1" | tr -d "\n"' "$cantrip" "$dir/set/inner/wrong.scenario"
expect 1 'not UTF-8' "$cantrip" test "$dir/latin.scenario"
expect 1 'no scenarios' "$cantrip" test "$dir/empty.scenario"
expect 2 'no file or folder' "$cantrip" test "$dir/nowhere"
expect 2 '' "$cantrip" test
expect 2 "no engine 'jit'" "$cantrip" test --engine=jit "$dir/set"

expect 0 'Bear enters the battlefield.*\[CR 603' "$cantrip" run "$dir/set/inner/good.scenario"
expect 1 'Bob has 20 life' "$cantrip" run "$dir/set/inner/wrong.scenario"
expect 1 'no scenario' "$cantrip" run "$dir/empty.scenario"
expect 1 '' "$cantrip" run "$dir/nowhere"
expect 2 '' "$cantrip" run
exit $bad
