#include <cstdint>

/// Replaces Highway's own function in test programs: its library calibrates the clock at each start, for benchmarks
/// that no test runs, which would add 3 ms to each of some 3,400 tests.
namespace hwy::platform {
std::uint64_t TimerResolution() { return 1; }
}  // namespace hwy::platform
