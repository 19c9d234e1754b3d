#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/accesses/hazard.h"
#include "app/labs/access/panel/access_panel.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

std::string tap_text(const gpu::TapExplanation& tap, int rank) {
  const std::string index = rank == 1   ? fmt::format("({})", tap.index[0])
                            : rank == 2 ? fmt::format("({}, {})", tap.index[0], tap.index[1])
                                        : fmt::format("({}, {}, {})", tap.index[0], tap.index[1], tap.index[2]);
  return fmt::format("{}{}: weight {:g}/256", tap.level > 0 ? fmt::format("level {} ", tap.level) : "",
                     tap.is_border ? "border" : index, tap.weight);
}

/// The texels that a fetch read, and a way to the Textures lab.
void draw_fetch(const AccessContext& context) {
  const Theme& theme = context.theme();
  const std::shared_ptr<const OfferedFetch>& fetch = context.lab.fetch();
  if (!fetch) {
    text_in(theme.small_text, color::text_dim, "The recording does not have its texels: they exceeded the limit.");
    return;
  }
  try {
    const gpu::FetchExplanation explanation = explanation_of(*fetch);
    const int rank = fetch->array.copy_extent().depth() > 1 ? 3 : fetch->array.shape.rank();
    constexpr std::size_t most = 8;
    for (std::size_t i = 0; i < std::min(explanation.taps.size(), most); ++i) {
      const gpu::TapExplanation& tap = explanation.taps[i];
      const std::string text = tap_text(tap, rank);
      const std::string name = fmt::format("tap.{}", i);
      if (tap.is_border) {
        text_line(context, name.c_str(), text, color::text_dim);
        continue;
      }
      if (link_button(theme, text.c_str())) {
        return context.lab.follow(tap);
      }
      context.describe(name, "Shows who wrote this texel.");
    }
    if (explanation.taps.size() > most) {
      text_in(theme.small_text, color::text_dim, fmt::format("and {} more texels", explanation.taps.size() - most));
    }
  } catch (const gpu::InvalidArgument& error) {
    text_line(context, "unexplained", error.what(), color::text_dim);
  }
  const ScopedFont scoped_font{theme.small_text};
  if (primary_button("Show in Textures")) {
    open_fetch(context.state(), fetch);
  }
  context.describe("open_fetch", "Opens the Textures lab with these texels, this descriptor and these coordinates.");
}

/// A line of code and, if it is the Kernels lab's, a link to it. `before` precedes the text, `suffix` ends the widgets'
/// names.
void draw_source_line(const AccessContext& context, const gpu::SourcePlace& place, const std::string& before,
                      const std::string& suffix) {
  const Theme& theme = context.theme();
  const AccessStudy& study = *context.lab.detail();
  if (const std::string& line = context.lab.source_line(study, place); !line.empty()) {
    text_in(theme.value, color::text, shortened(theme.value, before + line, ImGui::GetContentRegionAvail().x));
    context.describe("source_line" + suffix, line);
  }
  if (study.source.empty() || place.file != study.source_name || place.line < 1) {
    return;
  }
  const auto editor = find_capability<EditsCode>(context.state().labs);
  if (editor && !capability<EditsCode>(context.state().labs, *editor)->has_text(study.source)) {
    text_line(context, ("other_text" + suffix).c_str(),
              fmt::format("Line {}; the Kernels lab has another text now.", place.line), color::text_dim);
    return;
  }
  ImGui::PushID(suffix.c_str());
  if (link_button(theme, fmt::format("Line {} in Kernels", place.line).c_str())) {
    open_code_line(context.state(), place.line);
  }
  ImGui::PopID();
  context.describe("open_line" + suffix, "Opens the Kernels lab with its cursor in this line.");
}

}  // namespace

void draw_chosen_access(const AccessContext& context) {
  AccessLab& lab = context.lab;
  const Theme& theme = context.theme();
  const AccessStudy& study = *lab.detail();
  if (!lab.access()) {
    return;
  }
  const gpu::AccessRecording& recording = study.recorded.recording;
  const gpu::Access& access = recording.accesses[*lab.access()];
  heading(theme, "CHOSEN ACCESS");
  text_line(context, "object", object_text(recording, access.object), color::text_dim);
  const gpu::AccessSite& site = recording.sites[access.site];
  draw_source_line(context, site, "", "");
  const std::vector<std::string> places = short_place_texts(site);
  for (std::size_t i = 0; i < site.callers.size(); ++i) {
    draw_source_line(context, site.callers[i], fmt::format("← {}  ", places[i + 1]), fmt::format(".{}", i + 1));
  }
  if (access.kind == gpu::AccessKind::fetch) {
    draw_fetch(context);
  } else if (!gpu::is_write(access.kind) && access.place == gpu::AccessPlace::inside) {
    if (link_button(theme, "Who wrote it?")) {
      lab.follow_read();
    }
    context.describe("follow", "Shows the writes of these bytes.");
  }
}

}  // namespace texelscope::app
