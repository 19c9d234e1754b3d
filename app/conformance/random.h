#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

namespace texelscope::app {

/// Reproducible random numbers (Steele, Lea and Flood's SplitMix64), the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_{seed} {}
  std::uint64_t long_bits() {
    state_ += step;
    return scrambled(state_);
  }
  std::uint32_t bits() { return static_cast<std::uint32_t>(long_bits() >> 32); }
  /// 0 … n − 1; n ≥ 1.
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>((std::uint64_t{bits()} * n) >> 32); }
  /// first … last, both included.
  int between(int first, int last) {
    return first + static_cast<int>(below(static_cast<std::uint32_t>(last - first + 1)));
  }
  /// True with probability 1/`n`.
  bool is_one_in(std::uint32_t n) { return below(n) == 0; }
  /// 0 … 1, 1 excluded.
  double unit() { return bits() * 0x1p-32; }
  template <class List>
  const auto& pick(const List& list) {
    return std::begin(list)[below(static_cast<std::uint32_t>(std::size(list)))];
  }

  static constexpr std::uint64_t step = 0x9E3779B97F4A7C15U;
  [[nodiscard]] static constexpr std::uint64_t scrambled(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9U;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EBU;
    return value ^ (value >> 31);
  }

 private:
  std::uint64_t state_;
};

/// A seed derived from `text` and `number`, the same on every machine.
[[nodiscard]] constexpr std::uint64_t seed_from(std::uint64_t seed, std::string_view text, std::uint64_t number) {
  std::uint64_t value = Random::scrambled(seed + Random::step);
  for (const char character : text) {
    value = Random::scrambled(value + static_cast<unsigned char>(character) + 1);
  }
  return Random::scrambled(value + Random::scrambled(number + Random::step));
}

}  // namespace texelscope::app
