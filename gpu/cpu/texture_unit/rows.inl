// Included once for each instruction set (see fast_fetch.cpp).
#if defined(TEXELSCOPE_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TEXELSCOPE_ROWS_INL
#undef TEXELSCOPE_ROWS_INL
#else
#define TEXELSCOPE_ROWS_INL
#endif

#include <cmath>

#include "gpu/cpu/texture_unit/bound_texture.h"
#include "gpu/cpu/texture_unit/lanes.inl"
#include "hwy/cache_control.h"

// The texels of a fetch whose neighbors are also neighbors in memory.
HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

/// Truncates toward zero; values beyond 32 bits, and NaN, become an integer that is negative or 2^31 − 1.
HWY_INLINE std::uint32_t truncated(float value) {
#if HWY_ARCH_X86
  // The C++ conversion is undefined for these values, and ConvertTo does more than is needed here.
  return static_cast<std::uint32_t>(_mm_cvttss_si32(_mm_set_ss(value)));
#else
  return static_cast<std::uint32_t>(hn::GetLane(hn::ConvertTo(Ints(), hn::Set(Floats(), value))));
#endif
}

/// A position along an axis with `fraction_bits`. The texels that a fetch reads are `texel` and, for a linear filter,
/// the next one. `is_reversed` (0 or −1) means that the next one is the nearer one. In clamp mode, the position is
/// right even if it is not found: beyond the last texel, the next one has all the weight.
struct AxisPosition {
  std::int64_t texel;
  std::int64_t fraction;
  std::int64_t is_reversed;
  bool is_found;
};

template <AxesForm form, int fraction_bits>
HWY_INLINE AxisPosition find_position(const FastAxis& axis, float coordinate) {
  constexpr bool is_clamped = form == AxesForm::clamped;
  const float scaled = coordinate * axis.scale;
  const std::uint32_t fixed = truncated(is_clamped ? scaled : std::floor(scaled));
  const std::uint32_t index = (is_clamped ? fixed : fixed & axis.period) - axis.lowest;
  if (is_clamped && index >= axis.count) [[unlikely]] {
    // False for NaN, which counts as 0.
    const bool is_beyond = scaled > axis.inside;
    return {is_beyond ? axis.last : 0, is_beyond && fraction_bits != 0 ? 256 : 0, 0, !is_beyond};
  }
  // Unsigned, because an index that is not found can be large.
  const auto position = static_cast<std::int64_t>(
      (index * static_cast<std::uint64_t>(axis.multiplier) - static_cast<std::uint64_t>(axis.offset)) >> 32);
  const std::int64_t texel = position >> fraction_bits;
  const std::int64_t fraction = position & ((1 << fraction_bits) - 1);
  if constexpr (form != AxesForm::fast) {
    return {texel, fraction, 0, is_clamped || index < axis.count};
  } else {
    // Denormal coordinates, which count as 0, are not found: if negative, they are in the last 2^-B of a period here.
    const std::int64_t is_reversed = -static_cast<std::int64_t>((fixed & axis.reversed) != 0);
    return {(texel ^ is_reversed) + (is_reversed & (axis.last + 1)), fraction, is_reversed, index < axis.count};
  }
}

/// Two neighboring texels of a row, or of two rows, and their weights in 1/256.
struct Rows {
  const std::byte* upper;
  const std::byte* lower;
  /// Of both rows together: the left weight, plus 2^16 times the right weight.
  std::uint32_t columns;
  /// Of the lower row.
  std::uint32_t lower_weights;
};

/// Where the weights of a pair belong: the lower half is the left texel's in memory.
struct PairOrder {
  unsigned left = 0;
  unsigned right = 16;
};

HWY_INLINE PairOrder order_of(const AxisPosition& position) {
  const unsigned left = static_cast<unsigned>(position.is_reversed) & 16U;
  return {left, 16 - left};
}

HWY_INLINE std::uint32_t pair_of_weights(std::int64_t left, std::int64_t right, PairOrder order = {}) {
  return (static_cast<std::uint32_t>(left) << order.left) + (static_cast<std::uint32_t>(right) << order.right);
}

HWY_INLINE std::int64_t split_weight(std::int64_t weight, std::int64_t fraction) {
  return (weight * fraction + 128) >> 8;
}

/// slice_weights() of the whole, in two pairs.
HWY_INLINE void set_weights(Rows& rows, std::int64_t whole, std::int64_t a, std::int64_t b, PairOrder order = {}) {
  const std::int64_t right = split_weight(whole, a);
  const std::int64_t left = whole - right;
  rows.columns = pair_of_weights(left, right, order);
  rows.lower_weights = pair_of_weights(left - split_weight(left, 256 - b), split_weight(right, b), order);
}

/// The weights of a fetch of one slice: with t = r(a · b / 256), slice_weights() is {256 − a − b + t, a − t, b − t, t}.
HWY_INLINE void set_weights(Rows& rows, std::int64_t a, std::int64_t b, PairOrder order) {
  const std::int64_t t = split_weight(a, b);
  rows.columns = pair_of_weights(256 - a, a, order);
  rows.lower_weights = pair_of_weights(b - t, t, order);
}

/// The slices that a fetch reads, the nearer one first.
template <int rank>
struct Cell {
  Rows slices[rank == 3 ? 2 : 1];
  bool is_found;
};

/// The texels of a linear fetch in a level, from the first slice of its layer on. `whole` is the level's weight; 256 if
/// it is the only level.
template <int rank, AxesForm form, bool is_only_level = true>
HWY_INLINE Cell<rank> find_cell(const BoundLevel& level, const std::byte* texels, std::int64_t texel_bytes, float x,
                                float y, float z, std::int64_t whole = 256) {
  constexpr bool is_clamped = form == AxesForm::clamped;
  constexpr auto find = find_position<form, 8>;
  constexpr AxisPosition none{0, 0, 0, true};
  const AxisPosition column = find(level.fast_axes[0], x);
  const AxisPosition row = rank >= 2 ? find(level.fast_axes[1], y) : none;
  const AxisPosition slice = rank == 3 ? find(level.fast_axes[2], z) : none;
  Cell<rank> cell;
  // In clamp mode, only the split of a slice's weight between the rows depends on whether the texel that has it is the
  // left or the right one: ties are rounded differently.
  cell.is_found = is_clamped ? rank < 3 || column.is_found : column.is_found & row.is_found & slice.is_found;
  if (!cell.is_found) [[unlikely]] {
    return cell;
  }
  const std::int64_t pitch = level.row_pitch_bytes;
  const std::int64_t slice_pitch = level.slice_pitch_bytes;
  const std::byte* const first = texels + slice.texel * slice_pitch + row.texel * pitch + column.texel * texel_bytes;
  const PairOrder order = order_of(column);
  Rows& near = cell.slices[0];
  near.upper = first + (pitch & row.is_reversed);
  near.lower = first + (pitch & ~row.is_reversed);
  if constexpr (rank == 1) {
    const std::int64_t right = is_only_level ? column.fraction : split_weight(whole, column.fraction);
    near.columns = pair_of_weights(whole - right, right, order);
  } else if constexpr (rank == 2) {
    // The row below is not in the second-level cache if texels are large.
    hwy::Prefetch(first + 2 * pitch);
    if constexpr (is_only_level) {
      set_weights(near, column.fraction, row.fraction, order);
    } else {
      set_weights(near, whole, column.fraction, row.fraction, order);
    }
  } else {
    Rows& far = cell.slices[1];
    far.upper = near.upper + (slice_pitch & ~slice.is_reversed);
    far.lower = near.lower + (slice_pitch & ~slice.is_reversed);
    near.upper += slice_pitch & slice.is_reversed;
    near.lower += slice_pitch & slice.is_reversed;
    const std::int64_t near_weight = is_only_level ? 256 - slice.fraction : split_weight(whole, 256 - slice.fraction);
    set_weights(near, near_weight, column.fraction, row.fraction, order);
    set_weights(far, whole - near_weight, column.fraction, row.fraction, order);
  }
  return cell;
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
