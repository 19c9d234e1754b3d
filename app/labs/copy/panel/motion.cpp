#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/labs/copy/panel/copy_panel.h"
#include "app/text/count_text.h"

namespace texelscope::app {
namespace {

bool has_two_orders(const CopyLab& lab) { return lab.motion().method != gpu::CopyMethod::elements; }

std::string order_title(const CopyLab& lab, MotionOrder order) {
  return order == MotionOrder::elements ? "element by element" : std::string{to_string(lab.motion().method)};
}

std::string extents_text(const std::vector<gpu::CopyAxis>& axes) {
  std::string text;
  for (const gpu::CopyAxis& axis : axes) {
    text += fmt::format("{}{}", text.empty() ? "" : " × ", axis.extent);
  }
  return text.empty() ? "1" : text;
}

std::string corner_text(const CopyLab& lab) {
  const CopyMotion& motion = lab.motion();
  const std::string shown = fmt::format("{} item{} of {}", extents_text(motion.axes),
                                        motion.items.size() == 1 ? "" : "s", count_text(motion.item_bytes, "byte"));
  return motion.is_whole ? "all " + shown
                         : fmt::format("the first {} of {}", shown, extents_text(lab.setup().plan->axes));
}

void draw_order_choice(const CopyContext& context) {
  CopyLab& lab = context.lab;
  const Theme& theme = context.theme();
  if (has_two_orders(lab)) {
    ImGui::PushFont(theme.small_text);
    const std::string plan = order_title(lab, MotionOrder::plan);
    const std::string elements = order_title(lab, MotionOrder::elements);
    const std::array choices = {
        LabChoice{"motion.plan", plan.c_str(), "The order in which the plan's kernel moves the items."},
        LabChoice{"motion.elements", elements.c_str(), "One thread per element, without a plan, for comparison."}};
    if (choice_row(context, choices, lab.playback.order, theme(4))) {
      lab.playback.position = 0;
    }
    ImGui::PopFont();
    ImGui::SameLine(0, theme(12));
    ImGui::AlignTextToFramePadding();
  } else {
    lab.playback.order = MotionOrder::plan;
  }
  text_line(context, "motion.corner", corner_text(lab), lab.motion().is_whole ? color::text_dim : color::accent);
}

/// The step shown, and its move, which is recorded separately because it reveals the plan.
void draw_step_text(const CopyContext& context) {
  const CopyMotion& motion = context.lab.motion();
  const std::size_t done = context.lab.moves_done();
  text_line(context, "motion.step_text", fmt::format("step {} of {}:", done, motion.moves.size()), color::text);
  ImGui::SameLine(0, text_size(context.theme().small_text, " ").x);
  text_line(context, "motion.move", done == 0 ? "nothing read yet" : move_text(motion, done - 1), color::text);
}

/// One order as a bar of reads and writes; `done` is the number of filled moves.
void draw_sector_bar(const CopyContext& context, MotionOrder order, std::size_t done, std::int64_t most) {
  const Theme& theme = context.theme();
  const CopyMotion& motion = context.lab.motion(order);
  const SectorCount& total = motion.sectors.back();
  const SectorCount& now = motion.sectors[std::min(done, motion.moves.size())];
  const bool is_shown = order == context.lab.playback.order;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float row = theme(18);
  const float height = theme(8);
  ImGui::Dummy({width, row + height + theme(3)});
  context.describe(fmt::format("motion.sectors.{}", order == MotionOrder::plan ? "plan" : "elements"),
                   "Memory delivers whole 32-byte sectors. A sector counts each time a step touches it; caching "
                   "between steps is ignored.");
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const std::string figure =
      is_shown && done < motion.moves.size()
          ? fmt::format("read {} of {}   written {} of {}", now.read, total.read, now.written, total.written)
          : fmt::format("read {}   written {}   in {}", total.read, total.written,
                        count_text(motion.moves.size(), "step"));
  ImGui::PushFont(theme.small_text);
  const float figure_width = ImGui::CalcTextSize(figure.c_str()).x;
  const std::string title = shortened(order_title(context.lab, order), width - figure_width - theme(8));
  draw->AddText(corner, packed(is_shown ? color::text : color::text_dim), title.c_str());
  draw->AddText({corner.x + width - figure_width, corner.y}, packed(color::text_dim), figure.c_str());
  ImGui::PopFont();
  const float top = std::round(corner.y + row);
  const auto at = [&](std::int64_t sectors) {
    return corner.x +
           std::round(width * static_cast<float>(sectors) / static_cast<float>(std::max<std::int64_t>(most, 1)));
  };
  draw->AddRectFilled({corner.x, top}, {corner.x + width, top + height}, packed(color::panel), theme(2));
  draw->AddRectFilled({corner.x, top}, {at(total.sum()), top + height}, packed(color::raised_hovered), theme(2));
  const SectorCount& filled = is_shown ? now : total;
  draw->AddRectFilled({corner.x, top}, {at(filled.read), top + height},
                      packed(is_shown ? color::accent : color::text_disabled), theme(2));
  draw->AddRectFilled({at(filled.read), top}, {at(filled.sum()), top + height},
                      packed(is_shown ? color::accent_dim : color::raised_hovered), theme(2));
}

/// An entry of the legend of the marks on the cells.
struct Mark {
  const char* text;
  ImVec4 fill;
  ImVec4 border;
  /// Whether the entry does not fit on the previous entry's line.
  bool is_in_new_line = false;
};

constexpr float mark_side = 10;
constexpr float gap_of_mark = 6;
constexpr float gap_of_marks = 18;

std::array<Mark, 3> legend_in(const Theme& theme, float room) {
  std::array marks = {Mark{"moved in this step", color::raised, color::accent},
                      Mark{"in a touched sector", color::raised, color::text_dim},
                      Mark{"not written yet", color::raised, color::raised}};
  float right = 0;
  for (Mark& mark : marks) {
    const float width = theme(mark_side) + theme(gap_of_mark) + text_size(theme.small_text, mark.text).x;
    mark.is_in_new_line = right > 0 && right + theme(gap_of_marks) + width > room;
    right = right > 0 && !mark.is_in_new_line ? right + theme(gap_of_marks) + width : width;
  }
  return marks;
}

void draw_legend(const CopyContext& context, std::span<const Mark> marks) {
  const Theme& theme = context.theme();
  const float side = theme(mark_side);
  ImGui::PushFont(theme.small_text);
  const float height = ImGui::GetTextLineHeight();
  for (const Mark& mark : marks) {
    if (&mark != marks.data() && !mark.is_in_new_line) {
      ImGui::SameLine(0, theme(gap_of_marks));
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 corner{at.x, std::round(at.y + (height - side) / 2)};
    ImDrawList* draw = ImGui::GetWindowDrawList();
    draw->AddRectFilled(corner, {corner.x + side, corner.y + side}, packed(mark.fill));
    draw->AddRect(corner, {corner.x + side, corner.y + side}, packed(mark.border), 0, 0,
                  std::max(1.0F, std::floor(theme(1.5F))));
    ImGui::Dummy({side, height});
    ImGui::SameLine(0, theme(gap_of_mark));
    text_in(theme.small_text, color::text_dim, mark.text);
  }
  ImGui::PopFont();
}

/// The sectors that both orders touch, up to now and in total.
void draw_motion_counters(const CopyContext& context) {
  CopyLab& lab = context.lab;
  const std::int64_t most = std::max(lab.motion(MotionOrder::plan).sectors.back().sum(),
                                     lab.motion(MotionOrder::elements).sectors.back().sum());
  const Theme& theme = context.theme();
  if (ImGui::GetContentRegionAvail().x >= theme(460)) {
    text_in(theme.heading, color::text_dim, "32-BYTE SECTORS");
    ImGui::SameLine(0, theme(8));
  }
  draw_step_text(context);
  draw_sector_bar(context, MotionOrder::plan, lab.moves_done(), most);
  if (has_two_orders(lab)) {
    draw_sector_bar(context, MotionOrder::elements, lab.moves_done(), most);
  }
}

/// Play, steps, speed and a slider over all moves.
void draw_motion_transport(const CopyContext& context) {
  CopyLab& lab = context.lab;
  const Theme& theme = context.theme();
  MotionPlayback& playback = lab.playback;
  const auto count = static_cast<int>(lab.motion().moves.size());
  const auto done = static_cast<int>(lab.moves_done());
  const bool is_moving = playback.is_playing && done < count;
  const auto button = [&](const char* id, Icon icon, const char* text) {
    const bool is_pressed = icon_button(context, fmt::format("motion.{}", id), icon, text);
    ImGui::SameLine(0, theme(4));
    return is_pressed;
  };
  const auto go_to = [&](int step) {
    playback.is_playing = false;
    playback.position = std::clamp(step, 0, count);
  };
  if (button("restart", Icon::reset, "Starts over at the first step.")) {
    playback.position = 0;
  }
  if (button("back", Icon::step_back, "Steps back once.")) {
    go_to(done - 1);
  }
  if (button("play", is_moving ? Icon::pause : Icon::play, is_moving ? "Pause." : "Play.")) {
    playback.is_playing = !is_moving;
    playback.position = done >= count ? 0 : playback.position;
  }
  if (button("step", Icon::step, "Steps forward once.")) {
    go_to(done + 1);
  }
  ImGui::SameLine(0, theme(8));
  const float speed_width = theme(64);
  ImGui::SetNextItemWidth(std::max(theme(40), ImGui::GetContentRegionAvail().x - speed_width - theme(6)));
  int step = done;
  ImGui::PushFont(theme.value);
  if (slide_number(context, "motion.scrub", step, 0, count, "%d") && step != done) {
    go_to(step);
  }
  ImGui::PopFont();
  tooltip(theme, "The step shown; drag to move through all steps.");
  ImGui::SameLine(0, theme(8));
  ImGui::SetNextItemWidth(speed_width);
  auto speed = static_cast<int>(std::lround(playback.speed));
  if (drag_number(context, "motion.speed", speed, 1, 120, "%lld/s")) {
    playback.speed = speed;
  }
  tooltip(theme, "Steps per second.");
}

}  // namespace

void draw_copy_motion(const CopyContext& context) {
  CopyLab& lab = context.lab;
  const Theme& theme = context.theme();
  if (lab.motion().moves.empty()) {
    if (lab.setup().plan) {
      wrapped_text_in(theme.small_text, color::text_dim, "There are no elements to move.");
    } else {
      draw_no_plan(context);
    }
    context.record("motion.none");
    return;
  }
  lab.is_motion_shown = true;
  lab.play(static_cast<double>(ImGui::GetIO().DeltaTime));
  draw_order_choice(context);
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  const float bars = has_two_orders(lab) ? 2 : 1;
  const bool has_legend = ImGui::GetContentRegionAvail().y >= theme(420);
  const std::array<Mark, 3> marks = legend_in(theme, ImGui::GetContentRegionAvail().x);
  const auto lines = static_cast<float>(1 + std::ranges::count(marks, true, &Mark::is_in_new_line));
  const float legend = has_legend ? lines * (theme(size::small_text) + spacing) + theme(4) + spacing : 0;
  const float below =
      legend + theme(size::heading) + spacing + bars * (theme(29) + spacing) + ImGui::GetFrameHeight() + theme(6);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  draw_motion_cells(context, {room.x, std::max(room.y - below - spacing, theme(60))});
  if (has_legend) {
    draw_legend(context, marks);
    ImGui::Dummy({0, theme(4)});
  }
  draw_motion_counters(context);
  draw_motion_transport(context);
}

}  // namespace texelscope::app
