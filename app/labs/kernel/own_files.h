#pragma once

#include <filesystem>
#include <set>

namespace texelscope::app {

/// The files that a window may write over without asking: those that it opened or made.
class OwnFiles {
 public:
  void add(const std::filesystem::path& path);
  /// Whether something of that name is there, also a link that leads nowhere, and none of these.
  [[nodiscard]] bool is_of_others(const std::filesystem::path& path) const;

 private:
  std::set<std::filesystem::path> paths_;
};

}  // namespace texelscope::app
