#include "texelscope/gpu/element_type.h"

#include <fmt/format.h>

#include "gpu/layout/element_names.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {

ElementType::ElementType(DataType type) noexcept
    : kind_{is_floating_point(type)   ? ElementKind::floating_point
            : is_signed_integer(type) ? ElementKind::signed_integer
                                      : ElementKind::unsigned_integer},
      bits_{static_cast<std::int64_t>(8 * size_bytes(type))} {}

std::optional<DataType> ElementType::data_type() const noexcept {
  for (int number = 0; size_bytes(static_cast<DataType>(number)) != 0; ++number) {
    if (*this == static_cast<DataType>(number)) {
      return static_cast<DataType>(number);
    }
  }
  return std::nullopt;
}

void ElementType::refuse() const {
  const std::string what =
      fmt::format("an element of kind {} with {} lanes of {} bits", facts_of(kind_).name, lanes_, bits_);
  if (!are_bits_legal()) {
    throw InvalidArgument(fmt::format("{}: unsupported number of bits; use {}", what, facts_of(kind_).bits));
  }
  if (!are_lanes_legal()) {
    throw InvalidArgument(
        fmt::format("{}: the total must be a whole number of bytes, from 1 to 2,147,483,648; use a different number "
                    "of lanes",
                    what));
  }
  throw InvalidArgument(
      fmt::format("{}: unsupported unit {} × {}; only time types have units, with a count of at least 1; the "
                  "generic unit has no count",
                  what, time_unit_.count, name_of(time_unit_.base)));
}

std::string to_string(const ElementType& type) {
  const ElementFacts& facts = facts_of(type.kind());
  if (is_text(type.kind())) {
    return fmt::format("{}{}", facts.numpy_code, type.lanes());
  }
  const std::string bits = facts.is_whole_name ? "" : fmt::format("{}", type.bits());
  const std::string lanes = type.lanes() == 1 ? "" : fmt::format("x{}", type.lanes());
  return fmt::format("{}{}{}{}", facts.name, bits, time_unit_text(type.time_unit()), lanes);
}

}  // namespace texelscope::gpu
