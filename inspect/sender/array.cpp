#include "inspect/sender/array.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace texelscope::inspect {
namespace {

struct NamedSize {
  std::string_view name;
  std::int64_t bytes;
};
constexpr std::array named_sizes = {NamedSize{"bool", 1},
                                    NamedSize{"int8", 1},
                                    NamedSize{"uint8", 1},
                                    NamedSize{"int16", 2},
                                    NamedSize{"uint16", 2},
                                    NamedSize{"int32", 4},
                                    NamedSize{"uint32", 4},
                                    NamedSize{"int64", 8},
                                    NamedSize{"uint64", 8},
                                    NamedSize{"float16", 2},
                                    NamedSize{"bfloat16", 2},
                                    NamedSize{"float32", 4},
                                    NamedSize{"float64", 8},
                                    NamedSize{"complex64", 8},
                                    NamedSize{"complex128", 16},
                                    NamedSize{"float8_e4m3fn", 1},
                                    NamedSize{"float8_e5m2", 1},
                                    NamedSize{"float8_e4m3fnuz", 1},
                                    NamedSize{"float8_e5m2fnuz", 1},
                                    NamedSize{"float8_e8m0fnu", 1}};

[[noreturn]] void refuse(const std::string& name, const std::string& reason) {
  throw std::invalid_argument("cannot show \"" + name + "\": " + reason);
}

std::int64_t size_of_type(const std::string& name, const char* type) {
  if (type == nullptr) {
    refuse(name, "its type is NULL; pass a name such as \"float32\"");
  }
  const auto* const found = std::ranges::find(named_sizes, std::string_view{type}, &NamedSize::name);
  if (found == named_sizes.end()) {
    refuse(name, "unknown type \"" + std::string(type).substr(0, 40) +
                     "\"; use NumPy's names, such as float32, uint8 or complex64");
  }
  return found->bytes;
}

/// The distance from the first element to the farthest, or to the lowest.
struct Reach {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

Reach reach_of(const std::string& name, const ArrayLayout& layout) {
  Reach reach;
  for (int axis = 0; axis < layout.rank; ++axis) {
    std::int64_t distance = 0;
    std::int64_t& end = layout.strides[static_cast<std::size_t>(axis)] < 0 ? reach.low : reach.high;
    if (__builtin_mul_overflow(layout.strides[static_cast<std::size_t>(axis)],
                               layout.shape[static_cast<std::size_t>(axis)] - 1, &distance) ||
        __builtin_add_overflow(end, distance, &end)) {
      refuse(name, "its strides reach beyond the address space");
    }
  }
  return reach;
}

}  // namespace

std::int64_t ArrayLayout::num_elements() const noexcept {
  std::int64_t count = 1;
  for (int axis = 0; axis < rank; ++axis) {
    count *= shape[static_cast<std::size_t>(axis)];
  }
  return count;
}

void set_packed_strides(const ArrayLayout& layout, std::span<std::int64_t> strides) noexcept {
  std::int64_t distance = layout.itemsize;
  for (int axis = layout.rank - 1; axis >= 0; --axis) {
    strides[static_cast<std::size_t>(axis)] = distance;
    distance *= layout.shape[static_cast<std::size_t>(axis)];
  }
}

namespace {

/// Whether a text is UTF-8, without characters in more bytes than they need.
bool is_utf8(std::string_view text) noexcept {
  constexpr std::array<char32_t, 4> smallest{0, 0x80, 0x800, 0x10000};
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at++]);
    const std::size_t more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    if ((first >= 0x80 && first < 0xC2) || first > 0xF4 || more > text.size() - at) {
      return false;
    }
    char32_t code = first & (more == 0 ? 0x7FU : 0x3FU >> more);
    for (const char letter : text.substr(at, more)) {
      if ((static_cast<unsigned char>(letter) & 0xC0U) != 0x80) {
        return false;
      }
      code = code << 6U | (static_cast<unsigned char>(letter) & 0x3FU);
    }
    at += more;
    if (code < smallest.at(more) || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::string checked_name(const char* name) {
  if (name == nullptr || name[0] == '\0' || strnlen(name, max_name_bytes + 1) > max_name_bytes) {
    throw std::invalid_argument("an array needs a name of 1 to 200 bytes");
  }
  if (!is_utf8(name)) {
    throw std::invalid_argument("the name of an array is not UTF-8");
  }
  return name;
}

ShownArray checked_array(const texelscope_inspect_array* array) {
  if (array == nullptr || array->struct_size < sizeof(texelscope_inspect_array)) {
    throw std::invalid_argument("set struct_size of the array to sizeof(texelscope_inspect_array)");
  }
  ShownArray shown;
  shown.name = checked_name(array->name);
  ArrayLayout& layout = shown.layout;
  layout.itemsize = size_of_type(shown.name, array->type);
  layout.type = array->type;
  if (array->rank < 0 || array->rank > max_rank || (array->rank > 0 && array->shape == nullptr)) {
    refuse(shown.name, "its rank is " + std::to_string(array->rank) + "; pass 0 to 16 axes and their shape");
  }
  layout.rank = array->rank;
  std::int64_t bytes = layout.itemsize;
  bool is_empty = false;
  for (int axis = 0; axis < layout.rank; ++axis) {
    const std::int64_t extent = array->shape[axis];
    if (extent < 0) {
      refuse(shown.name, "axis " + std::to_string(axis) + " has extent " + std::to_string(extent));
    }
    is_empty = is_empty || extent == 0;
    layout.shape[static_cast<std::size_t>(axis)] = extent;
    if (extent > 0 &&
        (__builtin_mul_overflow(bytes, extent, &bytes) || static_cast<std::uint64_t>(bytes) > max_array_bytes)) {
      refuse(shown.name, "it has more than 2 GiB; show a part of it");
    }
  }
  set_packed_strides(layout, layout.strides);
  std::ranges::copy(layout.strides, shown.copy_strides.begin());
  if (is_empty) {
    return shown;
  }
  if (array->data == nullptr) {
    refuse(shown.name, "its data are NULL");
  }
  shown.data = static_cast<const std::byte*>(array->data);
  if (array->strides != nullptr) {
    std::copy_n(array->strides, layout.rank, layout.strides.begin());
  }
  const Reach reach = reach_of(shown.name, layout);
  std::int64_t span = 0;
  if (__builtin_sub_overflow(reach.high, reach.low, &span) || __builtin_add_overflow(span, layout.itemsize, &span)) {
    refuse(shown.name, "its strides reach beyond the address space");
  }
  // Gaps of less than the elements are copied with them: that is faster, and the window shows the layout as it is.
  shown.is_packed = span / 2 > bytes;
  shown.low = reach.low;
  shown.copy_bytes = static_cast<std::uint64_t>(shown.is_packed ? bytes : span);
  if (!shown.is_packed) {
    shown.copy_strides = layout.strides;
  }
  return shown;
}

void pack(const ArrayLayout& layout, const std::byte* first, std::byte* to) noexcept {
  // The last axes that have no gaps are one run.
  std::int64_t run = layout.itemsize;
  int axes = layout.rank;
  while (axes > 0 && layout.strides[static_cast<std::size_t>(axes - 1)] == run) {
    run *= layout.shape[static_cast<std::size_t>(axes - 1)];
    --axes;
  }
  std::array<std::int64_t, max_rank> index{};
  const std::byte* from = first;
  while (true) {
    std::memcpy(to, from, static_cast<std::size_t>(run));
    to += run;
    int axis = axes - 1;
    for (; axis >= 0; --axis) {
      const auto at = static_cast<std::size_t>(axis);
      from += layout.strides[at];
      if (++index[at] < layout.shape[at]) {
        break;
      }
      from -= layout.strides[at] * layout.shape[at];
      index[at] = 0;
    }
    if (axis < 0) {
      return;
    }
  }
}

void copy_array(const ShownArray& array, std::byte* to) noexcept {
  if (array.copy_bytes == 0) {
    return;
  }
  if (array.is_packed) {
    pack(array.layout, array.data, to);
  } else {
    std::memcpy(to, array.data + array.low, array.copy_bytes);
  }
}

}  // namespace texelscope::inspect
