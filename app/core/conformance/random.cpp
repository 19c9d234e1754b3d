#include "app/core/conformance/random.h"

namespace texelscope::app {
namespace {

std::uint64_t scramble(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31);
}

}  // namespace

std::uint64_t Random::long_bits() {
  state_ += 0x9E3779B97F4A7C15U;
  return scramble(state_);
}

std::uint32_t Random::bits() { return static_cast<std::uint32_t>(long_bits() >> 32); }

std::uint32_t Random::below(std::uint32_t n) { return static_cast<std::uint32_t>((std::uint64_t{bits()} * n) >> 32); }

int Random::between(int first, int last) {
  return first + static_cast<int>(below(static_cast<std::uint32_t>(last - first + 1)));
}

double Random::unit() { return bits() * 0x1p-32; }

std::uint64_t seed_from(std::uint64_t seed, std::string_view text, std::uint64_t number) {
  std::uint64_t value = scramble(seed + 0x9E3779B97F4A7C15U);
  for (const char character : text) {
    value = scramble(value + static_cast<unsigned char>(character) + 1);
  }
  return scramble(value + scramble(number + 0x9E3779B97F4A7C15U));
}

}  // namespace texelscope::app
