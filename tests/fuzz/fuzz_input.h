#pragma once

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tests/fuzz/fuzz_target.h"

namespace texelscope::tests {

/// @throws std::logic_error, which no reader documents.
inline void require(bool condition, std::string_view what) {
  if (!condition) {
    throw std::logic_error(fmt::format("does not hold: {}", what));
  }
}

/// Calls `read`, and lets pass the errors of these types. @throws any other; std::logic_error for one that is empty or
/// of several lines.
template <class... Documented, class Read>
void accept(Read&& read) {
  try {
    read();
  } catch (const std::exception& error) {
    if (!(... || (dynamic_cast<const Documented*>(&error) != nullptr))) {
      throw;
    }
    const std::string_view text = error.what();
    require(!text.empty() && text.find('\n') == std::string_view::npos, "an error is one line");
  }
}

[[nodiscard]] inline std::string_view text_of(FuzzInput input) {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

/// The text up to the next end of a line, which is taken from it.
[[nodiscard]] inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// A value of the next bytes, which are taken from the input; of zeros behind its end.
template <class Value>
[[nodiscard]] Value take_value(FuzzInput& input) {
  Value value{};
  const std::size_t count = std::min(sizeof(Value), input.size());
  if (count > 0) {
    std::memcpy(&value, input.data(), count);
    input = input.subspan(count);
  }
  return value;
}

/// The input as a file of this name, in a folder that goes with it.
class InputFile {
 public:
  InputFile(FuzzInput input, std::string_view name)
      : folder_{std::filesystem::temp_directory_path() / fmt::format("texelscope-fuzz-{}", ::getpid())},
        path_{folder_ / name} {
    std::filesystem::create_directories(folder_);
    std::ofstream(path_, std::ios::binary) << text_of(input);
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path path_;
};

}  // namespace texelscope::tests
