#include "gpu/cuda/included_text.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace texelscope::gpu::cuda {
namespace {

namespace fs = std::filesystem;

std::string_view trim_left(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

/// Removes a word from the beginning of the text.
bool consume_prefix(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) {
    return false;
  }
  text = trim_left(text.substr(word.size()));
  return true;
}

class Inclusion {
 public:
  explicit Inclusion(std::span<const fs::path> folders) : folders_{folders} {}

  /// False if an include cannot be determined. `folder` is the folder of the source file itself.
  bool add(std::string_view text, const fs::path& folder) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      if (!add_line(trim_left(text.substr(0, end)), folder)) {
        return false;
      }
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return true;
  }

  [[nodiscard]] std::string take() { return std::move(all_); }

 private:
  bool add_line(std::string_view line, const fs::path& folder) {
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (!consume_prefix(line, "#")) {
      // This would miss a directive after a comment, with a digraph or on a continued line.
      return line.find("include") == std::string_view::npos && line.find("embed") == std::string_view::npos;
    }
    if (line.ends_with("\\") && line.find_first_of(" \t") == std::string_view::npos) {
      // The directive's name continues on the next line.
      return false;
    }
    if (line.empty() || line.starts_with("/*") || line.starts_with("include_next") || line.starts_with("embed")) {
      return line.empty();
    }
    if (!consume_prefix(line, "include")) {
      // The next line may be a continuation of this line.
      return !line.ends_with("\\") || line.find("include") == std::string_view::npos;
    }
    if (!line.starts_with('<') && !line.starts_with('"')) {
      return false;
    }
    const char closing = line.starts_with('<') ? '>' : '"';
    const std::size_t end = line.find(closing, 1);
    return end != std::string_view::npos && add_file(line.substr(1, end - 1), folder, closing == '"');
  }

  bool add_file(std::string_view name, const fs::path& folder, bool is_quoted) {
    std::vector<fs::path> places;
    if (is_quoted) {
      places.push_back(folder / name);
    }
    for (const fs::path& each : folders_) {
      places.push_back(each / name);
    }
    for (const fs::path& place : places) {
      std::error_code error;
      if (!fs::is_regular_file(place, error)) {
        continue;
      }
      const fs::path path = fs::weakly_canonical(place, error);
      if (!seen_.insert(path).second) {
        return true;
      }
      std::ifstream file{path, std::ios::binary};
      const std::string text{std::istreambuf_iterator<char>{file}, {}};
      if (!file) {
        return false;
      }
      all_ += path.string() + '\0' + text + '\0';
      return add(text, path.parent_path());
    }
    return true;
  }

  std::span<const fs::path> folders_;
  std::set<fs::path> seen_;
  std::string all_;
};

}  // namespace

std::optional<std::string> included_text(std::string_view source, const fs::path& folder,
                                         std::span<const fs::path> folders) {
  Inclusion inclusion{folders};
  try {
    return inclusion.add(source, folder) ? std::optional{inclusion.take()} : std::nullopt;
  } catch (const std::system_error&) {
    // A file that cannot be read, or a folder.
    return std::nullopt;
  }
}

}  // namespace texelscope::gpu::cuda
