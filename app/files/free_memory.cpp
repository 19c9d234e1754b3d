#include "app/files/free_memory.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// The file names in one version of Linux control groups (cgroups).
struct GroupFiles {
  const char* folder;
  const char* limit;
  const char* use;
  const char* cached;
};
constexpr GroupFiles version_2{"sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};
constexpr GroupFiles version_1{"sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
                               "total_inactive_file"};

/// Nullopt for a missing file, and for "max".
std::optional<std::uint64_t> number_in(const fs::path& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;
}

/// The number after a name, in a file of names and numbers.
std::optional<std::uint64_t> number_of(const fs::path& path, std::string_view name) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  for (std::string word; file >> word; file.ignore(std::numeric_limits<std::streamsize>::max(), '\n')) {
    if (word == name && file >> number) {
      return number;
    }
  }
  return std::nullopt;
}

std::uint64_t free_in_group(const fs::path& folder, const GroupFiles& files) {
  const auto limit = number_in(folder / files.limit);
  const auto use = number_in(folder / files.use);
  if (!limit || !use) {
    return no_limit;
  }
  const std::uint64_t cached = std::min(number_of(folder / "memory.stat", files.cached).value_or(0), *use);
  return *limit - std::min(*limit, *use - cached);
}

/// The least memory that remains in the group or any of its ancestors.
std::uint64_t free_in_groups(const fs::path& root, const std::string& group, const GroupFiles& files) {
  std::uint64_t free = no_limit;
  for (fs::path path = fs::path(group).relative_path();; path = path.parent_path()) {
    free = std::min(free, free_in_group(root / files.folder / path, files));
    if (path.empty()) {
      return free;
    }
  }
}

}  // namespace

std::uint64_t free_memory(const fs::path& root) {
  constexpr std::uint64_t kibibyte = 1024;
  const auto available = number_of(root / "proc/meminfo", "MemAvailable:");
  std::uint64_t free = available ? *available * kibibyte : no_limit;
  // Each line is number:controllers:path (cgroups(7)).
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string number, controllers, group;
       std::getline(groups, number, ':') && std::getline(groups, controllers, ':') && std::getline(groups, group);) {
    if (controllers.empty()) {
      free = std::min(free, free_in_groups(root, group, version_2));
    } else if (("," + controllers + ",").find(",memory,") != std::string::npos) {
      free = std::min(free, free_in_groups(root, group, version_1));
    }
  }
  return free;
}

void give_back_large_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
#endif
}

}  // namespace texelscope::app
