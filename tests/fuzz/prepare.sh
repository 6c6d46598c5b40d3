#!/usr/bin/env bash
# Makes what the fuzzers begin with: dictionaries out of the tables that grammar, compiler and runtime
# are made of, and seeds out of the cards and scenarios of the project.
#
#   prepare.sh OUT CANTRIP      OUT/TARGET.dict, OUT/seeds/TARGET/
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
out=$1
cantrip=$2
mkdir -p "$out/seeds"/{cardfile,carddata,scenario,set}

# dictionary FILE…: every quoted text of the tables, once, as a libFuzzer dictionary, which writes
# everything but printable ASCII as \xNN
dictionary() {
    grep -ohE '"[^"\]+"' "$@" | LC_ALL=C sort -u | LC_ALL=C awk '
        BEGIN { for (i = 128; i < 256; i++) hex[sprintf("%c", i)] = sprintf("\\x%02x", i) }
        length($0) < 60 {
            line = ""
            for (i = 1; i <= length($0); i++) {
                c = substr($0, i, 1)
                line = line (c in hex ? hex[c] : c)
            }
            print line
        }'
}
dictionary grammar/*.def compiler/*.def runtime/types.def runtime/keywords_builtin.def \
    >"$out/cardfile.dict"
printf '"%s"\n' ' // ' '\\x0a\\x0a' 'keyword action ' 'keyword ability ' 'token ' '@name ' '{T}' '{2/W}' \
    '~' ' -- ' | sed 's/\\\\x/\\x/g' >>"$out/cardfile.dict"
{
    cat "$out/cardfile.dict"
    printf '"\\"%s\\":"\n' name layout mana_cost type_line oracle_text power toughness loyalty defense \
        card_faces lang printed_name keywords colors
} >"$out/carddata.dict"
{
    cat "$out/cardfile.dict"
    dictionary compiler/scenario*.def grammar/scenario.*
} | sort -u >"$out/scenario.dict"

{
    dictionary runtime/*.def
    sed -nE 's/^(PURE_)?OP\(([A-Z0-9_]+),.*/"\2"/p; s/^[NE]PROP\(([A-Z0-9_]+),.*/"\1"/p' runtime/*.def
    sed -nE 's/^FIELD\([a-z]+, ([a-z0-9_]+),.*/"\1="/p' runtime/records.def
} | sort -u >"$out/set.dict"

# one card or definition a file: paragraphs between empty lines
n=0
for file in cards/*/*.cards; do
    awk -v dir="$out/seeds/cardfile" -v base="$(basename "$file" .cards)" '
        BEGIN { RS = ""; ORS = "\n" }
        { f = sprintf("%s/%s-%03d", dir, base, NR); print > f; close(f) }' "$file"
    n=$((n + 1))
    "$cantrip" build "$file" -o "$out/seeds/set/$(basename "$file" .cards).cset" >/dev/null 2>&1
done

# seeds and words written by hand
for target in cardfile carddata scenario set; do
    [ -d "tests/fuzz/$target" ] && cp tests/fuzz/"$target"/* "$out/seeds/$target/"
    [ -f "tests/fuzz/$target.dict" ] && cat "tests/fuzz/$target.dict" >>"$out/$target.dict"
done
# a scenario file as it is, and each of its scenarios alone
find tests examples -name '*.scenario' 2>/dev/null | while read -r file; do
    cp "$file" "$out/seeds/scenario/$(echo "$file" | tr / _)"
done
echo "seeds: $(find "$out/seeds" -type f | wc -l) files, from $n card files"
