#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "texelscope_inspect.h"

/// Shows arrays of a running program in texelscope's window, live: see texelscope_inspect.h for what a call costs and
/// does. C++17; nothing here throws.
///
///     texelscope::inspect::show("density", density.data(), {height, width});
///     texelscope::inspect::show("weights", weights);           // a vector, an array, a span or an mdspan
namespace texelscope::inspect {

enum class Status {
  sent = TEXELSCOPE_INSPECT_SENT,
  skipped = TEXELSCOPE_INSPECT_SKIPPED,
  not_watched = TEXELSCOPE_INSPECT_NOT_WATCHED,
  refused = TEXELSCOPE_INSPECT_REFUSED
};

/// The name of an element's type, for show(). Specialize it for types of your own, such as a half: `value` is one of
/// the names in texelscope_inspect.h.
template <class T, class = void>
struct type_name;

namespace detail {

template <class T>
constexpr const char* integer_name() {
  constexpr const char* names[] = {"uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64"};
  return names[(sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 2 : sizeof(T) == 4 ? 4 : 6) + (std::is_signed_v<T> ? 1 : 0)];
}

template <class T>
inline constexpr bool is_shown_integer = std::is_integral_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 8;

}  // namespace detail

template <class T>
struct type_name<T, std::enable_if_t<detail::is_shown_integer<T>>> {
  static constexpr const char* value = detail::integer_name<T>();
};
template <>
struct type_name<bool> {
  static constexpr const char* value = "bool";
};
template <>
struct type_name<std::byte> {
  static constexpr const char* value = "uint8";
};
template <>
struct type_name<float> {
  static constexpr const char* value = "float32";
};
template <>
struct type_name<double> {
  static constexpr const char* value = "float64";
};
template <>
struct type_name<std::complex<float>> {
  static constexpr const char* value = "complex64";
};
template <>
struct type_name<std::complex<double>> {
  static constexpr const char* value = "complex128";
};

/// Up to 16 extents or distances.
class Axes {
 public:
  Axes() = default;
  /// Integers of any types: `{rows, 3}`.
  template <class... Numbers, class = std::enable_if_t<(std::is_integral_v<Numbers> && ...)>>
  Axes(Numbers... values) noexcept {
    (add(static_cast<std::int64_t>(values)), ...);
  }
  void add(std::int64_t value) noexcept {
    if (count_ < TEXELSCOPE_INSPECT_MAX_RANK) {
      values_[static_cast<std::size_t>(count_)] = value;
    }
    // A rank of 17 is refused, with a message.
    ++count_;
  }
  [[nodiscard]] int count() const noexcept { return count_; }
  [[nodiscard]] const std::int64_t* data() const noexcept { return values_.data(); }

 private:
  std::array<std::int64_t, TEXELSCOPE_INSPECT_MAX_RANK> values_{};
  int count_ = 0;
};

/// Settings of a call.
struct Options {
  // Not an aggregate: a list in braces is a shape.
  Options() noexcept {}
  /// Copies the array even if the budget is spent.
  bool always = false;
  /// The memory of a CUDA device, whose stream wrote the array.
  bool is_cuda = false;
  void* stream = nullptr;
  /// A texture's settings, JSON as docs/inspect.md describes; null for none.
  const char* texture = nullptr;
};

/// Whether a call of show() may have an effect.
[[nodiscard]] inline bool is_watched() noexcept { return texelscope_inspect_is_watched() != 0; }

namespace detail {

/// Status::refused, with a reason for texelscope_inspect_last_error().
inline Status refuse(const char* reason) noexcept {
#ifdef TEXELSCOPE_INSPECT_OFF
  return static_cast<void>(reason), Status::not_watched;
#else
  return static_cast<Status>(texelscope_inspect_refuse(reason));
#endif
}

/// Runs `function` if a window listens; errors become Status::refused.
template <class Function>
Status guarded(const Function& function) noexcept {
  if (!is_watched()) {
    return Status::not_watched;
  }
  try {
    return function();
  } catch (...) {
    return Status::refused;
  }
}

}  // namespace detail

/// Shows elements of a named type at an address. Distances are in bytes, one for each axis; none for C order without
/// gaps.
inline Status show_bytes(const char* name, const void* data, const char* type, const Axes& shape, const Axes& strides,
                         const Options& options = {}) noexcept {
  if (!is_watched()) {
    return Status::not_watched;
  }
  if (strides.count() != 0 && strides.count() != shape.count()) {
    return detail::refuse("the shape and the strides have different numbers of axes");
  }
  texelscope_inspect_array array = {};
  array.struct_size = sizeof array;
  array.flags = options.always ? TEXELSCOPE_INSPECT_ALWAYS : 0;
  array.name = name;
  array.data = data;
  array.type = type;
  array.rank = shape.count();
  array.memory = options.is_cuda ? TEXELSCOPE_INSPECT_CUDA : TEXELSCOPE_INSPECT_HOST;
  array.shape = shape.data();
  array.strides = strides.count() > 0 ? strides.data() : nullptr;
  array.stream = options.stream;
  array.texture = options.texture;
  return static_cast<Status>(texelscope_inspect_show(&array));
}

/// Shows elements at an address, in C order without gaps: show("image", pixels, {height, width, 4}).
template <class T>
Status show(const char* name, const T* data, const Axes& shape, const Options& options = {}) noexcept {
  return show_bytes(name, data, type_name<T>::value, shape, {}, options);
}

/// Shows elements at an address. Distances between neighbors are in elements, one for each axis, of any sign.
template <class T>
Status show(const char* name, const T* data, const Axes& shape, const Axes& strides,
            const Options& options = {}) noexcept {
  if (!is_watched()) {
    return Status::not_watched;
  }
  Axes bytes;
  for (int axis = 0; axis < strides.count(); ++axis) {
    bytes.add(axis < TEXELSCOPE_INSPECT_MAX_RANK ? strides.data()[axis] * static_cast<std::int64_t>(sizeof(T)) : 0);
  }
  return show_bytes(name, data, type_name<T>::value, shape, bytes, options);
}

/// Shows a contiguous range on the host, such as a std::vector, std::array or std::span, as one axis.
template <class Range, class T = std::remove_cv_t<std::remove_pointer_t<decltype(std::declval<const Range&>().data())>>,
          class = decltype(std::declval<const Range&>().size())>
Status show(const char* name, const Range& range, const Options& options = {}) noexcept {
  return show_bytes(name, range.data(), type_name<T>::value, {static_cast<std::int64_t>(range.size())}, {}, options);
}

/// Shows a contiguous range on the host as an array of this shape; refused if the numbers of elements differ.
template <class Range, class T = std::remove_cv_t<std::remove_pointer_t<decltype(std::declval<const Range&>().data())>>,
          class = decltype(std::declval<const Range&>().size())>
Status show(const char* name, const Range& range, const Axes& shape, const Options& options = {}) noexcept {
  if (!is_watched()) {
    return Status::not_watched;
  }
  std::int64_t count = 1;
  for (int axis = 0; axis < shape.count() && axis < TEXELSCOPE_INSPECT_MAX_RANK; ++axis) {
    count *= shape.data()[axis];
  }
  if (count != static_cast<std::int64_t>(range.size())) {
    return detail::refuse("the range and the shape have different numbers of elements");
  }
  return show_bytes(name, range.data(), type_name<T>::value, shape, {}, options);
}

/// Shows a std::mdspan, a Kokkos::View-like or any type with data_handle(), rank(), extent(i) and stride(i).
template <class Span, class = decltype(std::declval<const Span&>().data_handle()),
          class = decltype(std::declval<const Span&>().stride(0)), class = void>
Status show(const char* name, const Span& span, const Options& options = {}) noexcept {
  if (!is_watched()) {
    return Status::not_watched;
  }
  Axes shape;
  Axes strides;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(span.rank()); ++axis) {
    shape.add(static_cast<std::int64_t>(span.extent(axis)));
    strides.add(static_cast<std::int64_t>(span.stride(axis)));
  }
  using T = std::remove_cv_t<std::remove_pointer_t<decltype(span.data_handle())>>;
  return show(name, static_cast<const T*>(span.data_handle()), shape, strides, options);
}

/// Ends an array: the window keeps it and marks it as ended.
inline void end(const char* name) noexcept {
#ifdef TEXELSCOPE_INSPECT_OFF
  static_cast<void>(name);
#else
  texelscope_inspect_end(name);
#endif
}

/// Waits until a window listens, at most this long. @returns whether one listens.
inline bool wait_for_window(int milliseconds) noexcept {
#ifdef TEXELSCOPE_INSPECT_OFF
  return static_cast<void>(milliseconds), false;
#else
  return texelscope_inspect_wait(milliseconds) != 0;
#endif
}

/// Waits until the window has been told of all that was sent, at most this long. @returns whether it has.
inline bool flush(int milliseconds) noexcept {
#ifdef TEXELSCOPE_INSPECT_OFF
  return static_cast<void>(milliseconds), true;
#else
  return texelscope_inspect_flush(milliseconds) != 0;
#endif
}

}  // namespace texelscope::inspect
