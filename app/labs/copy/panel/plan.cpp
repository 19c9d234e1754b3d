#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/labs/copy/panel/copy_panel.h"
#include "app/text/count_text.h"
#include "texelscope/gpu/copy_route.h"

namespace texelscope::app {
namespace {

void draw_steps(const CopyContext& context, const gpu::CopyPlan& plan) {
  const Theme& theme = context.theme();
  heading(theme, "STEPS");
  const float left = ImGui::GetCursorPosX();
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    text_in(theme.value, color::text_disabled, fmt::format("{}", i + 1));
    ImGui::SameLine(left + theme(22));
    wrapped_line(context, fmt::format("plan.step{}", i), i + 1 == plan.steps.size() ? color::text : color::text_dim,
                 plan.steps[i]);
  }
}

void draw_axes(const CopyContext& context, const gpu::CopyPlan& plan) {
  const Theme& theme = context.theme();
  heading(theme, "AXES");
  if (plan.axes.empty()) {
    wrapped_text_in(theme.small_text, color::text_dim, "None: one item.");
    return;
  }
  constexpr std::array titles = {"axis", "items", "source", "destination"};
  constexpr std::array<float, 4> shares = {0.1F, 0.33F, 0.62F, 1};
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x - theme(4);
  const auto draw_row = [&](ImFont* font, const ImVec4& ink, const std::array<std::string, 4>& cells) {
    const ScopedFont scoped_font{font};
    ImGui::BeginGroup();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) {
        ImGui::SameLine();
      }
      ImGui::SetCursorPosX(left + std::max(0.0F, width * shares[i] - ImGui::CalcTextSize(cells[i].c_str()).x));
      text_in(font, ink, cells[i]);
    }
    ImGui::EndGroup();
  };
  draw_row(theme.small_text, color::text_disabled, {titles[0], titles[1], titles[2], titles[3]});
  for (std::size_t i = 0; i < plan.axes.size(); ++i) {
    const gpu::CopyAxis& axis = plan.axes[i];
    draw_row(theme.value, color::text,
             {fmt::format("{}", i), fmt::format("{}", axis.extent), fmt::format("{}", axis.source_stride),
              fmt::format("{}", axis.destination_stride)});
    context.record(fmt::format("plan.axis{}", i));
  }
  wrapped_text_in(theme.small_text, color::text_disabled, "Strides in bytes.");
}

gpu::MemorySpace space_of(CopyMemory memory) {
  return memory == CopyMemory::device   ? gpu::MemorySpace::device
         : memory == CopyMemory::pinned ? gpu::MemorySpace::page_locked
                                        : gpu::MemorySpace::pageable;
}

void draw_execution(const CopyContext& context, const gpu::CopyPlan& plan, gpu::DeviceKind kind, bool is_shown_device) {
  const Theme& theme = context.theme();
  const std::string name = kind == gpu::DeviceKind::cpu ? "cpu" : "cuda";
  heading(theme, kind == gpu::DeviceKind::cpu ? "ON THE CPU" : "ON A CUDA DEVICE");
  const ImVec4& ink = is_shown_device ? color::text : color::text_disabled;
  const CopyInput& input = context.lab.input;
  const bool is_within_device =
      input.source_memory == CopyMemory::device && input.destination_memory == CopyMemory::device;
  const bool has_route =
      input.source_memory != CopyMemory::pageable || input.destination_memory != CopyMemory::pageable;
  if (kind == gpu::DeviceKind::cuda && !is_within_device && has_route) {
    const gpu::CopyRoute route = route_of(plan, space_of(input.source_memory), space_of(input.destination_memory));
    wrapped_line(context, "plan.route", ink, fmt::format("Between host and device: {}.", description(route)));
  }
  wrapped_line(context, "plan." + name, ink, execution_text(plan, kind));
}

}  // namespace

void draw_no_plan(const CopyContext& context) {
  const CopyInput& input = context.lab.input;
  const std::string error = context.lab.setup().error();
  if (input.content != CopyContent::typed && input.file.empty()) {
    wrapped_text_in(context.theme().small_text, color::text_dim, fmt::format("To begin, {}.", error));
  } else {
    error_text(context, "setup", error);
  }
}

void draw_copy_plan(const CopyContext& context) {
  const Theme& theme = context.theme();
  const CopySetup& setup = context.lab.setup();
  if (!setup.plan) {
    draw_no_plan(context);
    return;
  }
  // Covering single lines would reveal the number of steps and axes.
  const std::array<std::string, 1> whole{"plan.method"};
  if (reserve_if_hidden(context, whole, std::max(ImGui::GetContentRegionAvail().y, theme(200)))) {
    return;
  }
  const gpu::CopyPlan& plan = *setup.plan;
  text_in(theme.text, color::accent, std::string{to_string(plan.method)});
  context.record("plan.method");
  ImGui::SameLine(0, theme(8));
  const std::int64_t items = plan.volume_bytes / plan.item_bytes;
  const std::string volume = fmt::format("{}: {} of {}", bytes_text(plan.volume_bytes), count_text(items, "item"),
                                         count_text(plan.item_bytes, "byte"));
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + theme(1));
  text_line(context, "plan.volume", volume, color::text_dim);
  draw_steps(context, plan);
  draw_axes(context, plan);
  const bool is_cuda = context.state().machine.facts.device.starts_with("cuda");
  draw_execution(context, plan, is_cuda ? gpu::DeviceKind::cuda : gpu::DeviceKind::cpu, true);
  draw_execution(context, plan, is_cuda ? gpu::DeviceKind::cpu : gpu::DeviceKind::cuda, false);
}

}  // namespace texelscope::app
