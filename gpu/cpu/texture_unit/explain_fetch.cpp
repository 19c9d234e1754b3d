#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "gpu/cpu/texture_unit/cube_map.h"
#include "gpu/cpu/texture_unit/explain_taps.h"
#include "gpu/cpu/texture_unit/make_texture.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fetch_explanation.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::gpu {
namespace {

/// The texture unit computes levels in steps of 1/256.
std::string level_text(cpu::texture_unit::LevelOfDetail level) {
  return level % 256 == 0 ? fmt::format("{}", level / 256) : fmt::format("{}/256", level);
}

using cpu::texture_unit::BoundLevel;
using cpu::texture_unit::BoundTexture;
using cpu::texture_unit::TexelReading;
using kernels::TextureFetch;
using kernels::TextureOperation;

/// @throws InvalidArgument when a level has fewer texels than the descriptor specifies.
cpu::TexelView view_of(const ExplainedTexture& texture) {
  cpu::TexelView view{
      .format = texture.array.format,
      .num_channels = texture.array.num_channels,
      .levels = {},
      .kind = texture.array.kind,
      .num_slices = texture.array.num_slices(),
      .is_mipmapped = texture.resource == ResourceKind::mipmapped_array || texture.array.is_texture_gather,
      .is_linear = texture.resource == ResourceKind::linear};
  for (std::size_t level = 0; level < texture.levels.size(); ++level) {
    const Extent extent = level_descriptor(texture.array, static_cast<unsigned>(level)).shape;
    const std::size_t row = extent.width() * texture.array.element_size();
    const std::size_t needed = extent.volume() * texture.array.element_size() * texture.array.num_slices();
    if (texture.levels[level].size() < needed) {
      throw InvalidArgument(
          fmt::format("cannot explain a fetch: level {} of {} has {} bytes and needs {}; pass all "
                      "its texels",
                      level, to_string(texture.array), texture.levels[level].size(), needed));
    }
    view.levels.push_back({texture.levels[level].data(), extent, row, row * extent.height()});
  }
  return view;
}

void check(const ExplainedTexture& texture) {
  if (texture.levels.empty()) {
    throw InvalidArgument("cannot explain a fetch: the texture has no levels; pass at least the texels of level 0");
  }
  const ResourceFacts facts{texture.resource, texture.array, static_cast<unsigned>(texture.levels.size())};
  if (is_block_compressed(texture.array.encoding)) {
    throw InvalidArgument(fmt::format(
        "cannot explain a fetch from {}: a texel of a compressed block does not have its own address; decode the "
        "blocks into an array of plain texels, and explain a fetch from that",
        to_string(facts)));
  }
  if (const std::string refusal = texture_refusal(facts, texture.descriptor); !refusal.empty()) {
    throw InvalidArgument(fmt::format("texture of {}: {}", to_string(facts), refusal));
  }
}

void check(const ExplainedTexture& texture, const TextureFetch& fetch) {
  if (texture_shape(texture.array) != fetch.shape) {
    throw InvalidArgument(fmt::format(
        "cannot explain a fetch from {}: the fetch has TextureShape {}, the texture TextureShape {}; use the texture's",
        to_string(texture.array), static_cast<int>(fetch.shape), static_cast<int>(texture_shape(texture.array))));
  }
  if ((fetch.operation == TextureOperation::element) != (texture.resource == ResourceKind::linear)) {
    throw InvalidArgument(
        fmt::format("cannot explain a fetch from {}: element fetches and linear memory require each other",
                    to_string(texture.resource)));
  }
}

/// Writes an explanation while following the texture unit.
class Explainer {
 public:
  Explainer(const ExplainedTexture& texture, const BoundTexture& bound, const TextureFetch& fetch)
      : given_{texture},
        texture_{bound},
        fetch_{fetch},
        reading_{texture.array.format, texture.descriptor.read_mode, texture.descriptor.srgb} {}

  FetchExplanation explain() {
    if (fetch_.operation == TextureOperation::element) {
      explain_element();
    } else if (fetch_.operation == TextureOperation::gather) {
      explain_gather();
    } else {
      explain_sample();
    }
    explain_result();
    return std::move(out_);
  }

 private:
  void step(const char* title, std::string text) { out_.steps.push_back({title, std::move(text)}); }

  void add_tap(const std::byte* texel, double weight) {
    out_.taps.push_back(cpu::texture_unit::explain_tap(texture_, reading_, texel, weight));
    step("texel", cpu::texture_unit::tap_text(out_.taps.back(), reading_, texture_.num_channels,
                                              !texture_.smaller_levels.empty()));
  }

  /// `unit` is that of the slice's weights, in 1/256.
  void add_taps(const cpu::texture_unit::Slice& slice, double unit, int sample) {
    for (int j = 0; j < slice.count; ++j) {
      const cpu::texture_unit::Tap& tap = slice.taps[static_cast<std::size_t>(j)];
      add_tap(tap.texel, tap.weight * unit);
      out_.taps.back().sample = sample;
    }
  }

  void explain_element() {
    const bool is_inside = fetch_.element >= 0 && fetch_.element < texture_.axes[0].extent;
    step("element", fmt::format("{} of {}{}", fetch_.element, texture_.axes[0].extent,
                                is_inside ? "" : ": outside, all channels read 0"));
    if (is_inside) {
      add_tap(texture_.texels + fetch_.element * texture_.texel_bytes, 256);
    }
  }

  void explain_level(int index, int weight) {
    const bool is_linear = texture_.is_linear_filter;
    const BoundLevel& level = texture_.level(index);
    LevelExplanation explanation{index, weight, explain_coordinates(texture_, level, fetch_)};
    for (std::size_t axis = 0; axis < explanation.coordinates.size(); ++axis) {
      const CoordinateExplanation& coordinate = explanation.coordinates[axis];
      const bool is_cube_map = out_.face >= 0;
      step("coordinate", cpu::texture_unit::coordinate_text(
                             coordinate, given_.descriptor.normalized_coords || is_cube_map, is_linear));
      if (!(is_cube_map && texture_.is_seamless)) {
        const std::string addressed = cpu::texture_unit::address_text(coordinate, level.axes[axis], is_linear);
        if (!addressed.empty()) {
          step("address", addressed);
        }
      }
    }
    out_.levels.push_back(std::move(explanation));
  }

  void explain_gather() {
    // A gather selects its texels as linear filtering does, regardless of the filter.
    BoundTexture linear = texture_;
    linear.is_linear_filter = true;
    LevelExplanation explanation{0, 256, explain_coordinates(linear, linear, fetch_)};
    for (const CoordinateExplanation& coordinate : explanation.coordinates) {
      step("coordinate", cpu::texture_unit::coordinate_text(coordinate, given_.descriptor.normalized_coords, true));
    }
    out_.levels.push_back(std::move(explanation));
    step("gather", fmt::format("channel {} of the lower left, lower right, upper right and upper left texel",
                               fetch_.component & 3));
    for (const std::byte* texel : cpu::texture_unit::gathered_texels(texture_, fetch_)) {
      add_tap(texel, 256);
    }
  }

  void explain_levels(const cpu::texture_unit::LevelPair& levels, cpu::texture_unit::LevelOfDetail requested) {
    if (given_.resource == ResourceKind::mipmapped_array) {
      step("level", level_step_text(levels, requested));
    }
    explain_level(levels.first, 256 - levels.weight);
    if (levels.weight != 0) {
      explain_level(levels.first + 1, levels.weight);
    }
  }

  [[nodiscard]] std::string level_step_text(const cpu::texture_unit::LevelPair& levels,
                                            cpu::texture_unit::LevelOfDetail requested) const {
    const cpu::texture_unit::LevelRange& range = texture_.level_range;
    std::string text;
    if (fetch_.operation == TextureOperation::sample) {
      text = "a fetch without a level requests the first level that the clamps allow";
    } else {
      text = "requested " + level_text(requested);
    }
    text += fmt::format("; bias {}", level_text(range.bias));
    if (texture_.is_trilinear_optimized && fetch_.operation == TextureOperation::sample_gradients) {
      text += "; trilinear optimization → " + level_text(cpu::texture_unit::sharpened_level(
                                                  requested + texture_.sharpened_bias, texture_.max_anisotropy));
    }
    text += fmt::format("; clamped to {} – {} and 0 – {}", level_text(range.smallest), level_text(range.largest),
                        range.last);
    return text + (levels.weight == 0 ? fmt::format(" → level {}", levels.first)
                                      : fmt::format(" → level {} with {}/256, level {} with {}/256", levels.first,
                                                    256 - levels.weight, levels.first + 1, levels.weight));
  }

  void explain_isotropic() {
    const auto requested = cpu::texture_unit::requested_level(texture_, fetch_);
    explain_levels(cpu::texture_unit::selected_levels(texture_, fetch_, requested), requested);
    const cpu::texture_unit::Footprint footprint = cpu::texture_unit::make_footprint(texture_, fetch_);
    for (int k = 0; k < footprint.count; ++k) {
      add_taps(footprint.slices[static_cast<std::size_t>(k)], 1, 0);
    }
  }

  void explain_anisotropic() {
    const auto samples = cpu::texture_unit::anisotropic_samples(texture_, fetch_);
    out_.anisotropy = cpu::texture_unit::explain_anisotropy(texture_, fetch_, samples);
    step("anisotropy", cpu::texture_unit::anisotropy_text(*out_.anisotropy));
    explain_levels(samples.levels, samples.axes.minor_level);
    const auto footprint = cpu::texture_unit::make_anisotropic_footprint(texture_, fetch_);
    for (int k = 0; k < footprint.count; ++k) {
      step("sample", cpu::texture_unit::sample_text(*out_.anisotropy, static_cast<std::size_t>(k)));
      add_taps(footprint.slices[static_cast<std::size_t>(k)], 0.25, k);
    }
  }

  void explain_sample() {
    if (texture_.is_cube_map()) {
      constexpr std::array<const char*, 6> names{"+x", "−x", "+y", "−y", "+z", "−z"};
      const auto position = cpu::texture_unit::face_position(fetch_.x, fetch_.y, fetch_.z);
      out_.face = position.face;
      step("face", fmt::format("direction ({}, {}, {}) meets face {}: s {}, t {}", fetch_.x, fetch_.y, fetch_.z,
                               names[static_cast<std::size_t>(position.face)], position.s, position.t));
    }
    const bool is_anisotropic = cpu::texture_unit::is_anisotropic(texture_, fetch_);
    if (is_anisotropic) {
      explain_anisotropic();
    } else {
      explain_isotropic();
    }
    if (texture_.is_filtered || is_anisotropic) {
      step("filter", filter_text());
    }
  }

  [[nodiscard]] std::string filter_text() const {
    if (!is_floating_point(reading_.format) && reading_.read_mode == ReadMode::element) {
      return size_bytes(reading_.format) < 4 ? "Σ weight · value is rounded to an integer"
                                             : "Σ weight · value is rounded down to an integer";
    }
    switch (reading_.format) {
      case DataType::float32:
      case DataType::float16:
        return fmt::format(
            "texels are truncated to multiples of 2^(E − {}), where E is the exponent of the largest texel in a slice; "
            "the weighted sum is exact, and rounded once, half away from zero",
            reading_.format == DataType::float32 ? 27 : 14);
      case DataType::uint8:
        return reading_.is_srgb ? "color is decoded first, and filtered as float16; alpha as below 65535"
                                : "Σ weight · value is rounded to 16 bits, 257 · Σ / 256, then divided by 65535";
      case DataType::uint16:
        return "Σ weight · value / 256 is rounded to an integer, then divided by 65535";
      default:
        return "Σ weight · value is rounded to 16 bits, then divided by 32767";
    }
  }

  void explain_result() {
    const kernels::HostTexture& handle = texture_;
    if (!is_floating_point(reading_.format) && reading_.read_mode == ReadMode::element) {
      out_.is_float = false;
      out_.result = is_signed_integer(reading_.format)
                        ? std::bit_cast<std::array<std::uint32_t, 4>>(handle.fetch_int(handle, fetch_))
                        : std::bit_cast<std::array<std::uint32_t, 4>>(handle.fetch_uint(handle, fetch_));
    } else {
      out_.result = std::bit_cast<std::array<std::uint32_t, 4>>(handle.fetch_float(handle, fetch_));
    }
    std::string text;
    const int channels = fetch_.operation == TextureOperation::gather ? 4 : texture_.num_channels;
    for (int channel = 0; channel < channels; ++channel) {
      const std::uint32_t bits = out_.result[static_cast<std::size_t>(channel)];
      text += channel == 0 ? "" : ", ";
      text += out_.is_float                        ? fmt::format("{:.9g} (0x{:08x})", std::bit_cast<float>(bits), bits)
              : is_signed_integer(reading_.format) ? fmt::format("{} (0x{:08x})", static_cast<std::int32_t>(bits), bits)
                                                   : fmt::format("{} (0x{:08x})", bits, bits);
    }
    step("result", std::move(text));
    explain_ideal();
  }

  void explain_ideal() {
    const auto all_finite = [](std::initializer_list<float> values) {
      return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
    };
    const bool is_sample =
        fetch_.operation != TextureOperation::gather && fetch_.operation != TextureOperation::element;
    if (out_.is_float && is_sample &&
        all_finite({fetch_.x, fetch_.y, fetch_.z, fetch_.level, fetch_.dx[0], fetch_.dx[1], fetch_.dx[2], fetch_.dy[0],
                    fetch_.dy[1], fetch_.dy[2]})) {
      out_.ideal = cpu::texture_unit::ideal_fetch(texture_, given_.descriptor, reading_, fetch_);
      return;
    }
    for (std::size_t channel = 0; channel < out_.ideal.size(); ++channel) {
      out_.ideal[channel] = out_.is_float ? static_cast<double>(std::bit_cast<float>(out_.result[channel]))
                                          : static_cast<double>(out_.result[channel]);
    }
  }

  const ExplainedTexture& given_;
  const BoundTexture& texture_;
  const TextureFetch& fetch_;
  TexelReading reading_;
  FetchExplanation out_;
};

}  // namespace

kernels::TextureShape texture_shape(const ArrayDescriptor& array) noexcept {
  using enum kernels::TextureShape;
  switch (array.kind) {
    case ArrayKind::layered:
      return array.shape.rank() == 1 ? layered_1d : layered_2d;
    case ArrayKind::cube_map:
      return cube_map;
    case ArrayKind::layered_cube_map:
      return layered_cube_map;
    default:
      return array.shape.rank() == 1 ? texture_1d : (array.shape.rank() == 2 ? texture_2d : texture_3d);
  }
}

FetchExplanation cpu::explain_bound_fetch(const ExplainedTexture& texture, const kernels::HostTexture& unit,
                                          const TextureFetch& fetch) {
  check(texture, fetch);
  return Explainer{texture, static_cast<const BoundTexture&>(unit), fetch}.explain();
}

FetchExplanation explain_fetch(const ExplainedTexture& texture, const TextureFetch& fetch) {
  check(texture);
  if (texture.array.encoding == TexelEncoding::normalized && texture.descriptor.read_mode == ReadMode::element) {
    ExplainedTexture normalized = texture;
    normalized.descriptor.read_mode = ReadMode::normalized_float;
    return explain_fetch(normalized, fetch);
  }
  const cpu::TexturePointer unit = cpu::make_texture(view_of(texture), texture.descriptor);
  return cpu::explain_bound_fetch(texture, *unit, fetch);
}

}  // namespace texelscope::gpu
