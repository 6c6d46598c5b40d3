#!/usr/bin/env bash
# Diagnostics, word for word: tests/golden/NAME.cards gives what tests/golden/NAME.txt says.
# `golden.sh ROOT CANTRIP --write` writes what they give now.
set -u
root=$1
cantrip=$(realpath "$2")
cd "$root/tests/golden" || exit 1
bad=0
for file in *.cards; do
    got=$(NO_COLOR=1 "$cantrip" check --roundtrip "$file" 2>&1)
    if [ "${3:-}" = --write ]; then
        printf '%s\n' "$got" >"${file%.cards}.txt"
    elif ! diff -u "${file%.cards}.txt" <(printf '%s\n' "$got"); then
        bad=1
    fi
done
exit $bad
