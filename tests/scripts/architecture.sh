#!/usr/bin/env bash
# The arrows between folders point one way: the runtime needs no part of the compiler or the command,
# and the compiler no part of the command.
set -u
root=$1
bad=0
refuse() { # refuse FOLDER PATTERN REASON
    local hits
    hits=$(grep -nE "^[[:space:]]*#[[:space:]]*include[[:space:]]+[<\"]($2)" "$root/$1"/*.[ch] \
        "$root/$1"/*.def 2>/dev/null)
    if [ -n "$hits" ]; then
        echo "$3:"
        echo "$hits"
        bad=1
    fi
}
# The vocabulary (grammar/*.def) is stated once for all; the grammars themselves are the compiler's.
refuse runtime '(\.\./)?(compiler|tool)/|(\.\./)?grammar/[a-z_.]*\.h|cantrip/compiler\.h' 'runtime/ includes something from outside itself'
refuse runtime 'llvm' 'runtime/ needs LLVM'
refuse compiler '(\.\./)?tool/' 'compiler/ includes something from tool/'
refuse include/cantrip '(\.\./)?(compiler|runtime|grammar|tool)/' 'a public header includes a private one'
for call in exit abort setjmp longjmp; do
    hits=$(grep -nE "(^|[^_[:alnum:].>])$call *\(" "$root"/runtime/*.[ch] "$root"/compiler/*.[ch] 2>/dev/null \
        | grep -vE ':[0-9]+:[[:space:]]*(//|\*|/\*)')
    if [ -n "$hits" ]; then
        echo "a library calls $call:"
        echo "$hits"
        bad=1
    fi
done
exit $bad
