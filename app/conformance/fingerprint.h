#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace texelscope::app {

/// A checksum that depends on every bit of the values and on their order, the same on every machine. It detects
/// accidents, not forgeries.
class Fingerprint {
 public:
  void add(std::span<const std::byte> bytes) noexcept {
    add_word(bytes.size());
    for (; bytes.size() >= sizeof(std::uint64_t); bytes = bytes.subspan(sizeof(std::uint64_t))) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data(), sizeof(word));
      add_word(word);
    }
    std::uint64_t rest = 0;
    if (!bytes.empty()) {
      std::memcpy(&rest, bytes.data(), bytes.size());
    }
    add_word(rest);
  }
  /// Adds numbers, by their bits.
  template <class... T>
    requires((std::is_arithmetic_v<T> || std::is_enum_v<T>) && ...)
  void add(T... values) noexcept {
    const auto add_number = [this](auto value) {
      std::uint64_t word = 0;
      std::memcpy(&word, &value, sizeof(value));
      add_word(word);
    };
    (add_number(values), ...);
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  void add_word(std::uint64_t word) noexcept {
    value_ = (value_ ^ word) * 0x9E3779B97F4A7C15U;
    value_ ^= value_ >> 32;
  }

  std::uint64_t value_ = 0x243F6A8885A308D3U;
};

}  // namespace texelscope::app
