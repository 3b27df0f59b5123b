# shellcheck shell=bash disable=SC2154  # assay_…: common.sh
# The real agents that `packaging/test --agents` drives, fetched with npm into the cache in pinned versions; sourced.

claude_version=2.1.332
agents_folder=$assay_cache/agents

# npm checks what it fetches against the registry's own digests.
fetch_agents() {
    local folder=$agents_folder/claude-$claude_version new system
    case $(uname -m) in
        x86_64) system=linux-x64 ;;
        aarch64) system=linux-arm64 ;;
        *) die "Claude Code has no program for $(uname -m)" ;;
    esac
    if [ ! -x "$folder/claude" ]; then
        command -v npm >/dev/null || die "npm is not there: it fetches the agents. Install Node.js (Debian: apt-get install npm)."
        say "Fetching Claude Code $claude_version with npm (about 190 MB) into $folder."
        rm -rf -- "$agents_folder"/claude-*
        new=$folder.new
        mkdir -p -- "$new"
        (cd -- "$new" && npm pack --silent "@anthropic-ai/claude-code-$system@$claude_version" >/dev/null &&
            tar -xzf ./*.tgz --strip-components=1 && rm -f -- ./*.tgz) ||
            die "Claude Code could not be fetched. Is the network up, and does npm reach its registry?"
        mv -- "$new" "$folder"
    fi
    ln -sfn -- "claude-$claude_version" "$agents_folder/claude"
}
