#include "app/device/element_value.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "app/text/number_format.h"

namespace texelscope::app {
namespace {

using gpu::ElementKind;

template <class T>
void set_number(std::byte* element, T value) noexcept {
  std::memcpy(element, &value, sizeof(T));
}

}  // namespace

double element_value(const std::byte* element, const gpu::ElementType& type) noexcept {
  const double number =
      number_at(reinterpret_cast<const std::uint8_t*>(element), 0, number_format(type), ComplexPart::real);
  return std::isfinite(number) ? number : 0;
}

void set_element_brightness(std::byte* element, const gpu::ElementType& type, double brightness) noexcept {
  const double scaled = std::clamp(brightness, 0.0, 1.0);
  if (type.kind() == ElementKind::unsigned_integer && type.bits() == 16) {
    set_number(element, static_cast<std::uint16_t>(scaled * std::numeric_limits<std::uint16_t>::max() + 0.5));
  } else if (type.kind() == ElementKind::floating_point && type.bits() == 32) {
    set_number(element, static_cast<float>(scaled));
  } else if (type.kind() == ElementKind::floating_point && type.bits() == 64) {
    set_number(element, scaled);
  } else if (type.kind() == ElementKind::complex && type.bits() == 128) {
    set_number(element, scaled);
    set_number(element + sizeof(double), 0.0);
  } else {
    std::memset(element, static_cast<int>(scaled * 255 + 0.5), static_cast<std::size_t>(type.itemsize()));
  }
}

}  // namespace texelscope::app
