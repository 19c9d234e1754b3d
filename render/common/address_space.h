#pragma once

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <thread>

#include "render/common/error.h"

namespace texelscope::render {

/// Checks, before a graphics library is loaded, whether the process may map enough memory: drivers abort or crash if
/// they cannot. `library` is named in the error. @throws Unavailable if the limit of the address space (ulimit -v) is
/// too low.
inline void require_address_space(std::string_view library) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
    return;
  }
  // Software rendering maps up to 700 MiB with two threads, and needs stacks for more of them.
  constexpr std::uint64_t mebibyte = 1 << 20;
  const std::uint64_t needed = (768 + 16 * std::uint64_t{std::thread::hardware_concurrency()}) * mebibyte;
  std::uint64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const std::uint64_t used = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
  const std::uint64_t left = limit.rlim_cur - std::min<std::uint64_t>(used, limit.rlim_cur);
  if (left < needed) {
    throw Unavailable{
        fmt::format("{} needs {} MiB of address space, but the limit of this process (ulimit -v) leaves {} MiB; raise "
                    "the limit",
                    library, needed / mebibyte, left / mebibyte)};
  }
}

}  // namespace texelscope::render
