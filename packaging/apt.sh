# shellcheck shell=bash disable=SC2154  # assay_…: common.sh
# Questions to the system's apt, and installing with it; sourced by set-up.

installed_list=$assay_cache/host-packages

# become_root COMMAND…: leaves in $root what has to stand before the command: nothing, or sudo where that can work
# without hanging. Else says what to type, and ends.
become_root() {
    root=()
    [ "$(id -u)" -ne 0 ] || return 0
    if command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        root=(sudo)
        return
    fi
    die "this needs root, and sudo is not there or asks for a password without a terminal.
Type as root, then start this again:
    $*"
}

# shellcheck disable=SC2016  # $(…) in single quotes is apt's own
lists_are_fetched() { [ -n "$(apt-get indextargets --format '$(FILENAME)' 'Created-By: Packages' 2>/dev/null |
    while IFS= read -r file; do compgen -G "${file}*" || true; done)" ]; }

# A machine fresh from its image has no package lists, and then knows of no package at all.
fetch_lists() {
    lists_are_fetched && return
    say 'The package lists of this machine are empty: apt-get update.'
    become_root apt-get update
    "${root[@]}" apt-get -qq update >&2 || die 'apt-get update failed (see above). Is the network up, and are the sources of apt right?'
}

# Whether the machine's sources have the package.
system_offers() {
    fetch_lists
    [ -n "$(apt-cache show --no-all-versions "$1" 2>/dev/null)" ]
}

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# install_packages WHY NAME…: installs what is missing, naming it first, and writes down what came with it.
install_packages() {
    local why=$1 name missing=() all=()
    shift
    for name in "$@"; do is_installed "$name" || missing+=("$name"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    fetch_lists
    mapfile -t all < <(apt-get install -s --no-install-recommends "${missing[@]}" 2>/dev/null | awk '$1 == "Inst" { print $2 }')
    say "Installing packages of the system $why: ${missing[*]}"
    [ ${#all[@]} -le ${#missing[@]} ] || say "With them come $((${#all[@]} - ${#missing[@]})) that they need."
    # Written down first: --remove names what an interrupted installation left, or root typed in, too.
    printf '%s\n' "${missing[@]}" "${all[@]}" >>"$installed_list"
    become_root apt-get install --no-install-recommends "${missing[@]}"
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" \
        >"$assay_cache/apt.log" 2>&1 9>&- || {
        tail -n 20 "$assay_cache/apt.log" >&2
        die "apt-get could not install: ${missing[*]}
Its output is above, whole in $assay_cache/apt.log. Old package lists are mended by: apt-get update"
    }
}

# The Debian archive that the machine itself uses, as an address for one line of apt sources. apt tells it, so both
# formats of its sources, and what its options do to them, count as apt reads them.
# shellcheck disable=SC2016
debian_mirror() {
    local uri
    uri=${ASSAY_DEBIAN_MIRROR:-$(apt-get indextargets --format '$(ORIGIN)|$(LABEL)|$(COMPONENT)|$(REPO_URI)' \
        'Created-By: Packages' | pick_mirror | expand_mirror)}
    [ -n "$uri" ] || die 'no source of apt on this machine holds the Debian archive.
Name one: ASSAY_DEBIAN_MIRROR=<address of a Debian archive> packaging/setup'
    printf '%s' "$uri"
}

# Standard input: ORIGIN|LABEL|COMPONENT|URI, a line each. The first that is Debian's main archive and not its
# security or backports one.
pick_mirror() {
    awk -F'|' '$1 == "Debian" && $2 == "Debian" && $3 == "main" && !found { found = 1; print $4 }'
}

# Cloud images name a file that lists mirrors, which is not there inside the userland: its first address instead.
expand_mirror() {
    local uri file
    IFS= read -r uri || return 0
    case $uri in
        mirror+file:*)
            file=${uri#mirror+file:}
            file=/$(sed -e 's,^/*,,' -e 's,/*$,,' <<<"$file")
            awk '!/^[[:space:]]*(#|$)/ && !found { found = 1; print $1 }' "$file"
            ;;
        *) printf '%s\n' "$uri" ;;
    esac
}

# What the machine's administrator told apt about reaching the network, as options of apt for the userland.
network_options() {
    apt-config dump | grep -E '^Acquire::(https?|ftp|Retries|Check-Valid-Until|Check-Date|ForceIPv[46])' |
        grep -v '::Methods' || true
}
