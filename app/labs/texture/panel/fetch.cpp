#include <fmt/format.h>

#include <array>

#include "app/labs/texture/panel/texture_panel.h"
#include "app/labs/texture/texture_work.h"

namespace texelscope::app {
namespace {

using kernels::TextureOperation;

constexpr std::array<std::string_view, 4> operation_names = {"sample", "at a level", "with gradients", "gather"};
constexpr std::array<std::string_view, 6> face_names = {"+x", "-x", "+y", "-y", "+z", "-z"};
constexpr std::array operation_texts = {"level 0 of the texture", "the level that the fetch specifies",
                                        "the level and anisotropy that derivatives require",
                                        "one channel of the four texels that linear filtering reads"};

void draw_operation(const TextureContext& context) {
  TextureLab& lab = context.lab;
  FetchInput& fetch = lab.input.fetch;
  auto chosen = static_cast<std::size_t>(fetch.operation);
  field_label(context, "Fetch", fmt::format("The texture instruction: {}.", operation_texts[chosen]));
  if (lab.input.resource == gpu::ResourceKind::linear) {
    ImGui::AlignTextToFramePadding();
    text_in(context.theme().small_text, color::text_dim, "by element (tex1Dfetch)");
    context.describe("operation.element",
                     "Linear memory requires element fetches; other resources do not support them.");
    return;
  }
  const auto refusal = [&lab](std::size_t i) {
    TextureInput tried = lab.input;
    tried.fetch.operation = static_cast<TextureOperation>(i);
    return choice_refusal(lab.work(), tried, {lab.shows(0), lab.shows(1)});
  };
  if (choose_legal(context, "operation", operation_names, refusal, chosen)) {
    fetch.operation = static_cast<TextureOperation>(chosen);
  }
}

/// A slider over whole numbers from 0.
void draw_index(const TextureContext& context, const char* name, int& value, int count, const char* format) {
  value = std::clamp(value, 0, std::max(count - 1, 0));
  const ScopedFont scoped_font{context.theme().value};
  slide_number(context, name, value, 0, count - 1, format);
}

void draw_slice(const TextureContext& context) {
  TextureLab& lab = context.lab;
  FetchInput& fetch = lab.input.fetch;
  if (!lab.work().setup) {
    return;
  }
  const gpu::ArrayDescriptor& array = lab.work().setup->array;
  if (array.shape.rank() == 3) {
    field_label(context, "Slice z", "Where the texture is cut: from 0, its front, to 1, its back.");
    drag_real(context, "slice", fetch.depth, 0.005F, 0, 1);
  }
  if (array.is_layered()) {
    field_label(context, "Layer", "The layer, or cube map, of all fetches.");
    draw_index(context, "layer", fetch.layer, static_cast<int>(array.num_layers), "%d");
  }
  if (array.is_cube_map()) {
    field_label(context, "Face",
                "The image shows this face in 0 – 1; beyond its edges, directions point to other faces.");
    auto face = static_cast<std::size_t>(fetch.face);
    choose_in_row(
        context, "face", face_names, [](std::size_t) { return ""; }, face);
    fetch.face = static_cast<int>(face);
  }
}

/// The area of the coordinates that the image covers, in the units of the probe's coordinates.
void draw_area(const TextureContext& context) {
  TextureLab& lab = context.lab;
  const TextureWork& work = lab.work();
  const auto range = [&](bool is_y) {
    const int rank = work.setup ? work.setup->array.shape.rank() : 0;
    const double extent = (is_y ? 1 : 0) < rank ? unit(work.setup_without_texels(lab.probe.side), is_y ? 1 : 0) : 1;
    field_label(context, is_y ? "Area y" : "Area x",
                fmt::format("The area of the image, in the coordinates of the probe: the texture spans 0 – {:g}. The "
                            "wheel zooms; dragging pans.",
                            extent));
    const Point first = lab.view.first();
    const Point last = lab.view.last();
    std::array<float, 2> ends{static_cast<float>(extent * (is_y ? first.y : first.x)),
                              static_cast<float>(extent * (is_y ? last.y : last.x))};
    if (drag_reals(context, is_y ? "area_y" : "area_x", ends, static_cast<float>(0.01 * extent))) {
      show_range(lab.view, is_y, ends[0] / extent, ends[1] / extent);
    }
  };
  heading(context.theme(), "PICTURE");
  range(false);
  range(true);
  tick_legal(context, "grid", "Texel grid", "Draws lines between texels that are large enough.", "", lab.has_grid);
}

}  // namespace

void draw_texture_fetch(const TextureContext& context) {
  TextureLab& lab = context.lab;
  FetchInput& fetch = lab.input.fetch;
  heading(context.theme(), "FETCH");
  draw_operation(context);
  draw_slice(context);
  if (lab.input.resource == gpu::ResourceKind::linear) {
    draw_area(context);
    return;
  }
  if (fetch.operation == TextureOperation::sample_level) {
    field_label(context, "Level", "The level that the fetch requests, before bias and clamps.");
    drag_real(context, "level", fetch.level, 0.02F, -32, 32);
  } else if (fetch.operation == TextureOperation::sample_gradients) {
    const auto count = static_cast<std::size_t>(lab.work().setup ? num_coordinates(lab.work().setup->shape()) : 2);
    field_label(context, "dx", "How the coordinates change from pixel to pixel along x, in their own units.");
    drag_reals(context, "dx", std::span{fetch.dx}.first(count), 0.005F);
    field_label(context, "dy", "How the coordinates change from pixel to pixel along y, in their own units.");
    drag_reals(context, "dy", std::span{fetch.dy}.first(count), 0.005F);
  } else if (fetch.operation == TextureOperation::gather) {
    field_label(context, "Component", "The channel of the four texels that is gathered.");
    draw_index(context, "component", fetch.component, 4, "%d");
  }
  if (!lab.work().fetch_error.empty()) {
    error_text(context, "fetch", lab.work().fetch_error);
  }
  draw_area(context);
}

}  // namespace texelscope::app
