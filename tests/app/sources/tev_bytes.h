#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::tests {

/// Builds a message of tev's protocol, independently of the decoder.
class TevBytes {
 public:
  explicit TevBytes(std::uint8_t type) : bytes_(4, '\0') { number(type); }

  template <class Number>
  TevBytes& number(Number value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  TevBytes& text(std::string_view value) {
    bytes_.append(value).push_back('\0');
    return *this;
  }
  TevBytes& texts(std::initializer_list<std::string_view> values) {
    for (const std::string_view value : values) {
      text(value);
    }
    return *this;
  }
  TevBytes& ints(std::initializer_list<std::int32_t> values) {
    for (const std::int32_t value : values) {
      number(value);
    }
    return *this;
  }
  TevBytes& longs(std::initializer_list<std::int64_t> values) {
    for (const std::int64_t value : values) {
      number(value);
    }
    return *this;
  }
  TevBytes& floats(const std::vector<float>& values) {
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
    return *this;
  }
  [[nodiscard]] std::string done() {
    const auto size = static_cast<std::uint32_t>(bytes_.size());
    std::memcpy(bytes_.data(), &size, sizeof size);
    return bytes_;
  }

 private:
  std::string bytes_;
};

inline std::string tev_create(std::string_view name, std::int32_t width, std::int32_t height,
                              std::initializer_list<std::string_view> channels, bool grabs_focus = true) {
  return TevBytes(4)
      .number(std::uint8_t{grabs_focus})
      .text(name)
      .ints({width, height, static_cast<std::int32_t>(channels.size())})
      .texts(channels)
      .done();
}

}  // namespace texelscope::tests
