#include "inspect/sender/program_name.h"

#include <unistd.h>

#include <array>
#include <cstddef>
#include <fstream>

namespace texelscope::inspect {
namespace {

std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// The script or module in the arguments; empty for `python -c` and for a prompt.
std::string script_name() {
  std::ifstream arguments{"/proc/self/cmdline"};
  std::string argument;
  std::getline(arguments, argument, '\0');
  while (std::getline(arguments, argument, '\0') && argument != "-c") {
    if (argument == "-m") {
      std::getline(arguments, argument, '\0');
      return argument;
    }
    if (argument == "-X" || argument == "-W") {
      std::getline(arguments, argument, '\0');
    } else if (!argument.starts_with('-')) {
      return last_part(argument);
    }
  }
  return {};
}

}  // namespace

std::string program_name() {
  std::array<char, 256> path{};
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size() - 1);
  const std::string program = last_part({path.data(), length > 0 ? static_cast<std::size_t>(length) : 0});
  const std::string script = program.starts_with("python") ? script_name() : std::string{};
  return script.empty() ? program : script;
}

}  // namespace texelscope::inspect
