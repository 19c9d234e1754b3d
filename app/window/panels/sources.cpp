#include "app/documents/sources.h"

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "app/text/count_text.h"
#include "app/window/panels/imgui_versions.h"
#include "app/window/panels/list_row.h"
#include "app/window/panels/widgets.h"

namespace texelscope::app {
namespace {

constexpr std::size_t most_rows = 8;

std::string age_text(double seconds) {
  return seconds < 1    ? "now"
         : seconds < 60 ? fmt::format("{:.0f} s", seconds)
                        : fmt::format("{:.0f} min", seconds / 60);
}

std::string past_text(double seconds) { return seconds < 1 ? "just now" : age_text(seconds) + " ago"; }

std::string rate_text(const SourceFacts& facts) {
  return facts.has_ended ? "ended" : facts.rate > 0 ? fmt::format("{:.1f}/s", facts.rate) : age_text(facts.age);
}

std::string tooltip_of(const SourceFacts& facts) {
  return fmt::format("{} of {}{}\n{}\n{}, {} more left out by the program; the last {}{}", facts.name,
                     program_title(facts), facts.is_remote ? ", not in shared memory" : "",
                     facts.type.empty() ? "not sent yet" : facts.type, count_text(facts.updates, "update"),
                     facts.skipped, past_text(facts.age),
                     facts.has_ended ? "; it has ended, and its last state stays" : "");
}

void draw_history(const PanelContext& context) {
  Sources& sources = context.state.sources;
  const Theme& theme = context.theme;
  const SourceFacts* const facts = shown_source(sources);
  if (facts == nullptr) {
    return;
  }
  const bool is_paused = sources.paused_at.has_value();
  const auto button = [&](const char* label, const char* widget, const char* text) {
    const bool is_pressed = link_button(theme, label);
    describe_item(context, widget, text);
    ImGui::SameLine();
    return is_pressed;
  };
  if (button(is_paused ? "Resume" : "Pause", "sources.pause",
             "Pauses at the shown state, while the program goes on; resumes with the newest.")) {
    if (is_paused) {
      sources.paused_at.reset();
    } else {
      step_history(sources, 0);
    }
  }
  if (button("<", "sources.earlier", "Shows the state before, and pauses.")) {
    step_history(sources, -1);
  }
  if (button(">", "sources.later", "Shows the next state.")) {
    step_history(sources, 1);
  }
  if (!sources.path.empty() &&
      button("Keep", "sources.keep", "Keeps the shown state in the list of pictures, to compare it with later ones.")) {
    sources.must_keep = true;
  }
  if (button(sources.recording.empty() ? "Record" : "Stop", "sources.record",
             "Writes each new state as an .npy file to a new folder in the current one, until it is pressed again.")) {
    sources.must_record = true;
  }
  if (facts->has_ended && button("Remove", "sources.remove", "Removes the ended array from this list.")) {
    sources.must_remove = facts->key;
  }
  ImGui::NewLine();
  const std::size_t count = sources.history.size();
  if (count > 0) {
    const std::size_t at = sources.paused_at.value_or(count - 1);
    text_in(theme.small_text, color::text_dim,
            fmt::format("{}{} of {} states{}", is_paused ? "paused at " : "", at + 1, count,
                        sources.recording.empty() ? "" : fmt::format(", {} recorded", sources.recorded)));
    record_item(context.state, "sources.history");
  }
}

}  // namespace

void draw_source_list(const PanelContext& context) {
  State& state = context.state;
  const Sources& sources = state.sources;
  if (sources.listed.empty() || !folding_heading(context, "section.sources", "SOURCES")) {
    return;
  }
  const Theme& theme = context.theme;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
  const bool is_long = sources.listed.size() > most_rows;
  if (is_long) {
    begin_part("sources", {0, static_cast<float>(most_rows) * theme(size::row)});
  }
  std::uint64_t connection = 0;
  for (const SourceFacts& facts : sources.listed) {
    if (std::exchange(connection, facts.key.connection) != facts.key.connection) {
      text_in(theme.small_text, color::text_dim, program_title(facts));
    }
    if (draw_list_row(context,
                      {fmt::format("source.{}.{}", facts.key.connection, facts.key.number), facts.name,
                       tooltip_of(facts), rate_text(facts), sources.shown == facts.key},
                      ImGui::GetContentRegionAvail().x)) {
      state.sources.must_show = facts.key;
    }
  }
  if (is_long) {
    ImGui::EndChild();
  }
  ImGui::PopStyleVar();
  draw_history(context);
}

}  // namespace texelscope::app
