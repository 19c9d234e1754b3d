#include "app/images/video_pipe.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/files/child_process.h"
#include "app/files/file.h"
#include "app/files/file_error.h"

extern "C" char** environ;

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
}

fs::path find_ffmpeg() {
  if (const char* const named = std::getenv("TEXELSCOPE_FFMPEG"); named != nullptr && *named != '\0') {
    if (!is_program(named)) {
      throw ChildError(
          fmt::format("cannot record a video: TEXELSCOPE_FFMPEG names {}, which is no program; name ffmpeg", named));
    }
    return named;
  }
  const char* const folders = std::getenv("PATH");
  std::string_view rest = folders != nullptr ? folders : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (fs::path program = fs::path(rest.substr(0, end)) / "ffmpeg"; end > 0 && is_program(program)) {
      return program;
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  throw ChildError(
      "cannot record a video: there is no ffmpeg in PATH; install the package ffmpeg, or record PNG files by a name "
      "such as frame_%05d.png");
}

/// In one line, as errors are.
std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace

/// ffmpeg at work: its standard input is a socket, as writing to a closed one need not raise a signal; what it says
/// goes into memory, which is read when it has ended.
class VideoPipe::Process {
 public:
  Process(const fs::path& program, const std::vector<std::string>& arguments) {
    std::array<int, 2> ends{};
    messages_ = ::memfd_create("ffmpeg messages", MFD_CLOEXEC);
    if (messages_ < 0 || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
      const int reason = errno;
      close_all();
      throw ChildError(fmt::format("cannot start {}: {}", program.string(), std::strerror(reason)));
    }
    input_ = ends[0];
    std::vector<std::string> texts{program.string()};
    texts.insert(texts.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& text : texts) {
      pointers.push_back(text.data());
    }
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, messages_, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, messages_, STDERR_FILENO);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    const int error = ::posix_spawn(&process_, program.c_str(), &actions, nullptr, pointers.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (error != 0) {
      process_ = 0;
      close_all();
      throw ChildError(fmt::format("cannot start {}: {}", program.string(), std::strerror(error)));
    }
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() {
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      (void)wait();
    }
    close_all();
  }

  /// Whether all went in.
  [[nodiscard]] bool send(std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno != EINTR) {
        return false;
      }
      bytes = bytes.subspan(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
    }
    return true;
  }

  /// Ends its input and waits. Whether it ended well.
  [[nodiscard]] bool end() {
    ::close(std::exchange(input_, -1));
    return wait();
  }

  [[nodiscard]] std::string said() const {
    std::string text(1000, '\0');
    const ssize_t read = ::pread(messages_, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(read, 0)));
    return text.empty() ? "it ended early and said nothing" : one_line(std::move(text));
  }

 private:
  bool wait() {
    int status = 0;
    pid_t found = 0;
    do {
      found = ::waitpid(process_, &status, 0);
    } while (found < 0 && errno == EINTR);
    process_ = 0;
    return found > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  void close_all() const {
    for (const int descriptor : {input_, messages_}) {
      if (descriptor >= 0) {
        ::close(descriptor);
      }
    }
  }

  pid_t process_ = 0;
  int input_ = -1;
  int messages_ = -1;
};

bool VideoPipe::is_video(const fs::path& path) {
  constexpr std::array<std::string_view, 6> endings{".mp4", ".mov", ".mkv", ".webm", ".avi", ".gif"};
  return std::ranges::find(endings, path.extension().string()) != endings.end();
}

VideoPipe::VideoPipe(const fs::path& path, int width, int height, std::uint64_t step)
    // ffmpeg takes the kind of file from the name's end.
    : path_{path}, beside_{fmt::format("{}.{}.part{}", path.string(), ::getpid(), path.extension().string())} {
  require_writable(path);
  std::vector<std::string> arguments{"-hide_banner",
                                     "-loglevel",
                                     "error",
                                     "-y",
                                     "-f",
                                     "rawvideo",
                                     "-pixel_format",
                                     "rgba",
                                     "-video_size",
                                     fmt::format("{}x{}", width, height),
                                     "-framerate",
                                     fmt::format("60/{}", step),
                                     "-i",
                                     "pipe:0",
                                     "-an"};
  if (path.extension() != ".gif") {
    // What players show; half as many colours a row, and so an even size.
    arguments.insert(arguments.end(), {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"});
  }
  arguments.push_back("file:" + beside_.string());
  process_ = std::make_unique<Process>(find_ffmpeg(), arguments);
}

VideoPipe::~VideoPipe() {
  if (process_) {
    process_.reset();
    std::error_code ignored;
    fs::remove(beside_, ignored);
  }
}

void VideoPipe::add(const Image& frame) {
  if (!process_->send(frame.pixels)) {
    (void)process_->end();
    throw FileError(fmt::format("cannot write {}: ffmpeg: {}; check the folder's room, or record PNG files",
                                path_.string(), process_->said()));
  }
}

void VideoPipe::finish() {
  std::error_code error;
  const bool is_ended_well = process_->end();
  const std::string said = process_->said();
  if (is_ended_well) {
    fs::rename(beside_, path_, error);
  }
  process_.reset();
  if (!is_ended_well || error) {
    std::error_code ignored;
    fs::remove(beside_, ignored);
    throw FileError(fmt::format("cannot write {}: {}; check the folder's room, or record PNG files", path_.string(),
                                is_ended_well ? error.message() : "ffmpeg: " + said));
  }
}

}  // namespace texelscope::app
