#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/fuzz_target.h"

/// The entry point of libFuzzer: runs the target named by TEXELSCOPE_FUZZ_TARGET. An exception ends the process, which
/// libFuzzer reports.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const texelscope::tests::FuzzTarget* const target = [] {
    const char* const name = std::getenv("TEXELSCOPE_FUZZ_TARGET");
    const auto targets = texelscope::tests::fuzz_targets();
    const auto found = std::ranges::find(targets, name == nullptr ? "" : name, &texelscope::tests::FuzzTarget::name);
    if (found == targets.end()) {
      std::fprintf(stderr, "TEXELSCOPE_FUZZ_TARGET must name a target of tests/fuzz/fuzz_target.cpp\n");
      std::exit(2);
    }
    return &*found;
  }();
  target->run({reinterpret_cast<const std::byte*>(data), size});
  return 0;
}
