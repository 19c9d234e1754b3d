#include "gpu/cuda/nvrtc_process.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "gpu/cuda/device_compiler.h"
#include "gpu/files/compiler_process.h"
#include "gpu/files/sanitizer.h"
#include "gpu/files/temporary_folder.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::cuda {
namespace {

/// The first word of the order and of the answer, whose first line has numbers, and the rest bytes.
constexpr std::string_view order_mark = "texelscope-compile";
constexpr std::string_view answer_mark = "texelscope-compiled";
constexpr std::size_t max_kernels = 1000;

struct Order {
  int driver_version = 0;
  int capability = 0;
  std::size_t num_kernels = 0;
};

std::string order_text(const Order& order, std::string_view source) {
  return fmt::format("{} {} {} {}\n{}", order_mark, order.driver_version, order.capability, order.num_kernels, source);
}

/// Takes the first line away, with the numbers behind its mark. Nothing where there is another mark.
std::optional<std::istringstream> take_numbers(std::string_view& text, std::string_view mark) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  std::istringstream line{std::string{text.substr(0, end)}};
  std::string first;
  line >> first;
  text.remove_prefix(std::min(end + 1, text.size()));
  return first == mark ? std::optional{std::move(line)} : std::nullopt;
}

std::string answer_text(Status status, const driver::ProgramCompile& call) {
  return fmt::format("{} {} {} {} {} {}\n{}{}{}", answer_mark, static_cast<int>(status), call.log.size(),
                     call.reason.size(), call.binary.size(), fmt::join(call.kernel_sizes, " "), call.log, call.reason,
                     std::string_view{reinterpret_cast<const char*>(call.binary.data()), call.binary.size()});
}

/// Nothing for what is no whole answer.
std::optional<Status> read_answer(std::string_view text, driver::ProgramCompile& call) {
  std::optional<std::istringstream> numbers = take_numbers(text, answer_mark);
  int status = 0;
  std::array<std::size_t, 3> sizes{};
  if (!numbers || !(*numbers >> status >> sizes[0] >> sizes[1] >> sizes[2])) {
    return std::nullopt;
  }
  const auto take = [&](std::size_t size) {
    const std::string_view taken = text.substr(0, size);
    text.remove_prefix(taken.size());
    return taken;
  };
  const std::string_view log = take(sizes[0]);
  const std::string_view reason = take(sizes[1]);
  const std::string_view binary = take(sizes[2]);
  if (log.size() != sizes[0] || reason.size() != sizes[1] || binary.size() != sizes[2] || !text.empty()) {
    return std::nullopt;
  }
  call.log = log;
  call.reason = reason;
  const auto* const bytes = reinterpret_cast<const std::byte*>(binary.data());
  call.binary.assign(bytes, bytes + binary.size());
  for (std::size_t size = 0; call.kernel_sizes.size() < call.num_kernels && *numbers >> size;) {
    call.kernel_sizes.push_back(size);
  }
  return static_cast<Status>(status);
}

/// What became of a process that gave no answer.
Status explain(const CompilerEnding& ending, const std::string& errors, const ProcessLimits& limits,
               driver::ProgramCompile& call) {
  if (ending.exit_code <= 128) {
    call.reason = fmt::format("the process that runs NVRTC ended with exit code {}: {}", ending.exit_code,
                              errors.substr(0, errors.find('\n')));
    return Status::operating_system;
  }
  const int signal = ending.exit_code - 128;
  call.log = fmt::format("NVRTC was ended by signal {} ({}); it may use {} GiB of memory and {} s", signal,
                         ::strsignal(signal), limits.address_bytes >> 30, limits.processor_time.count());
  return Status::invalid_source;
}

Status compile_in_folder(const Order& order, driver::ProgramCompile& call) {
  const TemporaryFolder folder;
  static_cast<void>(folder.write("order", order_text(order, call.source)));
  ProcessLimits limits = compiler_limits(call.time_limit);
  if (is_sanitized) {
    limits.address_bytes = 0;
  }
  const CompilerCommand command{.program = std::filesystem::absolute(call.process.front()),
                                .arguments = {call.process.begin() + 1, call.process.end()},
                                .input = "order",
                                .output = "answer",
                                .errors = "errors"};
  const CompilerEnding ending = run_compiler(command, folder.path(), limits, call.time_limit, call.stop);
  if (ending.is_stopped || ending.exit_code == 128 + SIGXCPU) {
    return Status::timeout;
  }
  const std::optional<Status> status = ending.is_success() ? read_answer(folder.read("answer"), call) : std::nullopt;
  if (!status) {
    return explain(ending, folder.read("errors"), limits, call);
  }
  if (*status == Status::out_of_memory) {
    call.log = fmt::format("NVRTC needs more than {} GiB of memory", limits.address_bytes >> 30);
    return Status::invalid_source;
  }
  return *status;
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

}  // namespace

Status compile_program(int driver_version, int capability, driver::ProgramCompile& call) {
  if (call.process.empty()) {
    return compile_for_device(nvrtc(driver_version), capability, call);
  }
  try {
    return compile_in_folder({driver_version, capability, call.num_kernels}, call);
  } catch (const std::system_error& error) {
    call.reason = error.what();
    return Status::operating_system;
  }
}

int run_nvrtc_process() {
  struct stat input {};
  // A person's terminal would be waited for.
  const bool is_file = ::fstat(STDIN_FILENO, &input) == 0 && S_ISREG(input.st_mode);
  const std::string text = is_file ? std::string{std::istreambuf_iterator<char>{std::cin}, {}} : std::string{};
  std::string_view source = text;
  std::optional<std::istringstream> numbers = take_numbers(source, order_mark);
  Order order;
  if (!numbers || !(*numbers >> order.driver_version >> order.capability >> order.num_kernels) ||
      order.num_kernels > max_kernels) {
    throw InvalidArgument("this process compiles a kernel for another one, which gives it a file as standard input");
  }
  driver::ProgramCompile call{
      .source = source, .name = {}, .num_kernels = order.num_kernels, .time_limit = std::chrono::hours{1}, .stop = {}};
  Status status = Status::out_of_memory;
  try {
    status = compile_for_device(nvrtc(order.driver_version), order.capability, call);
  } catch (const std::bad_alloc&) {
    // The answer tells it.
  }
  return write_all(answer_text(status, call)) ? 0 : 1;
}

}  // namespace texelscope::gpu::cuda
