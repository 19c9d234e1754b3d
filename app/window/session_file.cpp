#include "app/window/session_file.h"

#include <fmt/format.h>

#include <ostream>
#include <string_view>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/window/session.h"

namespace texelscope::app {

void load_session(const std::filesystem::path& path, State& state) {
  constexpr std::uintmax_t largest_session_bytes = 1 << 20;
  const std::vector<std::byte> bytes = read_file(path, largest_session_bytes);
  try {
    take_session(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()), state);
  } catch (const ParameterError& error) {
    throw FileError(fmt::format("cannot read the session {}: {}", path.string(), error.what()));
  }
}

void save_session(const std::filesystem::path& path, const State& state) {
  write_file(path, [&](std::ostream& out) { out << shown_session_text(state); });
}

}  // namespace texelscope::app
