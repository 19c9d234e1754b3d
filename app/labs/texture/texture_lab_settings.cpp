#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "app/labs/lab_setting.h"
#include "app/labs/texture/texture_lab.h"

namespace texelscope::app {
namespace {

using std::string_view;

constexpr std::array<string_view, 4> contents = {"pattern", "typed", "image", "npy"};
constexpr std::array<string_view, 7> shapes = {
    "1d", "2d", "3d", "layered_1d", "layered_2d", "cube_map", "layered_cube_map"};
constexpr std::array<string_view, 8> formats = {"uint8", "uint16", "uint32",  "int8",
                                                "int16", "int32",  "float16", "float32"};
constexpr std::array<string_view, 4> resources = {"array", "mipmapped_array", "linear", "pitch_2d"};
constexpr std::array<string_view, 4> operations = {"sample", "level", "gradients", "gather"};
constexpr std::array<string_view, 4> modes = {"wrap", "clamp", "mirror", "border"};
constexpr std::array<string_view, 2> filters = {"point", "linear"};
constexpr std::array<string_view, 2> reads = {"element", "normalized"};
constexpr std::array<string_view, 2> sides = {"a", "b"};
constexpr std::array<string_view, 5> comparisons = {"a", "b", "split", "difference", "bits"};
constexpr std::array<string_view, 5> channel_names = {"color", "x", "y", "z", "w"};
constexpr std::array<string_view, 3> lines = {"row", "column", "free"};
constexpr std::array<string_view, 4> tabs = {"picture", "signal", "probe", "code"};
constexpr std::array<string_view, 3> codes = {"cuda", "cuda_core", "cpp"};

SettingText modes_of(gpu::AddressModes& value) {
  return {[&value] { return fmt::format("{} {} {}", to_string(value[0]), to_string(value[1]), to_string(value[2])); },
          [&value](string_view name, const std::string& text) {
            std::array<gpu::AddressMode, 3> read{};
            std::size_t begin = 0;
            for (gpu::AddressMode& mode : read) {
              const std::size_t end = std::min(text.find(' ', begin), text.size());
              take_choice(name, text.substr(std::min(begin, text.size()), end - begin), modes, mode);
              begin = end + 1;
            }
            value = {read[0], read[1], read[2]};
          }};
}

void append_descriptor(std::vector<LabSetting>& all, const std::string& side, gpu::TextureDescriptor& texture) {
  all.push_back({side + "_address", modes_of(texture.address_mode)});
  all.push_back({side + "_filter", choice_of(texture.filter_mode, filters)});
  all.push_back({side + "_read", choice_of(texture.read_mode, reads)});
  all.push_back({side + "_normalized_coords", switch_of(texture.normalized_coords)});
  all.push_back({side + "_srgb", switch_of(texture.srgb)});
  all.push_back({side + "_seamless_cubemap", switch_of(texture.seamless_cubemap)});
  all.push_back({side + "_disable_trilinear_optimization", switch_of(texture.disable_trilinear_optimization)});
  all.push_back({side + "_max_anisotropy", integer_of(texture.max_anisotropy, 0, 16)});
  all.push_back({side + "_mipmap_filter", choice_of(texture.mipmap_filter_mode, filters)});
  all.push_back({side + "_mipmap_level_bias", real_of(texture.mipmap_level_bias)});
  all.push_back({side + "_min_mipmap_level_clamp", real_of(texture.min_mipmap_level_clamp)});
  all.push_back({side + "_max_mipmap_level_clamp", real_of(texture.max_mipmap_level_clamp)});
  all.push_back({side + "_border_color", reals_of(texture.border_color)});
}

std::vector<LabSetting> settings_of(TextureLab& lab) {
  TexelInput& texels = lab.input.texels;
  FetchInput& fetch = lab.input.fetch;
  std::vector<LabSetting> all{
      {"content", choice_of(texels.content, contents)},
      {"pattern", text_of(texels.pattern)},
      {"typed", text_of(texels.typed)},
      {"file", text_of(texels.file)},
      {"shape", choice_of(texels.shape, shapes)},
      {"width", integer_of(texels.extent[0], 1, max_pattern_extent)},
      {"height", integer_of(texels.extent[1], 1, max_pattern_extent)},
      {"depth", integer_of(texels.extent[2], 1, max_pattern_extent)},
      {"layers", integer_of(texels.num_layers, 1, max_pattern_layers)},
      {"format", choice_of(texels.format, formats)},
      {"keeps_format", switch_of(texels.keeps_format)},
      {"channels", integer_of(texels.num_channels, 1, 4)},
      {"resource", choice_of(lab.input.resource, resources)},
      {"levels", integer_of(lab.input.num_levels, 1, 32)},
      {"operation", choice_of(fetch.operation, operations)},
      {"level", real_of(fetch.level)},
      {"dx", reals_of(fetch.dx)},
      {"dy", reals_of(fetch.dy)},
      {"component", integer_of(fetch.component, 0, 3)},
      {"layer", integer_of(fetch.layer, -1, max_pattern_layers)},
      {"face", integer_of(fetch.face, 0, 5)},
      {"slice", real_of(fetch.depth)},
  };
  append_descriptor(all, "a", lab.input.descriptors[0]);
  append_descriptor(all, "b", lab.input.descriptors[1]);
  const std::vector<LabSetting> shown{
      {"edited", choice_of(lab.edited, sides)},
      {"comparison", choice_of(lab.comparison, comparisons)},
      {"split", real_of(lab.split)},
      {"shown_channels", choice_of(lab.channels, channel_names)},
      {"gain_log2", integer_of(lab.gain_log2, 0, 24)},
      {"grid", switch_of(lab.has_grid)},
      {"fits", switch_of(lab.view.is_fit)},
      {"center", point_of(lab.view.center)},
      {"span", point_of(lab.view.span)},
      {"probe_side", choice_of(lab.probe.side, sides)},
      {"probe", reals_of(lab.probe.coordinates)},
      {"probe_pinned", switch_of(lab.probe.is_pinned)},
      {"line", choice_of(lab.signal_input.line, lines)},
      {"line_from", point_of(lab.signal_input.from)},
      {"line_to", point_of(lab.signal_input.to)},
      {"line_channel", integer_of(lab.signal_input.channel, 0, 3)},
      {"text", choice_of(lab.text, tabs)},
      {"tab", choice_of(lab.tab, tabs)},
      {"code", choice_of(lab.code, codes)},
  };
  all.insert(all.end(), shown.begin(), shown.end());
  return all;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> TextureLab::settings() const {
  // Only their write() is called, which changes nothing.
  return written(settings_of(const_cast<TextureLab&>(*this)));
}

void TextureLab::set(std::string_view name, const std::string& text_of_value) {
  read_setting(settings_of(*this), "texture lab", name, text_of_value);
  is_worked_out_ = false;
  split = std::clamp(split, 0.0, 1.0);
  input.fetch.depth = std::clamp(input.fetch.depth, 0.0F, 1.0F);
  view.span = {std::clamp(view.span.x, smallest_span, largest_span),
               std::clamp(view.span.y, smallest_span, largest_span)};
  view.center = {std::clamp(view.center.x, -largest_span, largest_span),
                 std::clamp(view.center.y, -largest_span, largest_span)};
  if (text != TextureTab::probe && text != TextureTab::code) {
    text = TextureTab::probe;
  }
  if (input.texels.num_channels == 3) {
    input.texels.num_channels = 4;
  }
}

}  // namespace texelscope::app
