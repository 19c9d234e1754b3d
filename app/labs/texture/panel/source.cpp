#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <array>
#include <cmath>

#include "app/labs/texture/panel/texture_panel.h"
#include "app/labs/texture/texture_work.h"
#include "app/texture/texture_names.h"
#include "app/texture/texture_patterns.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

using kernels::TextureShape;

constexpr std::array<std::string_view, 4> content_titles = {"Pattern", "Typed", "Image", ".npy"};
constexpr std::array<std::string_view, 3> channel_titles = {"1", "2", "4"};

std::array<bool, 2> shown_sides(const TextureLab& lab) { return {lab.shows(0), lab.shows(1)}; }

/// The reason why a field of the input cannot be chosen: `change` sets it to the i-th value.
template <class Change>
RefusalOf refusal_of(const TextureLab& lab, Change change) {
  return [&lab, change](std::size_t i) {
    TextureInput tried = lab.input;
    change(tried, i);
    return choice_refusal(lab.work(), tried, shown_sides(lab));
  };
}

void draw_pattern(const TextureContext& context) {
  std::string& pattern = context.lab.input.texels.pattern;
  field_label(context, "Pattern", "Generated texels.");
  const auto patterns = texture_patterns();
  const auto found = std::ranges::find(patterns, pattern, [](const auto& each) { return std::string{each.name}; });
  if (const auto picked = choose_entry(context, "pattern", pattern, patterns.size(),
                                       static_cast<std::size_t>(found - patterns.begin()), [&](std::size_t i) {
                                         return ListEntry{patterns[i].name, patterns[i].text};
                                       })) {
    pattern = patterns[*picked].name;
  }
}

void draw_typed(const TextureContext& context) {
  const Theme& theme = context.theme();
  std::string& typed = context.lab.input.texels.typed;
  const bool is_wrong = !context.lab.work().texel_error.empty();
  const ScopedFont scoped_font{theme.value};
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, is_wrong ? std::max(1.0F, theme(1)) : 0.0F);
  ImGui::PushStyleColor(ImGuiCol_Border, color::error);
  ImGui::InputTextMultiline("##typed", &typed, {-1, theme(64)});
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  context.describe("typed",
                   "Spaces between texels, ; or a new line between rows, | between slices, layers or faces. A texel is "
                   "one number, or one per channel with commas: 255,0,0,255.");
}

void draw_file(const TextureContext& context) {
  TexelInput& texels = context.lab.input.texels;
  const bool is_image = texels.content == TexelContent::image;
  field_label(context, "File", "The file's path; ~ is the home folder. Dropping a file also sets it.");
  text_field(context, "file", texels.file, is_image ? "the program's photo" : "array.npy",
             !context.lab.work().texel_error.empty() && !texels.file.empty());
}

void draw_extent(const TextureContext& context) {
  TexelInput& texels = context.lab.input.texels;
  const int rank = rank_of(texels.shape);
  const bool is_cube = texels.shape == TextureShape::cube_map || texels.shape == TextureShape::layered_cube_map;
  const bool is_layered = texels.shape == TextureShape::layered_1d || texels.shape == TextureShape::layered_2d ||
                          texels.shape == TextureShape::layered_cube_map;
  const int extents = is_cube ? 1 : rank;
  field_label(context, "Extent",
              is_layered ? "Width, height if any, and the number of layers."
                         : "Width in texels, and height and depth if the shape has them.");
  const int count = extents + (is_layered ? 1 : 0);
  Columns columns{static_cast<std::size_t>(count), context.theme()(4)};
  for (int i = 0; i < count; ++i) {
    columns.next();
    if (i < extents) {
      drag_number(context, fmt::format("extent.{}", i).c_str(), texels.extent[static_cast<std::size_t>(i)], 1,
                  rank == 3 ? 256 : max_pattern_extent);
    } else {
      drag_number(context, "layers", texels.num_layers, 1, max_pattern_layers, is_cube ? "%lld cubes" : "%lld layers");
    }
  }
}

}  // namespace

void draw_texel_source(const TextureContext& context) {
  TexelInput& texels = context.lab.input.texels;
  heading(context.theme(), "TEXELS");
  auto content = static_cast<std::size_t>(texels.content);
  set_row_tooltip("Where the texels come from: a test pattern, numbers that you type, an image file, or an .npy file.");
  if (choose_in_row(
          context, "content", content_titles, [](std::size_t) { return ""; }, content)) {
    texels.content = static_cast<TexelContent>(content);
    if (texels.content == TexelContent::image) {
      texels.shape = TextureShape::texture_2d;
    }
  }
  if (const std::optional<SeenPicture> open = opened_picture(context);
      open && draw_opened_picture(context, texels.content == TexelContent::image ? texels.file : "")) {
    context.lab.work_on(*open);
  }
  switch (texels.content) {
    case TexelContent::pattern:
      draw_pattern(context);
      break;
    case TexelContent::typed:
      draw_typed(context);
      break;
    case TexelContent::image:
    case TexelContent::npy:
      draw_file(context);
      break;
    case TexelContent::recorded:
      text_line(context, "recorded", texels.recorded ? texels.recorded->name : "no longer known", color::text);
      break;
  }
  field_label(context, "Shape", "The shape that coordinates address: fetches must use the same shape.");
  auto shape = static_cast<std::size_t>(texels.shape);
  const auto refusal = refusal_of(
      context.lab, [](TextureInput& tried, std::size_t i) { tried.texels.shape = static_cast<TextureShape>(i); });
  if (choose_legal(context, "shape", texture_shape_names(), refusal, shape)) {
    texels.shape = static_cast<TextureShape>(shape);
  }
  if (texels.content == TexelContent::pattern) {
    draw_extent(context);
  }
  if (!context.lab.work().texel_error.empty()) {
    error_text(context, "texels", context.lab.work().texel_error);
  }
}

void draw_texture_array(const TextureContext& context) {
  TextureLab& lab = context.lab;
  TexelInput& texels = lab.input.texels;
  const bool is_file = texels.content == TexelContent::image || texels.content == TexelContent::npy ||
                       texels.content == TexelContent::recorded;
  field_label(context, "Format", "The type of a channel.");
  const bool keeps = is_file && texels.keeps_format && lab.work().setup;
  auto format = static_cast<std::size_t>(keeps ? lab.work().setup->array.format : texels.format);
  const auto format_refusal = refusal_of(lab, [](TextureInput& tried, std::size_t i) {
    tried.texels.format = static_cast<gpu::DataType>(i);
    tried.texels.keeps_format = false;
  });
  if (choose_legal(context, "format", format_names(), format_refusal, format)) {
    texels.format = static_cast<gpu::DataType>(format);
    texels.keeps_format = false;
  }
  if (keeps && gpu::is_block_compressed(lab.work().setup->array.encoding)) {
    text_in(context.theme().small_text, color::text_dim,
            fmt::format("{} blocks", to_string(lab.work().setup->array.encoding)));
  }
  field_label(context, "Channels", "The channels of a texel.");
  static constexpr std::array counts = {1, 2, 4};
  const int shown = is_file && lab.work().setup ? lab.work().setup->array.num_channels : texels.num_channels;
  std::size_t chosen = shown == 1 ? 0 : shown == 2 ? 1 : 2;
  const auto tried_refusal =
      refusal_of(lab, [](TextureInput& tried, std::size_t i) { tried.texels.num_channels = counts[i]; });
  const auto channels_refusal_of = [&](std::size_t i) {
    const std::string of_file = channels_refusal(lab.work(), counts[i]);
    return of_file.empty() ? tried_refusal(i) : of_file;
  };
  if (choose_in_row(context, "channels", channel_titles, channels_refusal_of, chosen)) {
    texels.num_channels = counts[chosen];
  }
  field_label(context, "Resource", "The resource that the texture reads.");
  const auto resource_refusal =
      refusal_of(lab, [](TextureInput& tried, std::size_t i) { tried.resource = static_cast<gpu::ResourceKind>(i); });
  auto resource = static_cast<std::size_t>(lab.input.resource);
  if (choose_legal(context, "resource", resource_kind_texts(), resource_refusal, resource)) {
    lab.choose_resource(static_cast<gpu::ResourceKind>(resource));
  }
  if (lab.input.resource == gpu::ResourceKind::mipmapped_array && lab.work().setup &&
      texels.content != TexelContent::recorded) {
    field_label(context, "Levels", "Each half the size of the previous one; the last is 1 texel.");
    const int most = static_cast<int>(gpu::full_level_count(lab.work().setup->array.shape));
    lab.input.num_levels = std::clamp(lab.input.num_levels, 1, most);
    drag_number(context, "levels", lab.input.num_levels, 1, most);
  }
  if (!lab.work().resource_error.empty()) {
    error_text(context, "resource", lab.work().resource_error);
  }
}

}  // namespace texelscope::app
