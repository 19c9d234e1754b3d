#include "texelscope/gpu/texture_descriptor.h"

#include <algorithm>

#include "gpu/layout/name_at.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

using std::string_view;

/// The names, in the order of the enumerators.
constexpr std::array<string_view, 4> address_mode_names{"wrap", "clamp", "mirror", "border"};
constexpr std::array<string_view, 2> filter_mode_names{"point", "linear"};
constexpr std::array<string_view, 2> read_mode_names{"element", "normalized"};

template <class Enum, std::size_t count>
std::optional<Enum> value_of(string_view name, const std::array<string_view, count>& names) noexcept {
  const auto* const found = std::ranges::find(names, name);
  if (found == names.end()) {
    return std::nullopt;
  }
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

string_view to_string(AddressMode mode) noexcept { return name_at(address_mode_names, mode); }
string_view to_string(FilterMode mode) noexcept { return name_at(filter_mode_names, mode); }
string_view to_string(ReadMode mode) noexcept { return name_at(read_mode_names, mode); }

std::optional<AddressMode> address_mode_from_string(string_view name) noexcept {
  return value_of<AddressMode>(name, address_mode_names);
}

std::optional<FilterMode> filter_mode_from_string(string_view name) noexcept {
  return value_of<FilterMode>(name, filter_mode_names);
}

AddressModes::AddressModes(std::initializer_list<AddressMode> modes) : modes_{} {
  if (modes.size() == 0 || modes.size() > modes_.size()) {
    throw InvalidArgument("got " + std::to_string(modes.size()) +
                          " address modes: use one for all axes, or one for each of 1 to 3 axes");
  }
  for (std::size_t axis = 0; axis < modes_.size(); ++axis) {
    modes_[axis] = modes.begin()[std::min(axis, modes.size() - 1)];
  }
}

}  // namespace texelscope::gpu
