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

template <bool is_clamped, int fraction_bits>
HWY_INLINE AxisPosition find_position(const FastAxis& axis, float coordinate) {
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
  if constexpr (is_clamped) {
    return {texel, fraction, 0, true};
  } else {
    // Denormal coordinates, which count as 0, are not found: if negative, they are in the last 2^-B of a period here.
    const std::int64_t is_reversed = -static_cast<std::int64_t>((fixed & axis.reversed) != 0);
    return {(texel ^ is_reversed) + (is_reversed & (axis.last + 1)), fraction, is_reversed, index < axis.count};
  }
}

/// Two neighboring texels of a row, or of two rows, and their weights in 1/256. If `is_reversed`, the pairs of weights
/// are in reverse order.
struct Rows {
  const std::byte* upper;
  const std::byte* lower;
  /// Of both rows together: the left weight, plus 2^16 times the right weight.
  std::uint32_t columns;
  /// Of the lower row.
  std::uint32_t lower_weights;
};

HWY_INLINE std::uint32_t pair_of_weights(std::int64_t left, std::int64_t right) {
  return static_cast<std::uint32_t>(left + (right << 16));
}

/// One number in the order of memory: the lower half is that of the left texel.
HWY_INLINE std::uint32_t ordered(std::uint32_t pair, std::int64_t is_reversed) {
  const auto shift = static_cast<std::uint32_t>(is_reversed) & 16U;
  return pair << shift | pair >> shift;
}

/// slice_weights() of the whole, in two pairs.
HWY_INLINE void set_weights(Rows& rows, std::int64_t whole, std::int64_t a, std::int64_t b) {
  const auto split = [](std::int64_t weight, std::int64_t fraction) { return (weight * fraction + 128) >> 8; };
  const std::int64_t right = split(whole, a);
  const std::int64_t left = whole - right;
  rows.columns = pair_of_weights(left, right);
  rows.lower_weights = pair_of_weights(left - split(left, 256 - b), split(right, b));
}

/// The weights of a fetch of one slice: with t = r(a · b / 256), slice_weights() is {256 − a − b + t, a − t, b − t, t}.
HWY_INLINE void set_weights(Rows& rows, std::int64_t a, std::int64_t b) {
  const std::int64_t t = (a * b + 128) >> 8;
  rows.columns = pair_of_weights(256 - a, a);
  rows.lower_weights = pair_of_weights(b - t, t);
}

/// The slices that a fetch reads, the nearer one first.
template <int rank>
struct Cell {
  Rows slices[rank == 3 ? 2 : 1];
  bool is_found;
};

/// The texels of a linear fetch in a level.
template <int rank, bool is_clamped>
HWY_INLINE Cell<rank> find_cell(const BoundLevel& level, std::int64_t texel_bytes, float x, float y, float z) {
  constexpr auto find = find_position<is_clamped, 8>;
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
  const std::byte* const first =
      level.texels + slice.texel * slice_pitch + row.texel * pitch + column.texel * texel_bytes;
  Rows& near = cell.slices[0];
  near.upper = first + (pitch & row.is_reversed);
  near.lower = first + (pitch & ~row.is_reversed);
  if constexpr (rank == 1) {
    near.columns = pair_of_weights(256 - column.fraction, column.fraction);
  } else if constexpr (rank == 2) {
    // The row below is not in the second-level cache if texels are large.
    hwy::Prefetch(first + 2 * pitch);
    set_weights(near, column.fraction, row.fraction);
  } else {
    Rows& far = cell.slices[1];
    far.upper = near.upper + (slice_pitch & ~slice.is_reversed);
    far.lower = near.lower + (slice_pitch & ~slice.is_reversed);
    near.upper += slice_pitch & slice.is_reversed;
    near.lower += slice_pitch & slice.is_reversed;
    set_weights(near, 256 - slice.fraction, column.fraction, row.fraction);
    set_weights(far, slice.fraction, column.fraction, row.fraction);
  }
  if constexpr (!is_clamped) {
    for (Rows& rows : cell.slices) {
      rows.columns = ordered(rows.columns, column.is_reversed);
      rows.lower_weights = ordered(rows.lower_weights, column.is_reversed);
    }
  }
  return cell;
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#endif
