# count_instructions PROGRAM FOLDER [ARGUMENT...]: runs a program that marks its parts (instructions.cpp) under callgrind and
# prints a line "part,instructions" for each part. Writes temporary files to FOLDER. If valgrind is missing, the script that
# includes this file exits with 77.
command -v valgrind >/dev/null 2>&1 || {
    echo "skipped: instruction counts, because valgrind is not installed"
    exit 77
}
count_instructions() {
    program=$1
    folder=$2
    shift 2
    # The C library selects versions of memcpy and similar functions by processor. Select generic versions, for equal counts.
    export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX2_Usable,-AVX_Fast_Unaligned_Load,-AVX512F,-AVX512VL,-EVEX,-ERMS,-FSRM:glibc.cpu.x86_non_temporal_threshold=0x4000000
    valgrind --tool=callgrind --callgrind-out-file="$folder/out" --zero-before=navspan_count_from_here \
        --dump-before=navspan_count_until_here "$program" "$@" >"$folder/names" 2>"$folder/log" || {
        cat "$folder/log" >&2
        exit 1
    }
    i=0
    while read -r name; do
        i=$((i + 1))
        # "summary" counts this part only. "totals" also contains instructions of earlier parts.
        echo "$name,$(sed -n 's/^summary: //p' "$folder/out.$i")"
    done <"$folder/names"
}
