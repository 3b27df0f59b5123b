#include "core/process/processtree.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace assay {

namespace {

struct Row {
    pid_t pid, parent;
};

/// The whole file, into `bytes`; false when it cannot be opened.
bool readFile(const char *path, std::vector<char> &bytes)
{
    const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bytes.resize(4096);
    size_t used = 0;
    for (;;) {
        if (used == bytes.size())
            bytes.resize(bytes.size() * 2);
        const ssize_t n = ::read(fd, bytes.data() + used, bytes.size() - used);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        used += size_t(n);
    }
    ::close(fd);
    bytes.resize(used);
    return true;
}

/// "pid (name) state ppid …"; the name may hold anything, so the last ')' counts.
bool readRow(pid_t pid, std::vector<char> &bytes, Row &row)
{
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%d/stat", pid);
    if (!readFile(path, bytes))
        return false;
    const auto close = std::find(bytes.rbegin(), bytes.rend(), ')').base();
    if (bytes.end() - close < 4)
        return false;
    row.pid = pid;
    row.parent = 0;
    std::from_chars(&*close + 3, bytes.data() + bytes.size(), row.parent);
    return true;
}

template <class Use>
void eachNumber(const char *folder, Use use)
{
    DIR *dir = ::opendir(folder);
    if (!dir)
        return;
    while (const dirent *entry = ::readdir(dir)) {
        pid_t number = 0;
        const char *end = entry->d_name + std::strlen(entry->d_name);
        if (std::from_chars(entry->d_name, end, number).ptr == end && number > 0)
            use(number);
    }
    ::closedir(dir);
}

/// Appends the children of `pid`, each thread's; false where the kernel keeps no such list.
bool appendChildren(pid_t pid, std::vector<char> &bytes, std::vector<pid_t> &into)
{
    char folder[64];
    std::snprintf(folder, sizeof folder, "/proc/%d/task", pid);
    bool listed = false;
    eachNumber(folder, [&](pid_t thread) {
        char path[96];
        std::snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, thread);
        if (!readFile(path, bytes))
            return;
        listed = true;
        const char *at = bytes.data(), *end = at + bytes.size();
        while (at < end) {
            pid_t child = 0;
            const auto [next, error] = std::from_chars(at, end, child);
            if (error == std::errc() && child > 0)
                into.push_back(child);
            at = next == at ? at + 1 : next;
        }
    });
    return listed;
}

/// For kernels without the list of children.
std::vector<Row> wholeTable(std::vector<char> &bytes)
{
    std::vector<Row> table;
    eachNumber("/proc", [&](pid_t pid) {
        if (Row row; readRow(pid, bytes, row))
            table.push_back(row);
    });
    return table;
}

std::vector<pid_t> walk(pid_t root, bool deep, Listing how)
{
    std::vector<char> bytes;
    std::vector<pid_t> found{root}, unused;
    const bool listed = how == Listing::Children && appendChildren(root, bytes, unused);
    const std::vector<Row> table = listed ? std::vector<Row>() : wholeTable(bytes);
    for (size_t i = 0; i < found.size() && (deep || i == 0); ++i) {
        if (listed)
            appendChildren(found[i], bytes, found);
        for (const Row &row : table) {
            if (row.parent == found[i])
                found.push_back(row.pid);
        }
    }
    found.erase(found.begin());
    return found;
}

} // namespace

std::vector<pid_t> descendants(pid_t root, Listing how)
{
    return walk(root, true, how);
}

std::vector<pid_t> children(pid_t parent)
{
    return walk(parent, false, Listing::Children);
}

void killDescendants(pid_t root)
{
    const pid_t own = ::getpgid(root);
    std::vector<pid_t> groups;
    for (const pid_t pid : descendants(root)) {
        const pid_t group = ::getpgid(pid);
        if (group == own) {
            ::kill(pid, SIGKILL);
        } else if (group > 1 && std::ranges::find(groups, group) == groups.end()) {
            groups.push_back(group);
            ::kill(-group, SIGKILL);
        }
    }
}

} // namespace assay
