#include <cstdint>

/// Takes the place of Highway's own in programs of tests: its library measures the clock at each start, for benchmarks
/// that none of them runs, which takes 3 ms of each of some 3,400 tests.
namespace hwy::platform {
std::uint64_t TimerResolution() { return 1; }
}  // namespace hwy::platform
