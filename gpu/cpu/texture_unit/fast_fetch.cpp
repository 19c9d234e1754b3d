#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

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

HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

using Sample = kernels::HostTexture::SampleFloat;

template <class Texels, int rank>
Sample choose_by_form(bool is_linear, AxesForm form) {
  if (is_linear) {
    return form == AxesForm::clamped ? sample_linear<Texels, rank, true>
           : form == AxesForm::fast  ? sample_linear<Texels, rank, false>
                                     : sample_anywhere<Texels, rank>;
  }
  return form == AxesForm::clamped ? sample_point<Texels, rank, true>
         : form == AxesForm::fast  ? sample_point<Texels, rank, false>
                                   : sample_point_anywhere<Texels, rank>;
}

template <class Texels>
Sample choose_by_rank(const BoundTexture& texture, AxesForm form) {
  return texture.rank == 1   ? choose_by_form<Texels, 1>(texture.is_linear_filter, form)
         : texture.rank == 2 ? choose_by_form<Texels, 2>(texture.is_linear_filter, form)
                             : choose_by_form<Texels, 3>(texture.is_linear_filter, form);
}

template <int channels>
Sample choose_by_format(const BoundTexture& texture, DataType format, AxesForm form) {
  switch (format) {
    case DataType::uint8:
      return choose_by_rank<IntegerTexels<std::uint8_t, channels>>(texture, form);
    case DataType::int8:
      return choose_by_rank<IntegerTexels<std::int8_t, channels>>(texture, form);
    case DataType::uint16:
      return choose_by_rank<IntegerTexels<std::uint16_t, channels>>(texture, form);
    case DataType::int16:
      return choose_by_rank<IntegerTexels<std::int16_t, channels>>(texture, form);
    case DataType::float16:
      return choose_by_rank<FloatTexels<Float16Lanes<channels>>>(texture, form);
    case DataType::float32:
      return choose_by_rank<FloatTexels<Float32Lanes<channels>>>(texture, form);
    case DataType::uint32:
    case DataType::int32:
      break;
  }
  return nullptr;
}

Sample choose(const BoundTexture& texture, DataType format, bool is_srgb, AxesForm form) {
  return is_srgb                     ? choose_by_rank<FloatTexels<SrgbCodeLanes>>(texture, form)
         : texture.num_channels == 1 ? choose_by_format<1>(texture, format, form)
         : texture.num_channels == 2 ? choose_by_format<2>(texture, format, form)
                                     : choose_by_format<4>(texture, format, form);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#else
namespace texelscope::gpu::cpu::texture_unit::HWY_NAMESPACE {
kernels::HostTexture::SampleFloat choose(const BoundTexture& /*texture*/, DataType /*format*/, bool /*is_srgb*/,
                                         AxesForm /*form*/) {
  return nullptr;
}
}  // namespace texelscope::gpu::cpu::texture_unit::HWY_NAMESPACE
#endif

#if HWY_ONCE
namespace texelscope::gpu::cpu::texture_unit {
namespace {

HWY_EXPORT(choose);

AxesForm axes_form(const BoundLevel& level, int rank, bool is_linear) {
  const auto axes = std::span{level.axes}.first(static_cast<std::size_t>(rank));
  // A 1D array with a border color above and below is read as two rows.
  if (!std::ranges::all_of(axes, has_fast_form) ||
      (rank == 1 && is_linear && level.axes[1].mode == AddressMode::border)) {
    return AxesForm::any;
  }
  const bool is_clamped =
      std::ranges::all_of(axes, [&](const Axis& axis) { return has_clamped_form(axis, is_linear); });
  return is_clamped ? AxesForm::clamped : AxesForm::fast;
}

}  // namespace

void use_fast_fetch(BoundTexture& texture, const TextureDescriptor& descriptor, DataType format) {
  const bool gives_floats = is_floating_point(format) || descriptor.read_mode == ReadMode::normalized_float;
  if (!gives_floats) {
    return;
  }
  const AxesForm form = axes_form(texture, texture.rank, texture.is_linear_filter);
  const auto fast = HWY_DYNAMIC_DISPATCH(choose)(texture, format, descriptor.srgb, form);
  if (fast == nullptr) {
    return;
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    texture.fast_axes[axis] = make_fast_axis(texture.axes[axis], texture.is_linear_filter);
  }
  texture.sample_float = fast;
}

}  // namespace texelscope::gpu::cpu::texture_unit
#endif
