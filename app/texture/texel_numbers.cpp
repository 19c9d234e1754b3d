#include "app/texture/texel_numbers.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "texelscope/gpu/error.h"
#include "texelscope/kernels/float16.h"

namespace texelscope::app {
namespace {

using gpu::DataType;
using gpu::ElementKind;
using gpu::ElementType;

// Can represent every 64-bit integer and every float64.
using Number = long double;
static_assert(std::numeric_limits<Number>::digits >= 64 || sizeof(long double) == sizeof(double));

template <class T>
T load(const std::byte* element) {
  T value;
  std::memcpy(&value, element, sizeof(T));
  return value;
}

using Read = Number (*)(const std::byte*);

template <class T>
Number read_as(const std::byte* element) {
  if constexpr (std::is_same_v<T, Float16>) {
    return kernels::float32_from_float16(load<Float16>(element).bits);
  } else {
    return static_cast<Number>(load<T>(element));
  }
}

template <class Of8, class Of16, class Of32, class Of64>
Read integer_reader(std::int64_t bits) {
  switch (bits) {
    case 8:
      return read_as<Of8>;
    case 16:
      return read_as<Of16>;
    case 32:
      return read_as<Of32>;
    case 64:
      return read_as<Of64>;
    default:
      return nullptr;
  }
}

/// Null for types that are not real numbers.
Read reader_of(const ElementType& type) {
  if (type.lanes() != 1) {
    return nullptr;
  }
  switch (type.kind()) {
    case ElementKind::boolean:
      return read_as<std::uint8_t>;
    case ElementKind::unsigned_integer:
      return integer_reader<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>(type.bits());
    case ElementKind::signed_integer:
      return integer_reader<std::int8_t, std::int16_t, std::int32_t, std::int64_t>(type.bits());
    case ElementKind::floating_point:
      return type.bits() == 16 ? read_as<Float16>
                               : (type.bits() == 32 ? read_as<float> : (type.bits() == 64 ? read_as<double> : nullptr));
    default:
      return nullptr;
  }
}

std::uint16_t nearest_float16(Number value) {
  if (std::isfinite(value) && value != 0) {
    // Computes in multiples of the last place, so that the value is rounded only once.
    const int exponent = std::max(std::ilogb(value), -14);
    value = std::ldexp(std::nearbyint(std::ldexp(value, 10 - exponent)), exponent - 10);
  }
  return kernels::float16_from_float32(static_cast<float>(value));
}

/// Writes `value`; returns whether it fits.
using Write = bool (*)(Number value, std::byte* element);

template <class T>
bool write_as(Number value, std::byte* element) {
  T result{};
  if constexpr (std::is_same_v<T, Float16>) {
    result.bits = nearest_float16(value);
  } else if constexpr (std::is_same_v<T, float>) {
    result = static_cast<float>(value);
  } else {
    if (!(value >= static_cast<Number>(std::numeric_limits<T>::min()) &&
          value <= static_cast<Number>(std::numeric_limits<T>::max()) && value == std::trunc(value))) {
      return false;
    }
    result = static_cast<T>(value);
  }
  std::memcpy(element, &result, sizeof(T));
  return true;
}

struct Format {
  Write write;
  Read read;
  /// The value of brightness 1.
  Number one;
};

template <class T>
Format format_as() {
  if constexpr (std::is_integral_v<T>) {
    return {write_as<T>, read_as<T>, static_cast<Number>(std::numeric_limits<T>::max())};
  } else {
    return {write_as<T>, read_as<T>, 1};
  }
}

Format format_of(DataType format) {
  switch (format) {
    case DataType::uint8:
      return format_as<std::uint8_t>();
    case DataType::uint16:
      return format_as<std::uint16_t>();
    case DataType::uint32:
      return format_as<std::uint32_t>();
    case DataType::int8:
      return format_as<std::int8_t>();
    case DataType::int16:
      return format_as<std::int16_t>();
    case DataType::int32:
      return format_as<std::int32_t>();
    case DataType::float16:
      return format_as<Float16>();
    case DataType::float32:
      break;
  }
  return format_as<float>();
}

/// Calls `each(number, index)` for every element in C order.
template <class Each>
void for_each_element(const gpu::StridedLayout& layout, const Each& each) {
  gpu::Dimensions index = gpu::Dimensions::filled(layout.ndim(), 0);
  for (std::int64_t number = 0; number < layout.volume(); ++number) {
    each(static_cast<std::size_t>(number), index);
    for (std::size_t axis = layout.ndim(); axis-- > 0;) {
      if (++index[axis] < layout.shape()[axis]) {
        break;
      }
      index[axis] = 0;
    }
  }
}

}  // namespace

std::vector<std::byte> texel_numbers(const gpu::StridedMemoryView& tensor, DataType format) {
  const std::size_t size = gpu::size_bytes(format);
  const std::int64_t itemsize = tensor.type().itemsize();
  const bool is_copy = tensor.type() == ElementType(format);
  const Read read = reader_of(tensor.type());
  if (read == nullptr) {
    throw gpu::InvalidArgument(fmt::format("texels cannot be {}: use integers or floats", to_string(tensor.type())));
  }
  if (!tensor.is_host_accessible()) {
    throw gpu::InvalidArgument(
        fmt::format("the elements are in memory of {} that the host cannot access: copy them to the host first",
                    to_string(tensor.device_id())));
  }
  const Write write = format_of(format).write;
  std::vector<std::byte> texels(static_cast<std::size_t>(tensor.layout().volume()) * size);
  const auto* const memory = reinterpret_cast<const std::byte*>(tensor.pointer().value);
  for_each_element(tensor.layout(), [&](std::size_t number, const gpu::Dimensions& index) {
    const std::byte* const element = memory + tensor.layout()(std::span(index.begin(), index.size())) * itemsize;
    if (is_copy) {
      std::memcpy(texels.data() + number * size, element, size);
    } else if (!write(read(element), texels.data() + number * size)) {
      throw gpu::InvalidArgument(fmt::format("element {} is {}, which {} cannot represent: use integers in its range",
                                             to_string(index), static_cast<double>(read(element)), to_string(format)));
    }
  });
  return texels;
}

std::vector<std::byte> texel_numbers(Image image, DataType format) {
  if (image.type == format) {
    return std::move(image.pixels);
  }
  const Format from = format_of(image.type);
  const Format to = format_of(format);
  const std::size_t from_size = gpu::size_bytes(image.type);
  const std::size_t to_size = gpu::size_bytes(format);
  const std::size_t count = image.pixels.size() / from_size;
  std::vector<std::byte> texels(count * to_size);
  for (std::size_t number = 0; number < count; ++number) {
    Number value = from.read(image.pixels.data() + number * from_size) / from.one * to.one;
    if (!is_floating_point(format)) {
      value = value >= 0 ? std::floor(std::min(value, to.one) + Number{0.5}) : 0;  // NaN is 0
    }
    static_cast<void>(to.write(value, texels.data() + number * to_size));
  }
  return texels;
}

}  // namespace texelscope::app
