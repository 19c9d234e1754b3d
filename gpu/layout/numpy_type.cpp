#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>

#include "gpu/layout/element_names.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

/// NumPy's smallest complex numbers consist of two float32.
bool has_numpy_type(const ElementType& type) {
  const bool is_half_complex = type.kind() == ElementKind::complex && type.bits() == 32;
  return facts_of(type.kind()).numpy_code != '\0' && !is_half_complex && (is_text(type.kind()) || type.lanes() == 1);
}

class NumpyTypeReader {
 public:
  explicit NumpyTypeReader(std::string_view text) : text_{text}, rest_{text} {}

  [[nodiscard]] NumpyType read() {
    const char order = take_character();
    if (order == '\0' || std::string_view("<>|=").find(order) == std::string_view::npos) {
      refuse("it must begin with '<', '>', '|' or '='");
    }
    const ElementType type = take_type();
    if (!rest_.empty()) {
      refuse(fmt::format("nothing may follow '{}'", text_.substr(0, text_.size() - rest_.size())));
    }
    const bool is_ordered = type.component_size() > 1;
    if (is_ordered && order == '|') {
      refuse(fmt::format("'|' specifies no byte order, but {} requires one; use '<' or '>'", to_string(type)));
    }
    const bool is_native = !is_ordered || order == '=';
    return {type, is_native ? std::endian::native : order == '<' ? std::endian::little : std::endian::big};
  }

 private:
  ElementType take_type() {
    const char code = take_character();
    if (code == 'O') {
      refuse("an array of Python objects contains no readable data; save it with a different dtype");
    }
    const auto* const facts = std::ranges::find(element_facts, code, &ElementFacts::numpy_code);
    if (code == '\0' || facts == element_facts.end()) {
      refuse("its kind must be one of b i u f c M m S U V");
    }
    const auto kind = static_cast<ElementKind>(facts - element_facts.begin());
    const std::int64_t count = take_number("its size must follow the kind as a whole number");
    if (is_text(kind)) {
      return text_type(kind, count);
    }
    return number_type(kind, count);
  }

  [[nodiscard]] ElementType text_type(ElementKind kind, std::int64_t count) const {
    if (count == 0) {
      refuse("elements of 0 bytes are not supported; save it with elements of at least 1 byte");
    }
    constexpr std::int64_t max_bytes = std::int64_t{1} << 31;
    const std::int64_t lane_bytes = kind == ElementKind::unicode ? 4 : 1;
    if (count > max_bytes / lane_bytes) {
      refuse(fmt::format("an element of more than {} bytes", max_bytes));
    }
    return {kind, 8 * lane_bytes, count};
  }

  [[nodiscard]] ElementType number_type(ElementKind kind, std::int64_t bytes) {
    const bool is_time = kind == ElementKind::datetime || kind == ElementKind::timedelta;
    const TimeUnit unit = is_time ? take_time_unit() : TimeUnit{};
    try {
      const ElementType type{kind, 8 * bytes, 1, unit};
      if (has_numpy_type(type)) {
        return type;
      }
    } catch (const InvalidArgument&) {
      // Reported below.
    }
    refuse(fmt::format("there is no {} of {} bytes; it can have {} bits", facts_of(kind).name, bytes,
                       kind == ElementKind::complex ? "64, 128 or 256" : facts_of(kind).bits));
  }

  TimeUnit take_time_unit() {
    if (!rest_.starts_with('[')) {
      return {};
    }
    take_character();
    const bool has_count = !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9';
    const std::int64_t count = has_count ? take_number("") : 1;
    const std::string_view name = rest_.substr(0, rest_.find(']'));
    const auto* const base = std::ranges::find(time_base_names, name);
    if (name.size() == rest_.size() || base == time_base_names.end() || count < 1 ||
        count > std::numeric_limits<std::int32_t>::max()) {
      refuse("its unit must be a count of at least 1 and one of Y M W D h m s ms us ns ps fs as, such as [25s]");
    }
    rest_.remove_prefix(name.size() + 1);
    const auto found = static_cast<TimeBase>(base - time_base_names.begin());
    return {found, found == TimeBase::generic ? 1 : static_cast<std::int32_t>(count)};
  }

  char take_character() {
    if (rest_.empty()) {
      return '\0';
    }
    const char character = rest_.front();
    rest_.remove_prefix(1);
    return character;
  }

  std::int64_t take_number(std::string_view expected) {
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    if (error == std::errc::result_out_of_range) {
      refuse("its number does not fit in 32 bits");
    }
    if (error != std::errc{}) {
      refuse(expected);
    }
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return number;
  }

  [[noreturn]] void refuse(std::string_view reason) const {
    constexpr std::size_t longest = 40;
    throw InvalidArgument(
        fmt::format("NumPy type {:?}{}: {}", text_.substr(0, longest), text_.size() > longest ? "…" : "", reason));
  }

  std::string_view text_;
  std::string_view rest_;
};

}  // namespace

NumpyType numpy_type_from_string(std::string_view text) { return NumpyTypeReader(text).read(); }

std::string to_numpy_string(const ElementType& type) {
  const ElementFacts& facts = facts_of(type.kind());
  if (!has_numpy_type(type)) {
    throw InvalidArgument(
        fmt::format("NumPy has no type {}: view the memory as a different {}-byte type, such as "
                    "V{}",
                    to_string(type), type.itemsize(), type.itemsize()));
  }
  const char order = type.component_size() == 1 ? '|' : std::endian::native == std::endian::little ? '<' : '>';
  return fmt::format("{}{}{}{}", order, facts.numpy_code, is_text(type.kind()) ? type.lanes() : type.itemsize(),
                     time_unit_text(type.time_unit()));
}

}  // namespace texelscope::gpu
