#include "app/documents/sources.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/documents/picture_list.h"

namespace texelscope::app {

std::string program_title(const SourceFacts& facts) {
  return facts.process == 0 ? facts.program : fmt::format("{} ({})", facts.program, facts.process);
}

std::filesystem::path source_path(const SourceFacts& facts) {
  std::string name = facts.name;
  std::ranges::replace(name, '/', '_');
  return std::filesystem::path(live_folder) /
         fmt::format("{}, {}", program_title(facts), facts.key.connection) / name;
}

const SourceFacts* shown_source(const Sources& sources) {
  const auto found =
      std::ranges::find_if(sources.listed, [&](const SourceFacts& facts) { return facts.key == sources.shown; });
  return found != sources.listed.end() ? &*found : nullptr;
}

std::shared_ptr<const SourceFrame> displayed_frame(const Sources& sources) {
  if (sources.history.empty()) {
    return nullptr;
  }
  return sources.paused_at ? sources.history[std::min(*sources.paused_at, sources.history.size() - 1)]
                           : sources.history.back();
}

std::optional<SentTexels> sent_texels(const Sources& sources, const std::filesystem::path& picture) {
  return !picture.empty() && picture == sources.path ? sources.sent : std::nullopt;
}

void step_history(Sources& sources, int step) {
  if (sources.history.empty()) {
    return;
  }
  const auto last = static_cast<std::ptrdiff_t>(sources.history.size()) - 1;
  const std::ptrdiff_t next =
      static_cast<std::ptrdiff_t>(sources.paused_at.value_or(sources.history.size() - 1)) + step;
  sources.paused_at = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(next, 0, last));
}

}  // namespace texelscope::app
