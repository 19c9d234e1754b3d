#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace texelscope::app {

/// An unknown parameter or an invalid value; the message lists the legal names or values.
class ParameterError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The spelling of option names in errors; names are stored as in Python: "mip_levels" is "--mip-levels" on the command
/// line.
enum class OptionSpelling : unsigned char { command_line, python };

[[nodiscard]] std::string spelled(std::string_view name, OptionSpelling spelling);

/// Parses a whole string as a decimal number; nullopt for any other string, or a number out of the type's range.
template <class Number = std::uint64_t>
[[nodiscard]] std::optional<Number> number_from(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional{number} : std::nullopt;
}

/// An integer option. @throws ParameterError, naming the option and the range.
[[nodiscard]] std::uint64_t number_option(const std::string& option, const std::string& text, std::uint64_t minimum,
                                          std::uint64_t maximum);

/// The value of --size: "WxH", each 1–16384. @throws ParameterError.
[[nodiscard]] std::pair<int, int> size_option(const std::string& text);

/// The parts between commas; at least one part, which may be empty.
[[nodiscard]] std::vector<std::string> parts_of(const std::string& text);

/// Comma-separated numbers. @throws ParameterError unless there are `least` to `most` numbers.
[[nodiscard]] std::vector<float> numbers_option(const std::string& option, const std::string& text, std::size_t least,
                                                std::size_t most);

}  // namespace texelscope::app
