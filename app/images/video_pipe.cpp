#include "app/images/video_pipe.h"

#include <fcntl.h>
#include <fmt/format.h>
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
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "app/files/child_process.h"
#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/write_failure.h"
#include "gpu/files/environment.h"
#include "gpu/files/quick_exit_guard.h"
#include "gpu/files/replacement_file.h"
#include "gpu/files/spawned_process.h"

namespace texelscope::app {
namespace {

namespace fs = std::filesystem;

fs::path find_ffmpeg() {
  if (const char* const named = std::getenv("TEXELSCOPE_FFMPEG"); named != nullptr && *named != '\0') {
    if (!gpu::is_program(named)) {
      throw ChildError(fmt::format(
          "cannot record a video: TEXELSCOPE_FFMPEG is {}, which is not a program; set it to the path of ffmpeg",
          named));
    }
    return named;
  }
  if (const std::optional<fs::path> program = gpu::find_program("ffmpeg")) {
    return *program;
  }
  throw ChildError(
      "cannot record a video: ffmpeg is not in PATH; install the package ffmpeg, or record PNG files with a name such "
      "as frame_%05d.png");
}

/// The text as one line, as errors are.
std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

}  // namespace

/// A running ffmpeg. Its standard input is a socket, because a write to a closed socket need not raise a signal; its
/// messages are stored in memory and read after it has ended.
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
    gpu::SpawnFiles files;
    files.duplicate(ends[1], STDIN_FILENO);
    files.duplicate(messages_, STDOUT_FILENO);
    files.duplicate(messages_, STDERR_FILENO);
    files.close_from(STDERR_FILENO + 1);
    const gpu::SpawnCommand command{program, arguments, gpu::own_environment()};
    try {
      guard_.emplace([&] {
        process_ = gpu::spawn(command, files);
        return gpu::killing(process_, command.group);
      });
    } catch (const std::system_error& error) {
      ::close(ends[1]);
      close_all();
      throw ChildError(error.what());
    }
    ::close(ends[1]);
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

  /// Returns whether everything was sent.
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

  /// Closes its input and waits. Returns whether it succeeded.
  [[nodiscard]] bool end() {
    ::close(std::exchange(input_, -1));
    return wait();
  }

  [[nodiscard]] std::string said() const {
    std::string text(1000, '\0');
    const ssize_t read = ::pread(messages_, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(read, 0)));
    return text.empty() ? "it ended early without a message" : one_line(std::move(text));
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
  std::optional<gpu::QuickExitGuard> guard_;
};

namespace {

/// ffmpeg's names of the file formats, in the order of video_endings.
constexpr std::array<const char*, video_endings.size()> ffmpeg_kinds{"mp4", "mov", "matroska", "webm", "avi", "gif"};

/// Position in video_endings; its size for any other extension.
std::size_t kind_of(const fs::path& path) {
  const std::string extension = path.extension().string();
  const std::string_view ending = std::string_view{extension}.substr(extension.empty() ? 0 : 1);
  return static_cast<std::size_t>(std::ranges::find(video_endings, ending) - video_endings.begin());
}

FileError not_written(const fs::path& path, const std::string& reason) {
  return FileError(
      fmt::format("cannot write {}: {}; check the folder's free space, or record PNG files", path.string(), reason));
}

std::unique_ptr<gpu::ReplacementFile> begin_file(const fs::path& path) {
  require_writable(path);
  try {
    return std::make_unique<gpu::ReplacementFile>(path);
  } catch (const std::system_error& error) {
    throw write_failure(path, error.code());
  }
}

}  // namespace

bool VideoPipe::is_video(const fs::path& path) { return kind_of(path) < video_endings.size(); }

VideoPipe::VideoPipe(const fs::path& path, int width, int height, std::uint64_t step)
    : path_{path}, file_{begin_file(path)} {
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
    // A pixel format that players support; it has half the color resolution, and therefore requires an even size.
    arguments.insert(arguments.end(), {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p"});
  }
  // The temporary file has a different extension.
  arguments.insert(arguments.end(), {"-f", ffmpeg_kinds.at(kind_of(path)), "file:" + file_->path().string()});
  process_ = std::make_unique<Process>(find_ffmpeg(), arguments);
}

VideoPipe::~VideoPipe() = default;

void VideoPipe::add(const Image& frame) {
  if (!process_->send(frame.pixels)) {
    (void)process_->end();
    throw not_written(path_, "ffmpeg: " + process_->said());
  }
}

void VideoPipe::finish() {
  const bool is_ended_well = process_->end();
  const std::string said = process_->said();
  process_.reset();
  const std::unique_ptr<gpu::ReplacementFile> file = std::move(file_);
  if (!is_ended_well) {
    throw not_written(path_, "ffmpeg: " + said);
  }
  try {
    file->commit();
  } catch (const std::system_error& error) {
    throw write_failure(path_, error.code());
  }
}

}  // namespace texelscope::app
