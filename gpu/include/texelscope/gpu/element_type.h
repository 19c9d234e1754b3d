#pragma once

#include <bit>
#include <complex>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "texelscope/gpu/data_type.h"

namespace texelscope::gpu {

/// The meaning of an element's bits.
enum class ElementKind : std::uint8_t {
  boolean,
  signed_integer,
  unsigned_integer,
  /// IEEE 754 binary; with 128 bits, the host's long double, as in NumPy.
  floating_point,
  /// Two floating-point numbers: the real and the imaginary part.
  complex,
  /// 64-bit count of time units: since 1970-01-01, or as a difference.
  datetime,
  timedelta,
  /// A byte string.
  bytes,
  /// A string of 32-bit code points.
  unicode,
  /// Uninterpreted bytes (NumPy's void).
  opaque,
  /// The upper half of a float32.
  bfloat16,
  // Numbers with a sign, an exponent and a mantissa of the given widths, named as in DLPack and ml_dtypes: "fn" formats
  // have no infinity, "uz" formats no negative zero, whose bit pattern is the only NaN; e8m0fnu is an unsigned power of
  // two.
  float8_e3m4,
  float8_e4m3,
  float8_e4m3b11fnuz,
  float8_e4m3fn,
  float8_e4m3fnuz,
  float8_e5m2,
  float8_e5m2fnuz,
  float8_e8m0fnu,
  float6_e2m3fn,
  float6_e3m2fn,
  float4_e2m1fn
};

enum class TimeBase : std::uint8_t {
  generic,
  year,
  month,
  week,
  day,
  hour,
  minute,
  second,
  millisecond,
  microsecond,
  nanosecond,
  picosecond,
  femtosecond,
  attosecond
};

/// The unit of a datetime: 25 s is {second, 25}.
struct TimeUnit {
  TimeBase base = TimeBase::generic;
  std::int32_t count = 1;
  constexpr bool operator==(const TimeUnit&) const noexcept = default;
};

/// Type of one element of a tensor: every NumPy dtype except object and structured dtypes, the small floating-point
/// formats of machine learning, and vectors of numbers. It consists of `lanes` values of `bits` each, which together
/// must fill whole bytes: one 4-bit lane is not a valid element, two are. The lanes of a string are its characters.
/// DataType is the subset that texels support.
class ElementType {
 public:
  /// uint8.
  constexpr ElementType() noexcept = default;
  /// Bits: boolean, bytes and opaque 8; integers 1, 2, 4, 8, 16, 32 or 64; floating_point 16, 32, 64 or 128; complex
  /// 32, 64, 128 or 256; times 64; unicode 32; small formats as named. Only times have a unit, with a count ≥ 1 (1 for
  /// generic).
  /// @throws InvalidArgument for other values, for lanes below 1, or if the lanes are not whole bytes or exceed 2³¹
  /// bytes.
  constexpr ElementType(ElementKind kind, std::int64_t bits, std::int64_t lanes = 1, TimeUnit time_unit = {})
      : kind_{kind}, bits_{bits}, lanes_{lanes}, time_unit_{time_unit} {
    if (!are_bits_legal() || !are_lanes_legal() || !is_time_unit_legal()) {
      refuse();
    }
  }
  /// A channel of a texel.
  ElementType(DataType type) noexcept;
  /// Interpretation of the bits: integer, float, string and so on.
  [[nodiscard]] constexpr ElementKind kind() const noexcept { return kind_; }
  /// Bits of one lane.
  [[nodiscard]] constexpr std::int64_t bits() const noexcept { return bits_; }
  [[nodiscard]] constexpr std::int64_t lanes() const noexcept { return lanes_; }      ///< Lanes of one element.
  [[nodiscard]] constexpr TimeUnit time_unit() const noexcept { return time_unit_; }  ///< Unit of times.
  /// Bytes of one element, 1–2³¹.
  [[nodiscard]] constexpr std::int64_t itemsize() const noexcept { return bits_ * lanes_ / 8; }
  /// Bytes that are swapped as a unit: a component of a complex number, or a character.
  [[nodiscard]] constexpr std::int64_t component_size() const noexcept {
    const std::int64_t bits = kind_ == ElementKind::complex ? bits_ / 2 : bits_;
    return bits < 8 ? 1 : bits / 8;
  }
  /// The type as a texel channel; nullopt if texels do not support it.
  [[nodiscard]] std::optional<DataType> data_type() const noexcept;

  constexpr bool operator==(const ElementType&) const noexcept = default;

 private:
  [[nodiscard]] constexpr bool are_bits_legal() const noexcept {
    const bool is_power = bits_ > 0 && (bits_ & (bits_ - 1)) == 0;
    switch (kind_) {
      case ElementKind::boolean:
      case ElementKind::bytes:
      case ElementKind::opaque:
        return bits_ == 8;
      case ElementKind::signed_integer:
      case ElementKind::unsigned_integer:
        return is_power && bits_ <= 64;
      case ElementKind::floating_point:
        return is_power && bits_ >= 16 && bits_ <= 128;
      case ElementKind::complex:
        return is_power && bits_ >= 32 && bits_ <= 256;
      case ElementKind::datetime:
      case ElementKind::timedelta:
        return bits_ == 64;
      case ElementKind::unicode:
        return bits_ == 32;
      case ElementKind::bfloat16:
        return bits_ == 16;
      case ElementKind::float8_e3m4:
      case ElementKind::float8_e4m3:
      case ElementKind::float8_e4m3b11fnuz:
      case ElementKind::float8_e4m3fn:
      case ElementKind::float8_e4m3fnuz:
      case ElementKind::float8_e5m2:
      case ElementKind::float8_e5m2fnuz:
      case ElementKind::float8_e8m0fnu:
        return bits_ == 8;
      case ElementKind::float6_e2m3fn:
      case ElementKind::float6_e3m2fn:
        return bits_ == 6;
      case ElementKind::float4_e2m1fn:
        return bits_ == 4;
    }
    return false;
  }
  [[nodiscard]] constexpr bool are_lanes_legal() const noexcept {
    constexpr std::int64_t max_bits = std::int64_t{8} << 31;
    return lanes_ >= 1 && lanes_ <= max_bits / bits_ && bits_ * lanes_ % 8 == 0;
  }
  [[nodiscard]] constexpr bool is_time() const noexcept {
    return kind_ == ElementKind::datetime || kind_ == ElementKind::timedelta;
  }
  [[nodiscard]] constexpr bool is_time_unit_legal() const noexcept {
    return time_unit_ == TimeUnit{} || (is_time() && time_unit_.base != TimeBase::generic && time_unit_.count >= 1);
  }
  [[noreturn]] void refuse() const;

  ElementKind kind_ = ElementKind::unsigned_integer;
  std::int64_t bits_ = 8;
  std::int64_t lanes_ = 1;
  TimeUnit time_unit_;
};

/// NumPy's name, such as "float32", "datetime64[25s]", "S5", "U3", "V4", "bfloat16"; multiple lanes of numbers are
/// "float32x4".
[[nodiscard]] std::string to_string(const ElementType& type);

/// A C++ type that corresponds to an element type: bool, integers, floating-point numbers, and complex numbers.
template <class T>
concept Element = std::is_arithmetic_v<T> || std::same_as<T, std::complex<float>> ||
                  std::same_as<T, std::complex<double>> || std::same_as<T, std::complex<long double>>;

template <Element T>
inline constexpr ElementType element_type_of = [] {
  if constexpr (std::same_as<T, bool>) {
    return ElementType(ElementKind::boolean, 8);
  } else if constexpr (std::is_integral_v<T>) {
    return ElementType(std::is_signed_v<T> ? ElementKind::signed_integer : ElementKind::unsigned_integer,
                       8 * sizeof(T));
  } else {
    return ElementType(std::is_floating_point_v<T> ? ElementKind::floating_point : ElementKind::complex, 8 * sizeof(T));
  }
}();

/// The contents of a NumPy type string: "<f8", ">c16", "|b1", "<U3", "<M8[25s]".
struct NumpyType {
  ElementType type;
  /// The host's byte order if the type has none.
  std::endian byte_order = std::endian::native;
  bool operator==(const NumpyType&) const noexcept = default;
};

/// Parses a `descr` of an .npy file, or a `typestr` of an array interface. '|' denotes types that have no byte order;
/// '<' and '>' are also accepted for these.
/// @throws InvalidArgument with the reason for object, structured and unknown types, and for 0-byte elements.
[[nodiscard]] NumpyType numpy_type_from_string(std::string_view text);

/// The NumPy type string, in the host's byte order. @throws InvalidArgument for types that do not exist in NumPy:
/// numbers with multiple lanes, or of less than 8 bits.
[[nodiscard]] std::string to_numpy_string(const ElementType& type);

}  // namespace texelscope::gpu
