#include "gpu/cpu/make_driver.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "gpu/cpu/memory/memory_block.h"
#include "gpu/cpu/texture_unit/texture_limits.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::cpu {
namespace {

constexpr const char* threads_variable = "TEXELSCOPE_CPU_THREADS";
constexpr unsigned max_threads = 1024;
constexpr const char* niceness_variable = "TEXELSCOPE_CPU_NICENESS";
/// The maximum on Linux (setpriority(2)).
constexpr unsigned max_niceness = 19;

/// The number in an environment variable; nullopt if it is not set.
std::optional<unsigned> number_in(const char* variable, unsigned lowest, unsigned highest, std::string_view number,
                                  std::string_view otherwise) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) {
    return std::nullopt;
  }
  const std::string_view digits{text};
  unsigned value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || value < lowest || value > highest) {
    throw Unavailable(fmt::format("the CPU device cannot start: {}=\"{}\" is not {}; set it to {}–{}, or unset it {}",
                                  variable, text, number, lowest, highest, otherwise));
  }
  return value;
}

std::string processor_name() {
  std::ifstream file{"/proc/cpuinfo"};
  for (std::string line; std::getline(file, line);) {
    const std::size_t value = line.find(": ");
    if (line.starts_with("model name") && value != std::string::npos) {
      return line.substr(value + 2);
    }
  }
  return "CPU";
}

/// The memory available to this process: the machine's, or the limit of its control group if that is lower.
std::uint64_t memory_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_bytes = sysconf(_SC_PAGE_SIZE);
  const std::uint64_t machine =
      pages > 0 && page_bytes > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes) : 0;
  std::uint64_t limit = 0;
  std::ifstream file{"/sys/fs/cgroup/memory.max"};
  // Without a limit, the file contains "max".
  return file >> limit && limit > 0 ? std::min(machine, limit) : machine;
}

}  // namespace

unsigned choose_thread_count() {
  return number_in(threads_variable, 1, max_threads, "a number of threads", "to use every hardware thread")
      .value_or(std::clamp(std::thread::hardware_concurrency(), 1U, max_threads));
}

int choose_niceness() {
  return static_cast<int>(
      number_in(niceness_variable, 0, max_niceness, "a niceness", "to keep the normal priority of its threads")
          .value_or(0));
}

DeviceProperties describe_machine(unsigned thread_count) {
  DeviceProperties properties;
  properties.name = fmt::format("{}, {} thread{}", processor_name(), thread_count, thread_count == 1 ? "" : "s");
  properties.multiprocessor_count = static_cast<int>(thread_count);
  properties.memory_bytes = memory_bytes();
  properties.texture_alignment = MemoryBlock::alignment;
  properties.texture_pitch_alignment = 32;
  texture_unit::set_texture_limits(properties);
  properties.max_surface_1d = {32768};
  properties.max_surface_2d = {131072, 65536};
  properties.max_surface_3d = {16384, 16384, 16384};
  properties.max_surface_1d_layered = {32768, 2048};
  properties.max_surface_2d_layered = {32768, 32768, 2048};
  properties.max_surface_cube_map = {32768};
  properties.max_surface_cube_map_layered = {32768, 2046};
  properties.has_stream_ordered_memory = true;
  properties.max_threads_per_block = 1024;
  properties.max_block = {1024, 1024, 64};
  properties.max_grid = {2147483647, 65535, 65535};
  properties.max_shared_bytes_per_block = 49152;
  properties.max_shared_bytes_per_block_opt_in = 232448;
  properties.has_host_memory_pools = true;
  properties.has_managed_memory = true;
  properties.has_concurrent_managed_access = true;
  properties.has_virtual_memory = true;
  properties.has_interprocess_pools = true;
  properties.has_interprocess_events = true;
  return properties;
}

}  // namespace texelscope::gpu::cpu
