# shellcheck shell=bash disable=SC2154  # assay_…: common.sh
# Making and removing the private Debian 13 userland; sourced by set-up.

keyring=/usr/share/keyrings/debian-archive-keyring.gpg
# shellcheck disable=SC2016  # $1 is the hook's: the userland's root
mount_points='touch "$1/etc/hosts" "$1/etc/resolv.conf"'

# Packages of the host, a line each.
userland_needs() {
    printf '%s\n' mmdebstrap bubblewrap git debian-archive-keyring
    [ "$(id -u)" -eq 0 ] || echo uidmap
}

free_gigabytes() { df -Pk -- "$1" | awk 'NR == 2 { print int($4 / 1048576) }'; }

# discard FOLDER: never crosses a mount, should a killed set-up have left one behind.
discard() { rm -rf --one-file-system -- "$1"; }

# Userlands that were replaced while something ran in them are deleted once nothing does.
discard_replaced() {
    local old
    for old in "$assay_userland".old.* "$assay_peers".old.*; do
        [ -d "$old" ] || continue
        grep -qsF "$old/" /proc/[0-9]*/mountinfo /proc/[0-9]*/maps || discard "$old"
    done
}

# make_userland FOLDER WHAT GIGABYTES PACKAGE…
make_userland() {
    local folder=$1 what=$2 gigabytes=$3 new=$1.new log=$1.log packages mirror free option options=() start=$SECONDS
    shift 3
    packages=$(printf '%s\n' "$@" | paste -sd, -)
    [ -r "$keyring" ] || die "$keyring is not there: reinstall the package debian-archive-keyring."
    mirror=$(debian_mirror)
    discard_replaced
    free=$(free_gigabytes "$assay_cache")
    [ "$free" -ge "$gigabytes" ] || die "$assay_cache has $free GB free; $what and a build need $gigabytes.
Make room, or put the cache elsewhere: XDG_CACHE_HOME=/another/disk packaging/setup"

    say "Making $what in $folder (one to five minutes;"
    say 'packaging/setup --remove deletes it). The system itself stays as it is.'
    discard "$new"
    mkdir -- "$new"
    # shellcheck disable=SC2064  # now: the name is this function's own
    trap "discard '$new'" EXIT
    while IFS= read -r option; do options+=(--aptopt="$option"); done < <(network_options)
    options+=(--variant=apt --include="$packages"
        --dpkgopt=force-unsafe-io --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*'
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright'
        # Mount points for the host's files of the same names.
        --customize-hook="$mount_points")
    logged "$log" '^I: ' fill_userland "$new" "${options[@]}" trixie \
        -- "deb [signed-by=$keyring] $mirror trixie main" || {
        tail -n 15 "$log" >&2
        die "the userland could not be made; the last lines are above, the whole log is $log.
Nothing is left of it. Is the network up, has the disk room, may this user make namespaces (not so in some containers)?"
    }
    if [ -d "$folder" ]; then mv -- "$folder" "$folder.old.$$"; fi
    mv -- "$new" "$folder"
    trap - EXIT
    discard_replaced
    say "Made in $((SECONDS - start)) s, $(du -sm -- "$folder" | cut -f1) MB."
}

# fill_userland FOLDER OPTION… trixie -- SOURCE
fill_userland() {
    local folder=$1 options=()
    shift
    while [ "$1" != -- ]; do options+=("$1"); shift; done
    if [ "$(id -u)" -eq 0 ]; then
        mmdebstrap --mode=root "${options[@]}" "$folder" "$2"
    else
        # Through a stream: the files then belong to this user, who can delete them as any other, and the home
        # folder need not be open to the mapped users. The large temporary folder does not fit into memory.
        TMPDIR=/var/tmp mmdebstrap --mode=unshare --format=tar "${options[@]}" - "$2" |
            tar -x -C "$folder" --no-same-owner --exclude='./dev/*'
    fi
}

remove_everything() {
    local packages=()
    if [ -s "$installed_list" ]; then
        mapfile -t packages < <(sort -u "$installed_list" | while IFS= read -r name; do
            if is_installed "$name"; then printf '%s\n' "$name"; fi
        done)
    fi
    if [ -d "$assay_cache" ]; then
        discard "$assay_cache"
        say "Deleted $assay_cache. Builds inside a clone are in its folder build."
    else
        say "Nothing to delete: $assay_cache is not there."
    fi
    if [ ${#packages[@]} -gt 0 ]; then
        say 'Set-up had installed these packages of the system; nothing else of Assay needs them. To remove them, as root:'
        say "    apt-get purge ${packages[*]}"
    fi
}
