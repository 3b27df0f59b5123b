# shellcheck shell=bash disable=SC2154  # assay_…: common.sh
# Building a preset quietly; sourced by run, test and the CI script. Expects common.sh.

enter=$assay_source/packaging/enter

build_folder() { printf '%s/%s' "$assay_build" "$1"; }

# quietly TITLE LOG COMMAND…: the output goes to the log, and to the reader when the command fails.
quietly() {
    local title=$1 log=$2
    shift 2
    if logged "$log" '^\[' "$@"; then return; fi
    # Ninja prints what failed after a line that begins FAILED:; without one the end of the log tells most.
    if grep -aq '^FAILED:' "$log"; then
        grep -a -A 40 '^FAILED:' "$log" | head -n 120 >&2
    else
        tail -n 60 "$log" >&2
    fi
    die "$title failed; what it said is above, the whole log is $log"
}

# configure PRESET: from nothing when presets, packages or the clone's place are not what they were, since CMake keeps
# what it once found; else not at all.
configure() {
    local folder wanted
    folder=$(build_folder "$1")
    mkdir -p -- "$folder"
    wanted="$assay_source $(recipe) $(sha256sum <"$assay_source/CMakePresets.json")"
    if [ -f "$folder/build.ninja" ] && [ "$(cat -- "$folder/.configured" 2>/dev/null)" = "$wanted" ]; then return; fi
    quietly "configuring ($1)" "$folder/configure.log" \
        "$enter" cmake --fresh -S "$assay_source" -B "$folder" --preset "$1"
    printf '%s\n' "$wanted" >"$folder/.configured"
}

# build PRESET [CMAKE_BUILD_ARGUMENT…]: configures when it has to, and builds. Two at once wait for each other.
build() {
    local preset=$1 folder
    shift
    folder=$(build_folder "$preset")
    mkdir -p -- "$folder"
    exec 8>"$folder/.lock"
    flock 8
    configure "$preset"
    quietly "the build ($preset)" "$folder/build.log" \
        "$enter" cmake --build "$folder" --parallel "${ASSAY_JOBS:-$(nproc)}" "$@"
    exec 8>&-
}

# run_tests PRESET CTEST_ARGUMENT…: runs tests of a built preset; the last line printed is "N passed, N failed".
run_tests() {
    local folder results status=0
    folder=$(build_folder "$1")
    results=$folder/tests.xml
    shift
    rm -f -- "$results"
    # The sizes keep QtTest's totals in the results: ctest cuts what a passed test printed at 1 kB.
    "$enter" ctest --test-dir "$folder" --output-on-failure --no-tests=error --output-junit "$results" \
        --test-output-size-passed 4000000 --test-output-size-failed 4000000 "$@" || status=$?
    "$enter" python3 "$assay_source/packaging/totals.py" "$results" || status=$?
    return "$status"
}
