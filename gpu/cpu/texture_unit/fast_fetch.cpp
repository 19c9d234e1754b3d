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
#include "gpu/cpu/texture_unit/level_fetch.inl"

HWY_BEFORE_NAMESPACE();
namespace texelscope::gpu::cpu::texture_unit {
namespace HWY_NAMESPACE {

using Sample = kernels::HostTexture::SampleFloat;

template <class Texels, int rank, AxesForm form>
Sample choose_by_filter(bool is_linear) {
  return is_linear ? sample_linear<Texels, rank, form> : sample_point<Texels, rank, form>;
}

template <class Texels, int rank>
Sample choose_by_form(bool is_linear, AxesForm form) {
  switch (form) {
    case AxesForm::clamped:
      return choose_by_filter<Texels, rank, AxesForm::clamped>(is_linear);
    case AxesForm::forward:
      if constexpr (rank == 2) {
        return choose_by_filter<Texels, rank, AxesForm::forward>(is_linear);
      }
      [[fallthrough]];
    case AxesForm::fast:
      return choose_by_filter<Texels, rank, AxesForm::fast>(is_linear);
    case AxesForm::any:
      break;
  }
  return is_linear ? sample_anywhere<Texels, rank> : sample_point_anywhere<Texels, rank>;
}

template <class Texels, int rank, bool is_cube_map>
void use_functions(BoundTexture& texture, const AxesForms& forms) {
  if (texture.is_linear_filter && forms.of_all_levels != AxesForm::any) {
    texture.fetch_float = fetch_levels<Texels, rank, is_cube_map>;
    texture.sample_float = sample_levels<Texels, rank, is_cube_map>;
  }
  if (!is_cube_map && forms.is_single) {
    texture.sample_float = choose_by_form<Texels, rank>(texture.is_linear_filter, forms.of_level_0);
  }
}

template <class Texels>
void use_by_rank(BoundTexture& texture, const AxesForms& forms) {
  if (texture.rank == 1) {
    use_functions<Texels, 1, false>(texture, forms);
  } else if (texture.rank == 3) {
    use_functions<Texels, 3, false>(texture, forms);
  } else if (texture.is_cube_map()) {
    use_functions<Texels, 2, true>(texture, forms);
  } else {
    use_functions<Texels, 2, false>(texture, forms);
  }
}

template <int channels>
void use_by_format(BoundTexture& texture, DataType format, const AxesForms& forms) {
  switch (format) {
    case DataType::uint8:
      return use_by_rank<IntegerTexels<std::uint8_t, channels>>(texture, forms);
    case DataType::int8:
      return use_by_rank<IntegerTexels<std::int8_t, channels>>(texture, forms);
    case DataType::uint16:
      return use_by_rank<IntegerTexels<std::uint16_t, channels>>(texture, forms);
    case DataType::int16:
      return use_by_rank<IntegerTexels<std::int16_t, channels>>(texture, forms);
    case DataType::float16:
      return use_by_rank<FloatTexels<Float16Lanes<channels>>>(texture, forms);
    case DataType::float32:
      return use_by_rank<FloatTexels<Float32Lanes<channels>>>(texture, forms);
    case DataType::uint32:
    case DataType::int32:
      break;
  }
}

void use_functions_for(BoundTexture& texture, DataType format, bool is_srgb, const AxesForms& forms) {
  if (is_srgb) {
    use_by_rank<FloatTexels<SrgbCodeLanes>>(texture, forms);
  } else if (texture.num_channels == 1) {
    use_by_format<1>(texture, format, forms);
  } else if (texture.num_channels == 2) {
    use_by_format<2>(texture, format, forms);
  } else {
    use_by_format<4>(texture, format, forms);
  }
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace texelscope::gpu::cpu::texture_unit
HWY_AFTER_NAMESPACE();

#else
namespace texelscope::gpu::cpu::texture_unit::HWY_NAMESPACE {
void use_functions_for(BoundTexture& /*texture*/, DataType /*format*/, bool /*is_srgb*/, const AxesForms& /*forms*/) {}
}  // namespace texelscope::gpu::cpu::texture_unit::HWY_NAMESPACE
#endif

#if HWY_ONCE
namespace texelscope::gpu::cpu::texture_unit {
namespace {

HWY_EXPORT(use_functions_for);

AxesForm form_of(const BoundLevel& level, int rank, bool is_linear) {
  const auto axes = std::span{level.axes}.first(static_cast<std::size_t>(rank));
  // A 1D array with a border color above and below is read as two rows.
  if (!std::ranges::all_of(axes, has_fast_form) ||
      (rank == 1 && is_linear && level.axes[1].mode == AddressMode::border)) {
    return AxesForm::any;
  }
  if (std::ranges::all_of(axes, [&](const Axis& axis) { return has_clamped_form(axis, is_linear); })) {
    return AxesForm::clamped;
  }
  const bool is_mirrored = std::ranges::any_of(axes, [](const Axis& axis) { return axis.mode == AddressMode::mirror; });
  return is_mirrored ? AxesForm::fast : AxesForm::forward;
}

}  // namespace

void use_fast_fetch(BoundTexture& texture, const TextureDescriptor& descriptor, DataType format, bool is_single) {
  const bool gives_floats = is_floating_point(format) || descriptor.read_mode == ReadMode::normalized_float;
  if (!gives_floats) {
    return;
  }
  AxesForms forms{.of_level_0 = form_of(texture, texture.rank, texture.is_linear_filter),
                  .of_all_levels = AxesForm::fast,
                  .is_single = is_single};
  const auto prepare = [&](BoundLevel& level) {
    if (form_of(level, texture.rank, texture.is_linear_filter) == AxesForm::any) {
      forms.of_all_levels = AxesForm::any;
    }
    for (std::size_t axis = 0; axis < level.axes.size(); ++axis) {
      level.fast_axes[axis] = texture.is_cube_map() ? make_fast_face_axis(level.axes[axis])
                                                    : make_fast_axis(level.axes[axis], texture.is_linear_filter);
    }
  };
  prepare(texture);
  std::ranges::for_each(texture.smaller_levels, prepare);
  HWY_DYNAMIC_DISPATCH(use_functions_for)(texture, format, descriptor.srgb, forms);
}

}  // namespace texelscope::gpu::cpu::texture_unit
#endif
