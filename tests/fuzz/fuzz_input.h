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
#include "texelscope/gpu/error.h"

namespace texelscope::tests {

/// @throws std::logic_error, which no reader documents.
inline void require(bool condition, std::string_view what) {
  if (!condition) {
    throw std::logic_error(fmt::format("does not hold: {}", what));
  }
}

/// Calls `read`, and ignores errors of these types. @throws any other exception, and std::logic_error if a message is
/// empty, or if a message of the library has multiple lines. (Messages of the program quote names verbatim from a file;
/// print_error() prints them as one line.)
template <class... Documented, class Read>
void accept(Read&& read) {
  try {
    read();
  } catch (const std::exception& error) {
    if (!(... || (dynamic_cast<const Documented*>(&error) != nullptr))) {
      throw;
    }
    const std::string_view text = error.what();
    const bool is_of_library = dynamic_cast<const gpu::Error*>(&error) != nullptr;
    require(!text.empty() && !(is_of_library && text.find('\n') != std::string_view::npos), "an error is one line");
  }
}

[[nodiscard]] inline std::string_view text_of(FuzzInput input) {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

/// The text up to the next end of a line, which is consumed.
[[nodiscard]] inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// A value from the next bytes, which are consumed; zeros after the end of the input.
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

/// The input as a file of this name, in a folder of the process.
class InputFile {
 public:
  InputFile(FuzzInput input, std::string_view name) : path_{folder() / name} {
    std::ofstream(path_, std::ios::binary) << text_of(input);
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }

  /// Created only once, because creating one per input would dominate a fuzzer's run time.
  [[nodiscard]] static const std::filesystem::path& folder() {
    struct Folder {
      std::filesystem::path path =
          std::filesystem::temp_directory_path() / fmt::format("texelscope-fuzz-{}", ::getpid());
      Folder() { std::filesystem::create_directories(path); }
      ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
      }
    };
    static const Folder folder;
    return folder.path;
  }
  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace texelscope::tests
