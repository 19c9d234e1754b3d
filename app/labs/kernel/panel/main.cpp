#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "app/labs/kernel/kernel_examples.h"
#include "app/labs/kernel/panel/kernel_panel.h"
#include "app/text/count_text.h"
#include "app/window/action.h"
#include "app/window/panels/imgui_versions.h"
#include "app/workspace/edit.h"
#include "app/workspace/undo.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

#if IMGUI_VERSION_NUM >= 18700
constexpr ImGuiKey key_s = ImGuiKey_S;
#else
// GLFW's key code.
constexpr int key_s = 'S';
#endif

void draw_examples(const KernelContext& context) {
  heading(context.theme(), "EXAMPLES");
  Columns columns{2, context.theme()(4)};
  for (const KernelExample& example : kernel_examples()) {
    if (choice_button(
            context,
            {fmt::format("example.{}", example.name).c_str(), label_text(example.name).c_str(), example.teaches},
            context.lab.text == example.text, {columns.next(), 0})) {
      // A single undo restores the user's own source, whether or not it had been compiled.
      record_edit(context.state(), true);
      context.lab.open_text(example.text);
    }
  }
}

void draw_values(const KernelContext& context) {
  heading(context.theme(), "PARAMETERS");
  constexpr std::array names = {"a", "b", "c", "d"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    field_label(context, names[i], fmt::format("frame.{} in the source, from 0 to 1.", names[i]));
    slide_number(context, names[i], context.lab.controls.values[i], 0.0F, 1.0F, "%.3f");
  }
}

/// Uses the image of the Tensors lab; if it has none, that of the Textures lab, or the open picture.
void take_image(const KernelContext& context, KernelInput& input) {
  const Labs& labs = context.state().labs;
  for (const std::string_view name : {"tensors", "textures"}) {
    for (std::size_t i = 0; i < labs.all.size(); ++i) {
      const auto* const lab = capability<ShowsPicture>(labs, i);
      if (labs.all[i].name == name && lab != nullptr && lab->shows_picture()) {
        input.take([&] { return lab->shown_picture(); });
        return;
      }
    }
  }
  input.take([&] {
    const std::optional<SeenPicture> open = opened_picture(context);
    if (!open) {
      throw gpu::InvalidArgument(
          "there is nothing to take: open a picture, or show a tensor in the Tensors lab or fetches in the Textures "
          "lab");
    }
    return open->picture;
  });
}

void draw_inputs(const KernelContext& context) {
  heading(context.theme(), "INPUTS");
  field_label(context, "image", "frame.image in the source: the open picture.");
  const std::optional<SeenPicture> open = opened_picture(context);
  text_line(context, "image", open ? open->picture.name : "the program's photo", open ? color::text : color::text_dim);
  for (std::size_t i = 0; i < context.lab.inputs.size(); ++i) {
    KernelInput& input = context.lab.inputs[i];
    const std::string name = fmt::format("input_{}", i + 1);
    field_label(context, fmt::format("image_{}", i + 1).c_str(),
                fmt::format("frame.image_{} in the source: an image file or .npy file.", i + 1));
    const float width = context.theme()(52) + context.theme()(3);
    begin_part(name.c_str(), {ImGui::GetContentRegionAvail().x - width, ImGui::GetFrameHeight()}, no_scrolling);
    text_field(context, name.c_str(), input.file, input.taken().empty() ? "picture.png" : input.taken().c_str(),
               !input.error().empty());
    ImGui::EndChild();
    ImGui::SameLine(0, context.theme()(4));
    if (choice_button(
            context,
            {fmt::format("{}.take", name).c_str(), "Take",
             "Uses the tensor shown in the Tensors lab; if there is none, the fetches of the Textures lab, or the open "
             "picture."},
            !input.taken().empty(), {-1, 0})) {
      take_image(context, input);
    }
    if (!input.error().empty()) {
      error_text(context, name.c_str(), input.error());
    }
  }
}

void draw_time(const KernelContext& context) {
  KernelLab& lab = context.lab;
  heading(context.theme(), "TIME");
  Columns columns{2, context.theme()(4)};
  toggle_button(context,
                {"pause", lab.controls.is_paused ? "Resume" : "Pause",
                 "Stops frame.time; parameters and the mouse still have an effect."},
                lab.controls.is_paused, {columns.next(), 0});
  if (choice_button(context, {"restart", "Restart", "Restarts frame.time at 0."}, false, {columns.next(), 0})) {
    lab.restart();
  }
}

void draw_file(const KernelContext& context) {
  heading(context.theme(), "FILE");
  const std::string& error = context.lab.file_error();
  text_field(context, "file", context.lab.file, "kernel.cu", !error.empty());
  tooltip(context.theme(),
          "The file that Ctrl+S writes; empty for none. A dropped .cu file is opened; a dropped picture becomes "
          "frame.image.");
  if (!error.empty()) {
    error_text(context, "file", error);
  }
  toggle_button(
      context,
      {"compiles_while_typing", "Compile while typing",
       "Compiles when you pause typing. On a GPU this only checks the source; Ctrl+S runs it, because a kernel "
       "that fails there destroys the context."},
      context.lab.controls.compiles_while_typing, {-1, 0});
}

void draw_kernel_properties(const PanelContext& panel) {
  const KernelContext context{panel};
  draw_examples(context);
  draw_values(context);
  draw_time(context);
  draw_file(context);
  draw_inputs(context);
}

/// The state of the kernel, on one line.
std::string kernel_status(const KernelLab& lab) {
  if (lab.is_compiling()) {
    return "Compiling …";
  }
  if (lab.waiting_seconds() > 0) {
    return fmt::format("Still running after {:.0f} s; Stop ends it", lab.waiting_seconds());
  }
  const auto is_error = [](const gpu::CompileMessage& message) {
    return message.severity == gpu::CompileMessage::Severity::error;
  };
  const auto errors = std::ranges::count_if(lab.messages(), is_error);
  const std::string rest = lab.is_running() ? "the last good kernel still runs" : "nothing runs";
  if (!lab.origin().empty()) {
    return fmt::format("Not compiled; {}", rest);
  }
  if (lab.is_only_checked()) {
    return "Compiles; Ctrl+S runs it";
  }
  if (errors > 0) {
    return fmt::format("{}; {}", count_text(errors, "error"), rest);
  }
  if (lab.is_edited()) {
    return "Edited; Ctrl+S compiles";
  }
  if (!lab.runs_last()) {
    return fmt::format("{}; {}", lab.error().empty() ? "Not compiled" : "Failed", rest);
  }
  return fmt::format("Runs; compiled in {:.1f} s{}", lab.compile_seconds(),
                     lab.is_unsaved() ? "; Ctrl+S writes the file" : "");
}

/// In the order of KernelTab.
constexpr std::array tabs = {
    TabOf<KernelContext>{{"text", "Text", "The kernel's source."}, draw_kernel_text},
    TabOf<KernelContext>{{"picture", "Picture", "The kernel's output; the wheel zooms, and the right button pans."},
                         draw_kernel_picture},
    TabOf<KernelContext>{
        {"reference", "Reference", "Names that a kernel can use: Frame, textures, surfaces, functions."},
        draw_kernel_reference},
};
/// Beside the source.
constexpr std::array tabs_beside = {tabs[1], tabs[2]};

ImVec4 status_ink(const KernelLab& lab) {
  if (lab.is_compiling()) {
    return color::text_dim;
  }
  if (lab.waiting_seconds() > 0 || !lab.origin().empty()) {
    return color::warning;
  }
  return lab.runs_last() ? color::text : color::error;
}

/// The width of a button beside the tabs, including the gap before it.
constexpr float width_beside_tabs = 84;

void draw_save_button(const KernelContext& context, float right) {
  KernelLab& lab = context.lab;
  if (button_beside_tabs(context, "compile", "Compile", right, lab.is_edited(), lab.can_run())) {
    lab.save();
  }
  tooltip(context.theme(), "Compiles the source, and saves it if it has a file (Ctrl+S).");
}

/// Shown to the left of the Compile button while a frame is slow.
void draw_stop_button(const KernelContext& context, float right, float top) {
  KernelLab& lab = context.lab;
  if (lab.waiting_seconds() <= 0) {
    return;
  }
  const float left = ImGui::GetCursorPosX();
  ImGui::SetCursorPos({left, top});
  ImGui::Dummy({1, context.theme()(26)});
  if (button_beside_tabs(context, "stop", "Stop", right - context.theme()(width_beside_tabs), false, true)) {
    lab.cancel_work();
  }
  tooltip(context.theme(), "Stops the kernel, whose current frame is slow, and shows where it was (Esc).");
}

/// The right edge of the status line, to the left of the buttons.
float status_right(const KernelContext& context, float right) {
  const int buttons = context.lab.waiting_seconds() > 0 ? 2 : 1;
  return right - context.theme()(width_beside_tabs) * static_cast<float>(buttons);
}

/// The kernel's state, on one line to the left of the buttons.
void draw_status(const KernelContext& context, float left, float right) {
  const Theme& theme = context.theme();
  ImGui::SameLine(left);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::round((theme(26) - line_height(theme.small_text)) / 2));
  const std::string status = kernel_status(context.lab);
  const std::string shown = shortened(theme.small_text, status, right - left);
  text_in(theme.small_text, status_ink(context.lab), shown);
  const ImVec2 corner = ImGui::GetItemRectMin();
  // The width does not depend on the current status.
  context.record(context.lab.is_compiling() ? "status.compiling"
                 : context.lab.runs_last()  ? "status.runs"
                                            : "status.failed",
                 {corner.x, corner.y, right - left, ImGui::GetItemRectSize().y});
  tooltip(theme, shown == status ? "" : status);
}

void draw_wide(const KernelContext& context) {
  KernelLab& lab = context.lab;
  const Theme& theme = context.theme();
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const float text_width = std::round(std::clamp(width * 0.52F, theme(300), theme(860)));
  const float right = left + text_width;
  const float top = ImGui::GetCursorPosY();
  ImGui::Dummy({1, theme(26)});
  draw_status(context, left, status_right(context, right));
  draw_stop_button(context, right, top);
  ImGui::SetCursorPos({left, top});
  ImGui::Dummy({1, theme(26)});
  draw_save_button(context, right);
  draw_line_below_tabs(context.panel);
  draw_part({"source", [&] { draw_kernel_text(context); }}, {text_width, 0});
  ImGui::SameLine(0, theme(16));
  draw_part({"beside", [&] {
               const KernelTab open = lab.tab == KernelTab::reference ? KernelTab::reference : KernelTab::picture;
               const KernelTab chosen = draw_tabs(context, std::span<const TabOf<KernelContext>>{tabs_beside},
                                                  KernelTab::picture, open, theme(12));
               lab.tab = chosen == open ? lab.tab : chosen;
               draw_part({"shown", [&] { draw_below_tab(context, tabs, chosen); }});
             }});
}

void draw_narrow(const KernelContext& context) {
  KernelLab& lab = context.lab;
  const Theme& theme = context.theme();
  const float left = ImGui::GetCursorPosX();
  const float right = left + ImGui::GetContentRegionAvail().x;
  const float top = ImGui::GetCursorPosY();
  lab.tab = draw_tabs(context, std::span<const TabOf<KernelContext>>{tabs}, KernelTab::text, lab.tab, theme(12));
  const float behind_tabs = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + theme(14);
  draw_status(context, behind_tabs, status_right(context, right));
  draw_stop_button(context, right, top);
  ImGui::SetCursorPos({left, top});
  ImGui::Dummy({1, theme(26)});
  draw_save_button(context, right);
  draw_line_below_tabs(context.panel);
  draw_part({"tab", [&] { draw_below_tab(context, tabs, lab.tab); }});
}

void draw_kernel_lab_main(const PanelContext& panel) {
  const KernelContext context{panel};
  KernelLab& lab = context.lab;
  lab.view.now = panel.state.now;
  lab.view.picture = panel.state.pictures.current ? panel.state.pictures.current->image : nullptr;
  lab.advance(panel.state.device, lab.view);
  panel.state.drawn.images["kernels.picture"].image = lab.image();
  // Not an action in the window's table, because actions are disabled while a field has focus, and this key applies to
  // typed text. The table has the same key for save_frame, which is disabled while a lab is open.
  if (ImGui::GetIO().KeyCtrl && ImGui::IsKeyPressed(key_s, false) && lab.can_run()) {
    lab.save();
    if (lab.file.empty()) {
      panel.state.notices.notify(NoticeKind::information,
                                 "The source has no file: it is kept only in the session. To save it in a file, enter "
                                 "a path under FILE and press Ctrl+S.",
                                 panel.state.now);
    }
  }
  draw_lab_region(panel, [&] { is_wide(panel, 560) ? draw_wide(context) : draw_narrow(context); });
  // Also written by F5, by Compile, and by Overwrite.
  if (const auto saved = lab.take_newly_saved()) {
    panel.state.notices.notify(NoticeKind::information, "Saved " + saved->string(), panel.state.now);
  }
}

/// The pixel at a position, with the value that the kernel wrote to it.
std::string pixel_text(const KernelLab& lab, float x, float y) {
  const auto column = static_cast<int>(std::floor(x));
  const auto row = static_cast<int>(std::floor(y));
  std::string text = fmt::format("   pixel ({}, {})", column, row);
  const Image* const image = lab.image().get();
  if (image != nullptr && column >= 0 && row >= 0 && column < image->width && row < image->height) {
    const std::byte* const value =
        &image->pixels[(static_cast<std::size_t>(row) * static_cast<std::size_t>(image->width) +
                        static_cast<std::size_t>(column)) *
                       4];
    const auto channel = [&](std::size_t i) { return std::to_integer<int>(value[i]); };
    text += fmt::format("   {} {} {} {}   #{:02x}{:02x}{:02x}{:02x}", channel(0), channel(1), channel(2), channel(3),
                        channel(0), channel(1), channel(2), channel(3));
  }
  if (lab.place.zoom != 1) {
    text += fmt::format("   {:.4g} %", lab.place.zoom * 100);
  }
  return text;
}

void draw_kernel_lab_readout(const PanelContext& panel) {
  const KernelContext context{panel};
  const KernelLab& lab = context.lab;
  std::string text = fmt::format("time {:.1f} s", lab.time());
  if (lab.image()) {
    text += fmt::format("   {} × {}   frame {:.1f} ms   {} frames/s", lab.image()->width, lab.image()->height,
                        lab.frame_ms(), lab.frames_per_second());
  }
  if (const std::string cost = lab.cost_text(); !cost.empty()) {
    text += "   " + cost;
  }
  text += fmt::format("   line {}", lab.cursor.line);
  if (lab.view.mouse) {
    text += pixel_text(lab, lab.view.mouse->first, lab.view.mouse->second);
  }
  draw_readout_text(context, text);
}

}  // namespace

extern const LabDeclaration kernel_lab;
const LabDeclaration kernel_lab = {.name = "kernels",
                                   .title = "Kernels",
                                   .teaches =
                                       "A kernel that writes a surface, edited in place: saving compiles it, errors "
                                       "appear at their lines, and the last good kernel keeps running.",
                                   .key = key::f7,
                                   .make = make_lab<KernelLab>,
                                   .draw_properties = draw_kernel_properties,
                                   .draw_main = draw_kernel_lab_main,
                                   .draw_readout = draw_kernel_lab_readout,
                                   .varies = {"kernels.status.runs", "kernels.readout"}};

}  // namespace texelscope::app
