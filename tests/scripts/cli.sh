#!/usr/bin/env bash
# How the command behaves as a command: exit statuses, streams, options.
set -u
root=$1
cantrip=$2
cd "$root" || exit 1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bad=0

# expect STATUS ARGUMENTS…: runs the command; its streams are left in $dir/out and $dir/err
expect() {
    local status=$1
    shift
    "$cantrip" "$@" >"$dir/out" 2>"$dir/err"
    local got=$?
    if [ "$got" -ne "$status" ]; then
        echo "cantrip $*: expected exit status $status, got $got"
        cat "$dir/err"
        bad=1
    fi
}

# says STREAM WORDS: the last command wrote the words there
says() {
    if ! grep -qF -- "$2" "$dir/$1"; then
        echo "expected on std$1: $2"
        cat "$dir/$1"
        bad=1
    fi
}

cat >"$dir/good.cards" <<'END'
Sturdy Bear {1}{G}
Creature — Bear
Trample
2/2
END
printf 'Typo Bear {1}{G}\nCreature — Bear\nTramplee\n2/2\n' >"$dir/typo.cards"
printf 'Sturdy Bear {1}{G}\nCreature -- Bear\nTrample\n2/2\n' >"$dir/untidy.cards"
printf 'Half Bear {1}{G}\n' >"$dir/half.cards"

expect 2
says err usage
expect 0 --help
says out coverage
expect 0 --version
expect 2 frobnicate
says err frobnicate
expect 2 check
expect 2 check --nonsense "$dir/good.cards"
expect 0 check "$dir/good.cards"
expect 0 check --roundtrip "$dir/good.cards"
expect 1 check "$dir/typo.cards"
says err "typo.cards:3:1"
says err "^^^^^^^^"
expect 1 check --json "$dir/typo.cards"
says out '"line":3'
expect 1 check "$dir/half.cards"
says err E0106
expect 1 check "$dir/missing.cards"
says err E0101
expect 1 check "$dir/good.cards" "$dir/untidy.cards"
says err E0114

expect 0 fmt "$dir/untidy.cards"
says out "Creature — Bear"
expect 1 fmt --check "$dir/untidy.cards"
expect 0 fmt --write "$dir/untidy.cards"
expect 0 fmt --check "$dir/untidy.cards"
expect 1 fmt "$dir/half.cards"

expect 2 build "$dir/good.cards"
expect 0 build "$dir/good.cards" -o "$dir/good.cset"
[ -s "$dir/good.cset" ] || { echo "no set file was written"; bad=1; }
expect 1 build "$dir/typo.cards" -o "$dir/typo.cset"
[ -e "$dir/typo.cset" ] && { echo "a set file was written in spite of an error"; bad=1; }
expect 2 build "$dir/good.cards" -o "$dir/no/such/folder.cset"

expect 0 explain E0106
says out "type line"
expect 1 explain E9999
expect 0 explain "sturdy bear" "$dir/good.cards"
says out trample
expect 1 explain "No Such Bear" "$dir/good.cards"

expect 0 coverage --json "$dir/good.cards"
says out '"compiled": 1'
expect 0 coverage --per-card "$dir/good.cards" "$dir/typo.cards"
says out '"name":"Typo Bear","compiled":false'
says out '"phrase":"Tramplee"'
exit $bad
