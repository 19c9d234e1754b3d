#include <fmt/format.h>

#include "app/labs/surface/panel/surface_panel.h"

namespace texelscope::app {

void draw_surface_explanation(const SurfaceContext& context) {
  SurfaceLab& lab = context.lab;
  const Theme& theme = context.theme();
  if (const auto& report = lab.report()) {
    const bool is_bad = report->trial && *report->trial != TrialEnding::written;
    text_in(theme.heading, color::text_dim, "LAST STROKE");
    wrapped_text_in(theme.small_text, is_bad ? color::error : color::text, report->text);
    context.record(is_bad ? "report.failed" : lab.is_trying() ? "report.trying" : "report");
  }
  if (!lab.stroke()) {
    return;
  }
  text_in(theme.heading, color::text_dim, "THE BRUSH");
  wrapped_text_in(theme.tiny_value, color::accent, code_of(*lab.stroke()));
  for (const std::string& line : explain(*lab.stroke(), lab.level_descriptor())) {
    wrapped_text_in(theme.small_text, color::text, line);
  }
  context.record("explanation");
}

}  // namespace texelscope::app
