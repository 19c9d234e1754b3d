#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "gpu/cuda/compile_order.h"
#include "gpu/cuda/device_compiler.h"
#include "gpu/cuda/nvrtc_process.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::cuda {
namespace {

/// Reads once from standard input. Returns the number of bytes; 0 at its end.
std::size_t read_some(char* bytes, std::size_t size) {
  ssize_t got = 0;
  do {
    got = ::read(STDIN_FILENO, bytes, size);
  } while (got < 0 && errno == EINTR);
  return got > 0 ? static_cast<std::size_t>(got) : 0;
}

/// Reads `size` bytes from standard input; fewer at its end.
std::string read_bytes(std::size_t size) {
  std::string bytes(size, '\0');
  std::size_t done = 0;
  for (std::size_t got = 1; done < size && got != 0; done += got) {
    got = read_some(bytes.data() + done, size - done);
  }
  bytes.resize(done);
  return bytes;
}

/// nullopt at the end of standard input. @throws InvalidArgument.
std::optional<CompileOrder> next_order() {
  std::string line;
  for (char character = '\0'; line.size() < max_order_line && character != '\n'; line += character) {
    if (read_some(&character, 1) == 0) {
      return std::nullopt;
    }
  }
  std::optional<OrderLine> read = read_order_line(line);
  if (!read) {
    throw InvalidArgument(
        "this process compiles kernels for another process; standard input does not contain a "
        "compile request");
  }
  read->order.folder = read_bytes(read->folder_size);
  read->order.source = read_bytes(read->source_size);
  const bool is_whole =
      read->order.folder.string().size() == read->folder_size && read->order.source.size() == read->source_size;
  return is_whole ? std::optional{std::move(read->order)} : std::nullopt;
}

/// Ends this process as soon as the process that waits for its answer has ended, even if it was killed: NVRTC may never
/// finish a source.
void end_with_other(const std::filesystem::path& folder) {
  std::thread{[folder] {
    pollfd end{STDIN_FILENO, 0, 0};
    while (::poll(&end, 1, -1) < 0 && errno == EINTR) {
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    ::_exit(1);
  }}.detach();
}

void enter(const std::filesystem::path& folder) {
  std::filesystem::current_path(folder);
  ::setenv("TMPDIR", folder.c_str(), 1);
}

bool write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written <= 0) {
      return false;
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::string answer_to(const CompileOrder& order) {
  driver::ProgramCompile call{.source = order.source,
                              .name = {},
                              .num_kernels = order.num_kernels,
                              .time_limit = std::chrono::hours{1},
                              .stop = {}};
  Status status = Status::out_of_memory;
  try {
    status = compile_for_device(nvrtc(order.driver_version), order.capability, call);
  } catch (const std::bad_alloc&) {
    // The answer reports the status.
  }
  return answer_text(status, call);
}

/// Whether input is available.
bool has_input() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  return ::poll(&input, 1, 0) > 0;
}

/// The second compilation takes less time than the first, and the third takes as long as the second.
void rehearse(const CompileOrder& order) {
  constexpr int times = 2;
  for (int i = 0; i < times && (i == 0 || !has_input()); ++i) {
    static_cast<void>(answer_to(order));
  }
}

}  // namespace

int run_nvrtc_process() {
  struct stat input {};
  // With a terminal as standard input, the process would wait for typed input.
  if (::fstat(STDIN_FILENO, &input) != 0 || !S_ISSOCK(input.st_mode)) {
    throw InvalidArgument(
        "this process compiles kernels for another process, which must pass a socket as standard "
        "input");
  }
  // NVRTC's cache needs the driver, which exceeds the memory limit, and writes into the user's folder.
  ::setenv("CUDA_CACHE_DISABLE", "1", 1);
  while (std::optional<CompileOrder> order = next_order()) {
    if (order->folder.empty()) {
      rehearse(*order);
      continue;
    }
    enter(order->folder);
    end_with_other(order->folder);
    const bool is_written = write_all(answer_to(*order));
    // The other process need not wait until this process's memory is freed.
    ::shutdown(STDOUT_FILENO, SHUT_WR);
    return is_written ? 0 : 1;
  }
  return 0;
}

}  // namespace texelscope::gpu::cuda
