# shellcheck shell=bash
# Shared by the commands beside it; sourced, never run. Where things are, and how they speak.

assay_source=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
assay_packages=$assay_source/packaging/packages.trixie

if [ -z "${HOME:-}" ]; then
    HOME=$(getent passwd "$(id -u)" | cut -d: -f6)
    export HOME
fi
# The XDG base directory specification has relative values ignored.
case ${XDG_CACHE_HOME:-} in
    /*) assay_cache=$XDG_CACHE_HOME/assay ;;
    *) assay_cache=$HOME/.cache/assay ;;
esac
assay_userland=$assay_cache/userland
# A second one with other programs to be looked at beside Assay's: packaging/peers.
assay_peers=$assay_cache/peers
assay_stamp=$assay_cache/setup.stamp

# One folder a preset; ASSAY_BUILD_DIR (absolute) moves them all, so that several people can build one clone at once.
assay_build=${ASSAY_BUILD_DIR:-$assay_source/build}
case $assay_build in
    /*) ;;
    *) echo "ASSAY_BUILD_DIR is '$assay_build': give an absolute path, or unset it." >&2; exit 2 ;;
esac

export CCACHE_DIR=$assay_cache/ccache
export CCACHE_MAXSIZE=${CCACHE_MAXSIZE:-3G}
# Another clone, CI's for one, hits the same cache: paths are taken relative to the source.
export CCACHE_BASEDIR=$assay_source CCACHE_NOHASHDIR=1
# What GCC needs ccache to know of a precompiled header.
export CCACHE_SLOPPINESS=pch_defines,time_macros

say() { printf '%s\n' "$*" >&2; }
die() { printf 'packaging/%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# Of these lists; of none: what set-up itself installs.
package_names() { sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "${@:-$assay_packages}"; }

# The wanted state. The first word is raised when set-up itself makes something else of the same list.
recipe() { printf '1 '; sha256sum <"$assay_packages"; }

# What the machine was set up as, "native" or "userland"; empty when it is not, or no longer as the list says.
setup_kind() {
    local kind='' made=''
    if [ -r "$assay_stamp" ]; then { read -r kind; read -r made; } <"$assay_stamp" || true; fi
    [ "$made" = "$(recipe)" ] || return 0
    if [ "$kind" = userland ] && [ ! -d "$assay_userland/usr" ]; then return 0; fi
    printf '%s' "$kind"
}

peers_list=$assay_source/packaging/packages.peers
peers_recipe() { cat -- "$assay_packages" "$peers_list" | sha256sum; }
peers_are_there() { [ "$(cat -- "$assay_cache/peers.stamp" 2>/dev/null)" = "$(peers_recipe)" ]; }

# logged LOG PATTERN COMMAND…: runs it with its output in the log and gives back its status. On a terminal a line shows
# the time and the last line of the log that matches.
logged() {
    local log=$1 pattern=$2 process start=$SECONDS status=0 said=0
    shift 2
    # A process group of its own, since a shell without job control has its background commands ignore Ctrl-C. It
    # inherits the locks: they are held until the last of it is gone, even when this shell is killed.
    set -m
    "$@" >"$log" 2>&1 </dev/null &
    process=$!
    set +m
    trap 'kill -TERM -- "-$process" 2>/dev/null; wait "$process" || true; exit 130' INT TERM HUP
    if [ -t 2 ]; then
        while kill -0 "$process" 2>/dev/null; do
            printf '\r\033[K%3d s  %.90s' $((SECONDS - start)) "$(grep -a -- "$pattern" "$log" | tail -n 1)" >&2
            sleep 0.5
        done
        printf '\r\033[K' >&2
    else
        # Into a file or a pipe: one line now and then, so that minutes of set-up do not look like a hang.
        while kill -0 "$process" 2>/dev/null; do
            sleep 0.2
            [ $((SECONDS - start)) -ge "$((60 * (said + 1)))" ] || continue
            said=$((said + 1))
            printf '%d min  %.90s\n' "$said" "$(grep -a -- "$pattern" "$log" | tail -n 1)" >&2
        done
    fi
    wait "$process" || status=$?
    trap - INT TERM HUP
    return "$status"
}
