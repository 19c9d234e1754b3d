#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

namespace texelscope::app {

/// Reproducible random numbers (Steele, Lea and Flood's SplitMix64), the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_{seed} {}
  std::uint32_t bits();
  std::uint64_t long_bits();
  /// 0 … n − 1; n ≥ 1.
  std::uint32_t below(std::uint32_t n);
  /// first … last, both included.
  int between(int first, int last);
  /// Whether something that happens once in `n` times happens.
  bool is_one_in(std::uint32_t n) { return below(n) == 0; }
  /// 0 … 1, 1 excluded.
  double unit();
  template <class List>
  const auto& pick(const List& list) {
    return std::begin(list)[below(static_cast<std::uint32_t>(std::size(list)))];
  }

 private:
  std::uint64_t state_;
};

/// A number that tells `text` and `number` from others, for seeds: the same on every machine.
[[nodiscard]] std::uint64_t seed_from(std::uint64_t seed, std::string_view text, std::uint64_t number);

}  // namespace texelscope::app
