#!/bin/sh
# Check a draw of the random wheel with openssl alone, without any of croupier's code.
#
#   sh verify-draw.sh TABLE ROUND DIGEST SECRET POCKETS
#
# DIGEST and SECRET are 64 hexadecimal digits each. POCKETS are the labels of the wheel in the order S 00 0 1 2 … 36,
# as one argument with blanks between them. Prints three lines: the commitment, the byte that was taken with its block
# and place, and the pocket. Compare the first with what was published before betting opened and the last with what was
# declared. Ends with 2, and prints no pocket, where an argument is not what it should be.
#
#   sh verify-draw.sh --lines
#
# does the same for each line of standard input (the five fields with tabs between them) and prints for each one line:
# commitment, block, place, byte, pocket. The same steps in words: random-wheel.md.
set -euf
LC_ALL=C # bytes, not letters
export LC_ALL

framed() { # the length of $1 in 4 bytes, the highest first, then its bytes
    octal=$(printf '\\%03o\\%03o\\%03o\\%03o' \
        $((${#1} >> 24)) $((${#1} >> 16 & 255)) $((${#1} >> 8 & 255)) $((${#1} & 255)))
    # shellcheck disable=SC2059 # the format is made of octal escapes
    printf "$octal%s" "$1"
}

bytes() { # hexadecimal digits as the bytes they stand for
    # shellcheck disable=SC2046,SC2059 # two digits an argument; the format is made of octal escapes
    printf "$(printf '\\%03o' $(echo "$1" | sed 's/../ 0x&/g'))"
}

refuse() { # says what an argument should be
    echo "verify-draw.sh: $1" >&2
    exit 2
}

digits() { # whether $1 is 64 digits of 0-9 and a-f; openssl would take any number of them for a key
    case $1 in *[!0-9a-f]*) return 1 ;; esac
    [ ${#1} -eq 64 ]
}

check() { # table round digest secret pockets
    digits "$3" || refuse "DIGEST is 64 digits of 0-9 and a-f, not ${#3} characters: $3"
    digits "$4" || refuse "SECRET is 64 digits of 0-9 and a-f, not ${#4} characters: $4"
    commitment=$({ printf 'croupier/commit/1'; framed "$1"; framed "$2"; bytes "$4"; } | openssl dgst -sha256 -r)
    commitment=${commitment%% *}
    number=0
    for pocket in $5; do number=$((number + 1)); done
    [ "$number" -gt 0 ] || refuse "POCKETS are the labels of the wheel, with blanks between them"
    for block in 0 1 2 3; do
        place=0
        for byte in $({ printf 'croupier/draw/1'; framed "$1"; framed "$2"; framed "$3"; printf "\\00$block"; } |
            openssl dgst -sha256 -mac HMAC -macopt "hexkey:$4" -binary | od -An -v -tu1); do
            if [ "$byte" -lt $((6 * number)) ]; then
                left=$((byte % number))
                for pocket in $5; do
                    [ "$left" -gt 0 ] || return 0
                    left=$((left - 1))
                done
            fi
            place=$((place + 1))
        done
    done
    echo "no byte of four blocks leads to a pocket" >&2
    exit 1
}

if [ "${1-}" = --lines ]; then
    tab=$(printf '\t')
    while IFS= read -r line; do
        # Cut by hand: `read` would take two tabs for one, and a table's name may be empty.
        table=${line%%"$tab"*} line=${line#*"$tab"}
        round=${line%%"$tab"*} line=${line#*"$tab"}
        digest=${line%%"$tab"*} line=${line#*"$tab"}
        check "$table" "$round" "$digest" "${line%%"$tab"*}" "${line#*"$tab"}"
        printf '%s\t%s\t%s\t%s\t%s\n' "$commitment" "$block" "$place" "$byte" "$pocket"
    done
    exit 0
fi
if [ $# -ne 5 ]; then
    echo "usage: sh verify-draw.sh TABLE ROUND DIGEST SECRET POCKETS" >&2
    exit 2
fi
check "$@"
echo "commitment $commitment"
echo "byte       $byte, at place $place of block $block"
echo "pocket     $pocket"
