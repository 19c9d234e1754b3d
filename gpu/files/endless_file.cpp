#include "gpu/files/endless_file.h"

#include <sys/syscall.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

namespace texelscope::gpu {
namespace {

/// The file that a process opens or reads while it is blocked, if this is a pipe or a device; otherwise empty. A source
/// may include such a file, which has no end.
std::string endless_file_of(const std::filesystem::path& process) {
  // The system call and its arguments, "257 0xffffff9c 0x7ffd…", or "running" (proc(5)).
  std::ifstream file(process / "syscall");
  long call = 0;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  if (!(file >> call >> std::hex >> first >> second) || (call != SYS_openat && call != SYS_read)) {
    return "";
  }
  std::filesystem::path blocking = process / "fd" / std::to_string(first);
  std::string name;
  std::error_code error;
  if (call == SYS_read) {
    name = std::filesystem::read_symlink(blocking, error).string();
  } else {
    constexpr std::uint64_t page = 4096;
    const std::uint64_t rest = page - second % page;
    std::array<char, 2 * page> text{};
    const iovec here{text.data(), text.size()};
    // The page after the name may not exist.
    const iovec there[] = {{reinterpret_cast<void*>(second), rest}, {reinterpret_cast<void*>(second + rest), page}};
    const pid_t number = std::atoi(process.filename().c_str());
    if (::process_vm_readv(number, &here, 1, there, 2, 0) > 0) {
      name.assign(text.data(), ::strnlen(text.data(), text.size()));
      blocking = process / "cwd" / name;
    }
  }
  const std::filesystem::file_type type = std::filesystem::status(blocking, error).type();
  const bool is_endless = type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::character;
  // The pipes between a compiler's own processes have no path.
  return is_endless && name.find('/') != std::string::npos ? name : "";
}

/// The file for which a process of this group waits, as above.
std::string endless_file_of_group(pid_t group) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    std::string text;
    if (std::isdigit(entry.path().filename().native().front()) != 0 &&
        std::getline(std::ifstream(entry.path() / "stat"), text)) {
      // After the name in parentheses: state, parent, group (proc(5)).
      std::istringstream rest(text.substr(std::min(text.rfind(')') + 1, text.size())));
      char state = 0;
      pid_t parent = 0;
      pid_t own = 0;
      if (rest >> state >> parent >> own && own == group) {
        if (std::string file = endless_file_of(entry.path()); !file.empty()) {
          return file;
        }
      }
    }
  }
  return "";
}

}  // namespace

std::string EndlessFileWatch::look(pid_t group) {
  constexpr std::chrono::milliseconds interval{100};
  constexpr int enough = 5;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) {
    return "";
  }
  next_ = now + interval;
  std::string file = endless_file_of_group(group);
  times_ = !file.empty() && file == file_ ? times_ + 1 : 0;
  file_ = std::move(file);
  return times_ >= enough ? file_ : "";
}

}  // namespace texelscope::gpu
