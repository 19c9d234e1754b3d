#include <type_traits>

#include "gpu/cpu/texture_unit/bound_texture.h"
#include "gpu/cpu/texture_unit/fetch_functions.h"
#include "gpu/cpu/texture_unit/highway_targets.h"

// foreach_target.h includes this file once for each instruction set; the best set for the processor is chosen when a
// texture is created.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gpu/cpu/texture_unit/fast_fetch.cpp"
#include "hwy/foreach_target.h"
// Must follow foreach_target.h.
#include "hwy/highway.h"

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "gpu/cpu/texture_unit/lane_fetch.inl"
#include "gpu/cpu/texture_unit/rgba8.inl"

HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

using Sample = kernels::HostTexture::SampleFloat;

/// A 1D texture is read as a 2D texture at y = 0.
template <Sample of_2d, Sample of_3d>
Sample by_rank(int rank) {
  return rank == 3 ? of_3d : of_2d;
}

template <class Format, class Reader>
Sample choose_floats(const BoundTexture& texture, bool is_clamped) {
  if (!texture.is_linear_filter) {
    return by_rank<sample_point<Format::load, 2>, sample_point<Format::load, 3>>(texture.rank);
  }
  return is_clamped ? sample_clamped_floats<Format, Reader>
                    : by_rank<sample_floats<Format, Reader, 2>, sample_floats<Format, Reader, 3>>(texture.rank);
}

template <class Integer, int channels>
Sample choose_integers(const BoundTexture& texture, bool is_clamped) {
  if (!texture.is_linear_filter) {
    constexpr auto load = normalized_lanes<Integer, channels>;
    return by_rank<sample_point<load, 2>, sample_point<load, 3>>(texture.rank);
  }
  if (!is_clamped) {
    return by_rank<sample_integers<Integer, channels, 2>, sample_integers<Integer, channels, 3>>(texture.rank);
  }
  if constexpr (std::is_same_v<Integer, std::uint8_t> && channels == 4) {
    return sample_clamped_rgba8;
  } else {
    return sample_clamped_integers<Integer, channels>;
  }
}

Sample choose_srgb(const BoundTexture& texture, bool is_clamped) {
  if (!texture.is_linear_filter) {
    return by_rank<sample_srgb_point<2>, sample_srgb_point<3>>(texture.rank);
  }
  return is_clamped ? sample_clamped_srgb : by_rank<sample_srgb<2>, sample_srgb<3>>(texture.rank);
}

template <int channels>
Sample choose_by_format(const BoundTexture& texture, DataType format, bool is_clamped) {
  switch (format) {
    case DataType::uint8:
      return choose_integers<std::uint8_t, channels>(texture, is_clamped);
    case DataType::int8:
      return choose_integers<std::int8_t, channels>(texture, is_clamped);
    case DataType::uint16:
      return choose_integers<std::uint16_t, channels>(texture, is_clamped);
    case DataType::int16:
      return choose_integers<std::int16_t, channels>(texture, is_clamped);
    case DataType::float16:
      return choose_floats<Float16Lanes<channels>, Float16Reader>(texture, is_clamped);
    case DataType::float32:
      return choose_floats<Float32Lanes<channels>, Float32Reader>(texture, is_clamped);
    case DataType::uint32:
    case DataType::int32:
      break;
  }
  return nullptr;
}

Sample choose(const BoundTexture& texture, DataType format, bool is_srgb, bool is_clamped) {
  return is_srgb                     ? choose_srgb(texture, is_clamped)
         : texture.num_channels == 1 ? choose_by_format<1>(texture, format, is_clamped)
         : texture.num_channels == 2 ? choose_by_format<2>(texture, format, is_clamped)
                                     : choose_by_format<4>(texture, format, is_clamped);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#else
namespace texelscope::gpu::cpu::texture_unit::HWY_NAMESPACE {
kernels::HostTexture::SampleFloat choose(const BoundTexture& /*texture*/, DataType /*format*/, bool /*is_srgb*/,
                                         bool /*is_clamped*/) {
  return nullptr;
}
}  // namespace texelscope::gpu::cpu::texture_unit::HWY_NAMESPACE
#endif

#if HWY_ONCE
namespace texelscope::gpu::cpu::texture_unit {
namespace {

HWY_EXPORT(choose);

}  // namespace

void use_fast_fetch(BoundTexture& texture, const TextureDescriptor& descriptor, DataType format) {
  const bool gives_floats = is_floating_point(format) || descriptor.read_mode == ReadMode::normalized_float;
  if (!gives_floats) {
    return;
  }
  const bool is_clamped = texture.rank == 2 && has_clamped_form(texture.axes[0]) && has_clamped_form(texture.axes[1]);
  const auto fast = HWY_DYNAMIC_DISPATCH(choose)(texture, format, descriptor.srgb, is_clamped);
  if (fast == nullptr) {
    return;
  }
  if (is_clamped) {
    texture.clamped = {make_clamped_axis(texture.axes[0]), make_clamped_axis(texture.axes[1])};
  }
  texture.sample_float = fast;
}

}  // namespace texelscope::gpu::cpu::texture_unit
#endif
