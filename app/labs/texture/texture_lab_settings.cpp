#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "app/labs/lab_setting.h"
#include "app/labs/texture/texture_lab.h"
#include "app/texture/texture_names.h"

namespace texelscope::app {
namespace {

using std::string_view;

constexpr std::array<string_view, 4> contents = {"pattern", "typed", "image", "npy"};
constexpr std::array<string_view, 7> shapes = {
    "1d", "2d", "3d", "layered_1d", "layered_2d", "cube_map", "layered_cube_map"};
constexpr std::array<string_view, 4> resources = {"array", "mipmapped_array", "linear", "pitch_2d"};
constexpr std::array<string_view, 4> operations = {"sample", "level", "gradients", "gather"};
constexpr std::array<string_view, 2> sides = {"a", "b"};
constexpr std::array<string_view, 5> comparisons = {"a", "b", "split", "difference", "bits"};
constexpr std::array<string_view, 5> channel_names = {"color", "x", "y", "z", "w"};
constexpr std::array<string_view, 3> lines = {"row", "column", "free"};
constexpr std::array<string_view, 4> texture_tabs = {"picture", "signal", "probe", "code"};
constexpr std::array<string_view, 3> codes = {"cuda", "cuda_core", "cpp"};

SettingText modes_of(gpu::AddressModes& value) {
  return {[&value] { return fmt::format("{} {} {}", to_string(value[0]), to_string(value[1]), to_string(value[2])); },
          [&value](string_view name, const std::string& text) {
            const auto modes = read_values<gpu::AddressMode, 3>(
                name, text, [](auto part_name, const auto& part, gpu::AddressMode& mode) {
                  take_choice(part_name, part, address_mode_names(), mode);
                });
            value = {modes[0], modes[1], modes[2]};
          }};
}

void append_descriptor(std::vector<LabSetting>& all, const std::string& side, gpu::TextureDescriptor& texture) {
  all.push_back({side + "_address", modes_of(texture.address_mode)});
  all.push_back({side + "_filter", choice_of(texture.filter_mode, filter_mode_names())});
  all.push_back({side + "_read", choice_of(texture.read_mode, read_mode_names())});
  all.push_back({side + "_normalized_coords", switch_of(texture.normalized_coords)});
  all.push_back({side + "_srgb", switch_of(texture.srgb)});
  all.push_back({side + "_seamless_cubemap", switch_of(texture.seamless_cubemap)});
  all.push_back({side + "_disable_trilinear_optimization", switch_of(texture.disable_trilinear_optimization)});
  all.push_back({side + "_max_anisotropy", integer_of(texture.max_anisotropy, 0, 16)});
  all.push_back({side + "_mipmap_filter", choice_of(texture.mipmap_filter_mode, filter_mode_names())});
  all.push_back({side + "_mipmap_level_bias", real_of(texture.mipmap_level_bias)});
  all.push_back({side + "_min_mipmap_level_clamp", real_of(texture.min_mipmap_level_clamp)});
  all.push_back({side + "_max_mipmap_level_clamp", real_of(texture.max_mipmap_level_clamp)});
  all.push_back({side + "_border_color", reals_of(texture.border_color)});
}

}  // namespace

LabSettings TextureLab::declare_settings() {
  TexelInput& texels = input.texels;
  FetchInput& fetch = input.fetch;
  const auto take_channels = [this](int count) { input.texels.num_channels = count == 3 ? 4 : count; };
  const auto take_text = [this](TextureTab chosen) {
    text = chosen == TextureTab::code ? TextureTab::code : TextureTab::probe;
  };
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
      {"format", choice_of(texels.format, format_names())},
      {"keeps_format", switch_of(texels.keeps_format)},
      {"channels", integer_of(int{texels.num_channels}, 1, 4, take_channels)},
      {"resource", choice_of(input.resource, resources)},
      {"levels", integer_of(input.num_levels, 1, 32)},
      {"operation", choice_of(fetch.operation, operations)},
      {"level", real_of(fetch.level)},
      {"dx", reals_of(fetch.dx)},
      {"dy", reals_of(fetch.dy)},
      {"component", integer_of(fetch.component, 0, 3)},
      {"layer", integer_of(fetch.layer, -1, max_pattern_layers)},
      {"face", integer_of(fetch.face, 0, 5)},
      {"slice", real_of(fetch.depth, 0.0F, 1.0F)},
  };
  append_descriptor(all, "a", input.descriptors[0]);
  append_descriptor(all, "b", input.descriptors[1]);
  const std::vector<LabSetting> shown{
      {"edited", choice_of(edited, sides)},
      {"comparison", choice_of(comparison, comparisons)},
      {"split", real_of(split, 0.0, 1.0)},
      {"shown_channels", choice_of(channels, channel_names)},
      {"gain_log2", integer_of(gain_log2, 0, 24)},
      {"grid", switch_of(has_grid)},
      {"fits", switch_of(view.is_fit)},
      {"center", point_of(view.center, -largest_span, largest_span)},
      {"span", point_of(view.span, smallest_span, largest_span)},
      {"probe_side", choice_of(probe.side, sides)},
      {"probe", reals_of(probe.coordinates)},
      {"probe_pinned", switch_of(probe.is_pinned)},
      {"line", choice_of(signal_input.line, lines)},
      {"line_from", point_of(signal_input.from)},
      {"line_to", point_of(signal_input.to)},
      {"line_channel", integer_of(signal_input.channel, 0, 3)},
      {"text", choice_of(TextureTab{text}, texture_tabs, take_text)},
      {"tab", choice_of(tab, texture_tabs)},
      {"code", choice_of(code, codes)},
  };
  all.insert(all.end(), shown.begin(), shown.end());
  return {"texture lab", std::move(all)};
}

}  // namespace texelscope::app
