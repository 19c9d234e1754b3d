#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "app/labs/texture/panel/texture_panel.h"
#include "app/texture/compared_gpus.h"
#include "app/texture/fetched_value.h"
#include "app/window/panels/screen_grid.h"

namespace texelscope::app {
namespace {

/// The fewest digits that read back as the same float.
int digits_of(float value) {
  constexpr int most = std::numeric_limits<float>::max_digits10;
  int digits = 1;
  while (digits < most && std::strtof(fmt::format("{:.{}g}", value, digits).c_str(), nullptr) != value) {
    ++digits;
  }
  return digits;
}

/// Fields for exact coordinates.
void draw_coordinates(const TextureContext& context) {
  TextureLab& lab = context.lab;
  const Theme& theme = context.theme();
  const TextureWork& work = lab.work();
  const int count = num_coordinates(work.setup->shape());
  const float gap = theme(4);
  const float pin = theme(48);
  const float room = ImGui::GetContentRegionAvail().x - pin - gap;
  const float width = std::floor(room / static_cast<float>(count)) - gap;
  for (int axis = 0; axis < count; ++axis) {
    float& value = lab.probe.coordinates[static_cast<std::size_t>(axis)];
    ImGui::SetNextItemWidth(width);
    ImGui::PushFont(theme.value);
    ImGui::InputFloat(fmt::format("##{}", component_names[static_cast<std::size_t>(axis)]).c_str(), &value, 0, 0,
                      fmt::format("%.{}g", digits_of(value)).c_str());
    ImGui::PopFont();
    context.describe(fmt::format("probe.{}", component_names[static_cast<std::size_t>(axis)]),
                     fmt::format("{} of the fetch, as descriptor {} interprets it.",
                                 component_names[static_cast<std::size_t>(axis)], lab.probe.side == 0 ? "A" : "B"));
    if (ImGui::IsItemDeactivatedAfterEdit()) {
      lab.probe.is_pinned = true;
    }
    ImGui::SameLine(0, gap);
  }
  toggle_button(context,
                {"probe.pin", lab.probe.is_pinned ? "Unpin" : "Pin",
                 "Keeps the probe in place; clicking the image does the same."},
                lab.probe.is_pinned, {-1, 0});
}

Rgb swatch_of(const TextureLab& lab, const gpu::TapExplanation& tap, const ShownRange& range) {
  std::array<std::uint8_t, 3> shown{};
  const int channels = lab.work().setup->array.num_channels;
  for (int channel = 0; channel < 3; ++channel) {
    const int from = channels == 1 ? 0 : channel;
    const double value = from < channels ? tap.value[static_cast<std::size_t>(from)] : range.lowest;
    const double part = (value - range.lowest) / std::max(range.highest - range.lowest, 1e-300);
    shown[static_cast<std::size_t>(channel)] =
        static_cast<std::uint8_t>(std::clamp(std::isfinite(part) ? part : 0.0, 0.0, 1.0) * 255);
  }
  return {shown[0], shown[1], shown[2]};
}

/// The texels read, as cells with their weights, one row for each row of texels.
void draw_tap_cells(const TextureContext& context, const ProbeResult& result, const ShownRange& range) {
  const Theme& theme = context.theme();
  const auto& taps = result.explanation.taps;
  if (taps.empty()) {
    return;
  }
  constexpr std::size_t most = 32;
  const std::size_t count = std::min(taps.size(), most);
  // Linear filtering reads texels in pairs; if there are many, pairs stay together.
  const std::size_t columns = count > 8 ? 4 : 2;
  const float gap = theme(4);
  const float width =
      std::floor((ImGui::GetContentRegionAvail().x - theme(14) - gap * static_cast<float>(columns - 1)) /
                 static_cast<float>(columns));
  const ScreenGrid cells{ImGui::GetCursorScreenPos(),
                         {width + gap, theme(40) + gap},
                         static_cast<int>(columns),
                         static_cast<int>((count + columns - 1) / columns),
                         gap};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < count; ++i) {
    const gpu::TapExplanation& tap = taps[i];
    const Rect cell = cells.at(static_cast<std::int64_t>(i));
    const Rgb fill = swatch_of(context.lab, tap, range);
    fill_box(draw, cell, packed(fill), theme(2));
    frame_box(draw, cell, packed(tap.weight == 0 ? color::line : color::accent_dim), 1, theme(2));
    const ImU32 ink = packed(ink_on(fill));
    // A gather blends nothing: each texel is a channel of the result.
    const bool is_gathered = context.lab.input.fetch.operation == kernels::TextureOperation::gather;
    std::string weight =
        is_gathered ? component_names[i % 4] : fmt::format("{:g}/256", std::round(tap.weight * 100) / 100);
    if (!is_gathered && text_size(theme.value, weight).x > cell.width - theme(8)) {
      weight.resize(weight.find('/'));
    }
    const auto& setup = *context.lab.work().setup;
    std::string place = "border";
    if (!tap.is_border) {
      place = setup.array.shape.rank() == 1 && setup.array.num_slices() == 1
                  ? fmt::format("{}", tap.index[0])
                  : fmt::format("{}, {}", tap.index[0], tap.index[1]);
      if (setup.array.shape.rank() == 3 || setup.array.num_slices() > 1) {
        place += fmt::format(", {}", tap.index[2]);
      }
      if (setup.levels.size() > 1) {
        place += fmt::format(" L{}", tap.level);
      }
    }
    draw_text(draw, theme.value, {cell.x + theme(5), cell.y + theme(3)}, ink, weight);
    draw_text(draw, theme.tiny_value, {cell.x + theme(5), cell.y + theme(23)}, ink, place);
  }
  ImGui::Dummy({cells.box().width - gap, cells.box().height - gap});
  context.describe("probe.taps", "The texels read, in the color of their value, with their weights.");
  if (taps.size() > count) {
    text_in(theme.small_text, color::text_dim, fmt::format("and {} more", taps.size() - count));
  }
}

void draw_steps(const TextureContext& context, const gpu::FetchExplanation& explanation) {
  const Theme& theme = context.theme();
  // Headings and the length of the list also reveal the number of samples.
  std::vector<std::string> names{"probe.step.all"};
  for (std::size_t i = 0; i < explanation.steps.size(); ++i) {
    names.push_back(fmt::format("probe.step.{}", i));
  }
  if (reserve_if_hidden(context, names, theme(480))) {
    return;
  }
  ImGui::BeginGroup();
  for (std::size_t i = 0; i < explanation.steps.size(); ++i) {
    if (i == 0 || explanation.steps[i].title != explanation.steps[i - 1].title) {
      text_in(theme.small_text, color::text_dim, explanation.steps[i].title);
    }
    wrapped_text_in(theme.value, color::text, explanation.steps[i].text);
    context.record(fmt::format("probe.step.{}", i));
  }
  ImGui::EndGroup();
  context.record("probe.step.all");
}

/// Compares device and model, channel by channel.
void draw_comparison(const TextureContext& context, const ProbeResult& result) {
  const Theme& theme = context.theme();
  text_in(theme.heading, color::text_dim, "RESULT");
  const float left = ImGui::GetCursorPosX();
  const float glyph = text_size(theme.value, "0").x;
  bool is_equal = true;
  for (int channel = 0; channel < result.num_channels; ++channel) {
    const auto at = static_cast<std::size_t>(channel);
    const std::uint32_t model = result.explanation.result[at];
    const std::uint32_t shown = result.device ? (*result.device)[at] : model;
    text_in(theme.value, color::text_dim, component_names[at]);
    // A lesson hides the bits and the model's value together with the number.
    ImGui::SameLine(left + 2 * glyph);
    ImGui::BeginGroup();
    text_in(theme.value, color::text, bits_text(shown));
    ImGui::SameLine(left + 12 * glyph);
    text_in(theme.value, color::text, number_text(shown, result.kind));
    if (result.device && ulp_distance(shown, model, result.kind) != 0) {
      is_equal = false;
      text_in(theme.value, color::error,
              fmt::format("{}  {}  model, {}", bits_text(model), number_text(model, result.kind),
                          distance_text(shown, model, result.kind)));
    }
    ImGui::EndGroup();
    context.record(fmt::format("probe.result.{}", channel));
  }
  if (!result.device) {
    text_in(theme.small_text, color::text_dim, "from the model; no device is sampling right now");
  } else {
    wrapped_text_in(
        theme.small_text, is_equal ? color::text_dim : color::error,
        fmt::format("on {}: {}",
                    context.state().machine.facts.device.empty() ? "the device" : context.state().machine.facts.device,
                    is_equal ? "bit-identical to the model" : "different from the model"));
    const auto& device = context.state().device;
    if (const std::string note = device ? uncompared_note(device->properties()) : ""; !note.empty()) {
      wrapped_text_in(theme.small_text, color::text_dim, note);
    }
  }
  context.record("probe.verdict");
  if (result.kind == ResultKind::floats && has_ideal(context.lab.work(), context.lab.probe.side)) {
    std::string text;
    for (int channel = 0; channel < result.num_channels; ++channel) {
      const auto at = static_cast<std::size_t>(channel);
      text += fmt::format("{}{:.8g}", text.empty() ? "" : "  ", result.explanation.ideal[at]);
    }
    wrapped_line(context, "probe.ideal", color::text_dim, "ideal filter: " + text);
  }
}

}  // namespace

void draw_texture_probe(const TextureContext& context) {
  TextureLab& lab = context.lab;
  const Theme& theme = context.theme();
  const std::size_t side = lab.probe.side;
  if (!lab.work().can_sample(side)) {
    wrapped_line(context, "probe.none", color::text_dim, lab.work().error(side));
    return;
  }
  draw_coordinates(context);
  lab.prepare(context.state().device);
  const ProbeResult& result = lab.probe_result(side);
  begin_part("steps", {0, 0});
  if (!result.error.empty()) {
    error_text(context, "probe", result.error);
  } else {
    TextureSetup setup = lab.work().setup_without_texels(side);
    const bool is_shown = lab.pictures().images[side] != nullptr;
    draw_comparison(context, result);
    text_in(theme.heading, color::text_dim,
            lab.shows(0) && lab.shows(1) ? (side == 0 ? "TEXELS OF A" : "TEXELS OF B") : "TEXELS");
    draw_tap_cells(context, result, is_shown ? lab.pictures().fetched[side].range : ShownRange{});
    text_in(theme.heading, color::text_dim, "STEP BY STEP");
    draw_steps(context, result.explanation);
  }
  ImGui::EndChild();
}

}  // namespace texelscope::app
