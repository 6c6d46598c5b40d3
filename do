#!/usr/bin/env bash
# The project's own command line: run, test, build, bench, fuzz SECONDS, probe, format.
set -u -o pipefail
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 2

packages="gcc libc6-dev flex bison cmake ninja-build pkg-config libcmocka-dev libjansson-dev
          libutf8proc-dev libxxhash-dev libzstd-dev ccache"
fuzz_packages="clang-19 libclang-rt-19-dev"
format_packages="clang-format-19"
cantrip=build/release/cantrip

say() { printf '%s\n' "$*" >&2; }

# need PACKAGE…: installs the Debian packages that are missing, and asks nothing of a machine that has them.
need() {
    local missing=() name sudo=
    for name in "$@"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || missing+=("$name")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    [ "$(id -u)" -eq 0 ] || sudo=sudo
    say "installing: ${missing[*]}"
    $sudo apt-get update -qq && DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq "${missing[@]}" >&2
}

# build PRESET
build() {
    # shellcheck disable=SC2086
    need $packages || return 2
    if [ ! -f "build/$1/build.ninja" ]; then
        cmake --preset "$1" >&2 || return 2
    fi
    cmake --build --preset "$1" >&2
}

passed=0
failed=0

# count PASSED FAILED
count() {
    passed=$((passed + $1))
    failed=$((failed + $2))
}

# run_ctest PRESET: adds the preset's tests to the count
run_ctest() {
    local out bad total
    say "== tests, $1"
    out=$(ctest --preset "$1" -j "$(nproc)" 2>&1)
    printf '%s\n' "$out"
    bad=$(sed -nE 's/^[0-9]+% tests passed, ([0-9]+) tests? failed out of ([0-9]+)$/\1 \2/p' <<<"$out")
    if [ -z "$bad" ]; then
        count 0 1
        return
    fi
    total=${bad#* }
    bad=${bad% *}
    count $((total - bad)) "$bad"
}

# run_scenarios: the scenarios of the rulings and of everything else
run_scenarios() {
    local out ok bad
    say "== scenarios"
    out=$($cantrip test tests/rulings tests/scenarios --json)
    ok=$(sed -nE 's/.*"passed": ?([0-9]+).*/\1/p' <<<"$out" | head -n 1)
    bad=$(sed -nE 's/.*"failed": ?([0-9]+).*/\1/p' <<<"$out" | head -n 1)
    if [ -z "$ok" ] || [ -z "$bad" ]; then
        say "the scenarios gave no result"
        count 0 1
        return
    fi
    [ "$bad" -eq 0 ] || $cantrip test tests/rulings tests/scenarios
    count "$ok" "$bad"
}

run_roundtrip() {
    say "== cards compile and read back"
    if $cantrip check --roundtrip cards; then count 1 0; else count 0 1; fi
}

do_test() {
    build release && build debug || {
        printf '%s passed, %s failed\n' 0 1
        return 1
    }
    run_ctest release
    run_ctest debug
    run_scenarios
    run_roundtrip
    printf '%s passed, %s failed\n' "$passed" "$failed"
    [ "$failed" -eq 0 ]
}

do_run() {
    build release || return 1
    $cantrip check cards || return 1
    $cantrip build cards -o build/release/cards.cset || return 1
    $cantrip run tests/scenarios/demonstration.scenario
}

# do_bench [callgrind]: with callgrind, instructions are counted by valgrind, function by function
do_bench() {
    build release || return 1
    local program run=()
    if [ "${1:-}" = callgrind ]; then
        need valgrind || return 2
        run=(valgrind --tool=callgrind --callgrind-out-file=build/release/callgrind.out)
    fi
    for program in build/release/tests/bench_*; do
        [ -x "$program" ] && { "${run[@]}" "$program" || return 1; }
    done
    [ ${#run[@]} -eq 0 ] || callgrind_annotate build/release/callgrind.out | head -n 60
}

# do_fuzz SECONDS [TARGET…]: each target runs that long, over seeds and with words that
# tests/fuzz/prepare.sh makes, and with what once failed
do_fuzz() {
    local seconds=${1:-60} target name bad=0
    shift || true
    # shellcheck disable=SC2086
    need $fuzz_packages || return 2
    build release && build fuzz || return 1
    bash tests/fuzz/prepare.sh build/fuzz/work "$cantrip" >&2 || return 1
    mkdir -p build/fuzz/findings
    for target in build/fuzz/tests/fuzz_*; do
        [ -x "$target" ] && [ -f "$target" ] || continue
        name=${target##*/fuzz_}
        [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
        mkdir -p "build/fuzz/corpus/$name"
        say "== fuzzing $name for $seconds seconds"
        local folders=("build/fuzz/corpus/$name") dictionary=() folder
        for folder in "build/fuzz/work/seeds/$name" "tests/fuzz/regressions/$name"; do
            [ -d "$folder" ] && folders+=("$folder")
        done
        [ -f "build/fuzz/work/$name.dict" ] && dictionary=("-dict=build/fuzz/work/$name.dict")
        local longest=16384
        [ "$name" = set ] && longest=131072
        "$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=$longest \
            -print_final_stats=1 -artifact_prefix="build/fuzz/findings/$name-" "${dictionary[@]}" \
            "${folders[@]}" || bad=1
    done
    return $bad
}

# do_probe [FILE…]: is any word read and forgotten? Of the project's own cards, or those in the files
# Changes each word of everything that compiles: the project's cards, and the card data if it is there.
do_probe() {
    build release || return 1
    local corpus=${CANTRIP_CORPUS:-../shared/corpus/cards.jsonl}
    $cantrip probe cards || return 1
    if [ -r "$corpus" ]; then
        $cantrip probe "$corpus"
    else
        say "skipped: there is no card data"
    fi
}

do_format() {
    need $format_packages || return 2
    local files
    files=$(git ls-files -- '*.c' '*.h')
    if [ "${1:-}" = --check ]; then
        # shellcheck disable=SC2086
        clang-format-19 --dry-run -Werror $files
    else
        # shellcheck disable=SC2086
        clang-format-19 -i $files
    fi
}

case "${1:-}" in
run | test | bench | fuzz | probe | format)
    command=$1
    shift
    "do_$command" "$@"
    ;;
build) build release ;;
*)
    say "usage: ./do run | test | build | bench [callgrind] | fuzz SECONDS [TARGET…] | probe | format [--check]"
    exit 2
    ;;
esac
