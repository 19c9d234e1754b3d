#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/labs/texture/panel/texture_panel.h"
#include "app/labs/texture/texture_work.h"
#include "app/texture/texture_names.h"

namespace texelscope::app {
namespace {

using gpu::AddressMode;
using gpu::AddressModes;
using gpu::TextureDescriptor;

AddressModes with_axis(AddressModes modes, int axis, AddressMode mode) {
  std::array<AddressMode, 3> all{modes[0], modes[1], modes[2]};
  all[static_cast<std::size_t>(axis)] = mode;
  return {all[0], all[1], all[2]};
}

/// Draws the fields of the edited descriptor.
class DescriptorFields {
 public:
  explicit DescriptorFields(const TextureContext& context)
      : context_{context}, side_{context.lab.edited}, texture_{context.lab.input.descriptors[side_]} {}

  void draw() const {
    draw_address();
    draw_choice("Filter", "filter_mode: how the texels around the coordinate are combined.", "filter",
                filter_mode_names(), &TextureDescriptor::filter_mode);
    draw_read_mode();
    draw_flags();
    draw_border();
    draw_anisotropy();
    draw_mipmaps();
    draw_rare_flags();
  }

 private:
  template <class Change>
  [[nodiscard]] std::string refusal_of(const Change& change) const {
    TextureDescriptor tried = texture_;
    change(tried);
    return choice_refusal(context_.lab.work(), side_, tried);
  }

  template <class Value>
  void draw_choice(const char* label, const char* text, const char* name, std::span<const std::string_view> names,
                   Value TextureDescriptor::*field) const {
    field_label(context_, label, text);
    const auto refusal = [&](std::size_t i) {
      return refusal_of([&](TextureDescriptor& tried) { tried.*field = static_cast<Value>(i); });
    };
    auto chosen = static_cast<std::size_t>(texture_.*field);
    if (choose_in_row(context_, name, names, refusal, chosen)) {
      texture_.*field = static_cast<Value>(chosen);
    }
  }

  void draw_read_mode() const {
    const auto& setup = context_.lab.work().setup;
    if (!setup || !is_floating_point(setup->array.format)) {
      draw_choice("Read", "read_mode: integers unchanged, or as floats of 0 – 1 (unsigned) or −1 – 1 (signed).", "read",
                  read_mode_names(), &TextureDescriptor::read_mode);
      return;
    }
    // Floats are returned unchanged in either mode.
    field_label(context_, "Read",
                "read_mode: floats are read unchanged. Normalized reads are for integers of 8 or 16 "
                "bits.");
    auto element = static_cast<std::size_t>(gpu::ReadMode::element);
    choose_in_row(
        context_, "read", read_mode_names(),
        [](std::size_t) { return "Normalized reads are for integers of 8 or 16 bits."; }, element);
  }

  void draw_address() const {
    const auto& setup = context_.lab.work().setup;
    const int rank = setup ? setup->array.shape.rank() : 2;
    // A 1D fetch has no y, but the address mode of y has an effect: border receives half of the weight.
    const int shown = std::max(rank, 2);
    field_label(context_, "Address", "address_mode for x, y and z: what is read outside the texture.");
    const float gap = context_.theme()(4);
    const float width = column_width(3, gap);
    const float left = ImGui::GetCursorPosX();
    for (int axis = 0; axis < 3; ++axis) {
      if (axis > 0) {
        ImGui::SameLine(left + static_cast<float>(axis) * (width + gap));
      }
      ImGui::BeginDisabled(axis >= shown);
      const auto refusal = [&](std::size_t i) {
        return refusal_of([&](TextureDescriptor& tried) {
          tried.address_mode = with_axis(tried.address_mode, axis, static_cast<AddressMode>(i));
        });
      };
      auto chosen = static_cast<std::size_t>(texture_.address_mode[axis]);
      if (choose_legal(context_, fmt::format("address.{}", axis).c_str(), address_mode_names(), refusal, chosen,
                       ImGuiComboFlags_NoArrowButton, axis < 2 ? width : -1)) {
        texture_.address_mode = with_axis(texture_.address_mode, axis, static_cast<AddressMode>(chosen));
      }
      ImGui::EndDisabled();
      tooltip(context_.theme(), fmt::format("Axis {}{}",
                                            axis == 0   ? "x"
                                            : axis == 1 ? "y"
                                                        : "z",
                                            axis >= shown ? ": the texture has none." : ""));
    }
  }

  void draw_flag(const char* name, const char* label, const char* text, bool TextureDescriptor::*field) const {
    bool is_set = texture_.*field;
    const std::string refusal = refusal_of([&](TextureDescriptor& tried) { tried.*field = !is_set; });
    if (tick_legal(context_, name, label, text, refusal, is_set)) {
      texture_.*field = is_set;
    }
  }

  void draw_flags() const {
    draw_flag("normalized", "Normalized coords",
              "normalized_coords: 0 – 1 spans the texture; if off, the unit is texels.",
              &TextureDescriptor::normalized_coords);
    ImGui::SameLine();
    const float tick = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x;
    if (ImGui::GetContentRegionAvail().x < tick + ImGui::CalcTextSize("sRGB").x) {
      ImGui::NewLine();
    }
    draw_flag("srgb", "sRGB", "srgb: decodes red, green and blue to linear when read.", &TextureDescriptor::srgb);
  }

  void draw_border() const {
    field_label(
        context_, "Border",
        "border_color: the value that a read outside the texture returns with address mode border, by channel.");
    drag_reals(context_, "border", texture_.border_color, 0.01F);
  }

  void draw_anisotropy() const {
    field_label(context_, "Anisotropy",
                "max_anisotropy: limits the ratio of a footprint's length to its width, up to 16; 0 and 1 disable it. "
                "Affects only fetches with gradients.");
    int value = static_cast<int>(texture_.max_anisotropy);
    const ScopedFont scoped_font{context_.theme().value};
    slide_number(context_, "anisotropy", value, 0, 16, "%d");
    texture_.max_anisotropy = static_cast<unsigned>(value);
  }

  void draw_mipmaps() const {
    draw_choice("Mip filter", "mipmap_filter_mode: the nearest level, or two blended.", "mip_filter",
                filter_mode_names(), &TextureDescriptor::mipmap_filter_mode);
    field_label(context_, "Level bias", "mipmap_level_bias: added to the level that a fetch requests.");
    drag_real(context_, "bias", texture_.mipmap_level_bias, 0.02F, -32, 32);
    field_label(context_, "Clamp",
                "min_mipmap_level_clamp and max_mipmap_level_clamp: the range of levels that are read.");
    Columns columns{2, context_.theme()(4)};
    columns.next();
    float& least = texture_.min_mipmap_level_clamp;
    float& most = texture_.max_mipmap_level_clamp;
    drag_real(context_, "min_clamp", least, 0.02F, 0, std::max(most, 0.0F));
    columns.next();
    drag_real(context_, "max_clamp", most, 0.02F, least, 32);
  }

  void draw_rare_flags() const {
    draw_flag("seamless", "Seamless cube map", "seamless_cubemap: filters linearly across the edges of faces.",
              &TextureDescriptor::seamless_cubemap);
    draw_flag("no_trilinear", "No trilinear optimization",
              "disable_trilinear_optimization: both levels are always filtered in full.",
              &TextureDescriptor::disable_trilinear_optimization);
  }

  const TextureContext& context_;
  std::size_t side_;
  TextureDescriptor& texture_;
};

}  // namespace

void draw_texture_descriptor(const TextureContext& context) {
  TextureLab& lab = context.lab;
  const Theme& theme = context.theme();
  heading(theme, "DESCRIPTOR");
  const float gap = theme(4);
  const float button = theme(44);
  for (std::size_t side = 0; side < 2; ++side) {
    if (side > 0) {
      ImGui::SameLine(0, gap);
    }
    if (choice_button(context,
                      {side == 0 ? "side.a" : "side.b", side == 0 ? "A" : "B",
                       side == 0 ? "One way to read the texels." : "A different way, for comparison."},
                      lab.edited == side, {button, 0})) {
      lab.edited = side;
      // The edited descriptor is displayed.
      if (!lab.shows(side)) {
        lab.comparison = side == 0 ? TextureComparison::a : TextureComparison::b;
      }
    }
  }
  ImGui::SameLine(0, theme(8));
  if (link_button(theme, lab.edited == 0 ? "Copy from B" : "Copy from A")) {
    lab.input.descriptors[lab.edited] = lab.input.descriptors[1 - lab.edited];
  }
  context.describe("take_other", "Makes this descriptor equal to the other.");
  ImGui::PushID(static_cast<int>(lab.edited));
  DescriptorFields{context}.draw();
  ImGui::PopID();
  // Drawn below the fields, so that messages do not move them.
  const TextureWork& work = lab.work();
  if (!work.refusals[lab.edited].empty()) {
    error_text(context, "descriptor", work.refusals[lab.edited]);
  } else if (!work.warnings[lab.edited].empty() && warned_side(context) != lab.edited) {
    wrapped_line(context, "descriptor_warning", color::warning, work.warnings[lab.edited]);
  }
}

}  // namespace texelscope::app
