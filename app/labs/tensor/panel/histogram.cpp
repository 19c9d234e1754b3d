#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/images/color_map.h"
#include "app/labs/tensor/number_scale.h"
#include "app/labs/tensor/panel/tensor_panel.h"
#include "app/text/value_text.h"

namespace texelscope::app {
namespace {

/// The distribution of the numbers above their colors, and handles for the ends of the range.
class Histogram {
 public:
  Histogram(const TensorContext& context, const ScanResult& result, ImVec2 corner, ImVec2 extent)
      : context_{context},
        theme_{context.theme()},
        result_{result},
        range_{context.lab.range()},
        corner_{corner},
        extent_{extent},
        draw_{ImGui::GetWindowDrawList()} {
    // Includes both the range and the numbers, so that both ends can be grabbed.
    const ValueSummary& summary = result.summary;
    shown_ = summary.has_range()
                 ? NumberRange{std::min(range_.lowest, summary.lowest), std::max(range_.highest, summary.highest)}
                 : range_;
    // The range of a large type would leave no room for the numbers.
    constexpr double widest = 65535;
    if (context.lab.view.rule == RangeRule::type && summary.has_range() && range_.highest - range_.lowest > widest) {
      shown_ = {summary.lowest, summary.highest};
    }
    if (context.lab.drag) {
      shown_ = context.lab.drag->shown;
    }
  }

  void draw() {
    invisible_button("histogram", extent_);
    context_.record("histogram");
    take_mouse();
    draw_bars();
    draw_ramp();
    draw_ends();
  }

 private:
  [[nodiscard]] float x_of(double number) const {
    return corner_.x + static_cast<float>(NumberScale(shown_).part_of(number)) * extent_.x;
  }
  [[nodiscard]] double number_at(float x) const {
    const double part = std::clamp(static_cast<double>((x - corner_.x) / extent_.x), 0.0, 1.0);
    return shown_.lowest * (1 - part) + shown_.highest * part;
  }

  void take_mouse() {
    const float mouse = ImGui::GetIO().MousePos.x;
    std::optional<RangeDrag>& drag = context_.lab.drag;
    if (ImGui::IsItemActivated()) {
      drag = {std::abs(mouse - x_of(range_.highest)) < std::abs(mouse - x_of(range_.lowest)), shown_};
    }
    if (!ImGui::IsItemActive() || !drag) {
      drag.reset();
      return;
    }
    if (drag->is_highest) {
      range_.highest = std::max(number_at(mouse), range_.lowest);
    } else {
      range_.lowest = std::min(number_at(mouse), range_.highest);
    }
    context_.lab.set_range(range_);
  }

  void draw_bars() const {
    const ValueCounts& counts = result_.histogram;
    const std::uint64_t most = counts.empty() ? 0 : *std::ranges::max_element(counts);
    const float base = corner_.y + extent_.y - ramp_height();
    const ValueSummary& summary = result_.summary;
    for (std::size_t bin = 0; bin < counts.size() && most > 0; ++bin) {
      if (counts[bin] == 0) {
        continue;
      }
      const auto number = [&](std::size_t at) {
        const double part = static_cast<double>(at) / static_cast<double>(counts.size());
        return result_.histogram_range.lowest * (1 - part) + result_.histogram_range.highest * part;
      };
      // A logarithm makes rare values visible.
      const double part = std::log1p(static_cast<double>(counts[bin])) / std::log1p(static_cast<double>(most));
      const float left = summary.lowest < summary.highest ? x_of(number(bin)) : x_of(summary.lowest) - theme_(2);
      const float right = summary.lowest < summary.highest ? x_of(number(bin + 1)) : left + theme_(4);
      const float top = base - std::max(1.0F, static_cast<float>(part) * (base - corner_.y - theme_(2)));
      draw_->AddRectFilled({left, top}, {std::max(right, left + 1), base}, packed(color::text_disabled));
    }
  }

  [[nodiscard]] float ramp_height() const { return std::round(theme_(8)); }

  void draw_ramp() const {
    const ColorRamp& ramp = color_ramp(context_.lab.view.channel_axis < 0 ? context_.lab.view.map : ColorMap::gray);
    const float top = corner_.y + extent_.y - ramp_height() + 1;
    const float bottom = corner_.y + extent_.y;
    const auto columns = static_cast<int>(extent_.x);
    const NumberScale scale(range_);
    for (int column = 0; column < columns; ++column) {
      const float x = corner_.x + static_cast<float>(column);
      const auto level = static_cast<std::size_t>(scale.part_of(number_at(x)) * 255 + 0.5);
      draw_->AddRectFilled({x, top}, {x + 1, bottom}, packed(ramp[level]));
    }
  }

  void draw_ends() const {
    for (const double end : {range_.lowest, range_.highest}) {
      const float x = std::round(x_of(end));
      draw_->AddRectFilled({x - theme_(1), corner_.y}, {x + theme_(1), corner_.y + extent_.y}, packed(color::accent));
      draw_->AddRectFilled({x - theme_(3), corner_.y}, {x + theme_(3), corner_.y + theme_(6)}, packed(color::accent),
                           theme_(2));
    }
  }

  const TensorContext& context_;
  const Theme& theme_;
  const ScanResult& result_;
  NumberRange range_;
  NumberRange shown_;
  ImVec2 corner_;
  ImVec2 extent_;
  ImDrawList* draw_;
};

/// A colored square, and the number of values that it stands for.
void draw_mark(const TensorContext& context, const char* name, Rgb color, std::int64_t count) {
  const Theme& theme = context.theme();
  const std::string text = fmt::format("{} {}", count, name);
  const float gap = theme(12);
  const float side = std::round(theme(9));
  const float end = ImGui::GetItemRectMax().x + gap + side + theme(5) + ImGui::CalcTextSize(text.c_str()).x;
  // If there is no room for all, zero counts are omitted.
  if (count == 0 && end > ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x) {
    return;
  }
  ImGui::SameLine(0, gap);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float top = std::round(at.y + (ImGui::GetTextLineHeight() - side) / 2);
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {at.x + side, top + side}, packed(color), theme(1));
  ImGui::Dummy({side, 0});
  ImGui::SameLine(0, theme(4));
  text_in(theme.small_text, count > 0 ? color::text : color::text_disabled, text);
  context.record(fmt::format("mark.{}", name));
}

void draw_legend(const TensorContext& context, const ScanResult* result) {
  TensorLab& lab = context.lab;
  const Theme& theme = context.theme();
  const ScopedFont scoped_font{theme.small_text};
  constexpr std::array choices = {LabChoice{"histogram.slice", "Slice", "The numbers of the slice shown."},
                                  LabChoice{"histogram.tensor", "Tensor", "The numbers of the whole tensor."}};
  std::size_t chosen = lab.has_whole_histogram ? 1 : 0;
  choice_row(context, choices, chosen, theme(4));
  lab.has_whole_histogram = chosen == 1;
  const NumberRange range = lab.range();
  ImGui::SameLine(0, theme(12));
  text_in(theme.small_text, color::text,
          fmt::format("{} … {}", short_number(range.lowest, 9), short_number(range.highest, 9)));
  context.record("range_text");
  const ValueSummary summary = result != nullptr ? result->summary : ValueSummary{};
  constexpr SpecialColors special;
  draw_mark(context, "NaN", special.not_a_number, summary.nans);
  draw_mark(context, "+inf", special.positive_infinity, summary.positive_infinities);
  draw_mark(context, "−inf", special.negative_infinity, summary.negative_infinities);
}

}  // namespace

float histogram_height(const Theme& theme, float room) {
  return room < theme(160) ? 0 : std::round(std::clamp(room * 0.2F, theme(64), theme(130)));
}

void draw_tensor_histogram(const TensorContext& context, float height) {
  const TensorLab& lab = context.lab;
  const ScanResult* const result = (lab.has_whole_histogram ? lab.whole_watch() : lab.slice_watch()).result();
  const float begin = ImGui::GetCursorPosY();
  draw_legend(context, result);
  const float left = height - (ImGui::GetCursorPosY() - begin);
  const ImVec2 extent{std::floor(ImGui::GetContentRegionAvail().x), std::floor(left)};
  if (result != nullptr && extent.x >= 8 && extent.y >= 8) {
    // The handles of the ends extend to both sides.
    const float margin = std::round(context.theme()(4));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + margin);
    Histogram(context, *result, ImGui::GetCursorScreenPos(), {extent.x - 2 * margin, extent.y}).draw();
  }
}

}  // namespace texelscope::app
