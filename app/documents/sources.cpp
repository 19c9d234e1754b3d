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
  return std::filesystem::path(live_folder) / fmt::format("{}, {}", program_title(facts), facts.key.connection) / name;
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

std::shared_ptr<const SourceFrame> displayed_frame(const Sources& sources, const std::filesystem::path& picture) {
  return !picture.empty() && picture == sources.path ? displayed_frame(sources) : nullptr;
}

std::optional<SentTexels> sent_texels(const std::shared_ptr<const SourceFrame>& frame) {
  if (!frame || !frame->part) {
    return std::nullopt;
  }
  const SourcePart& part = *frame->part;
  const gpu::Dimensions& shape = frame->view.layout().shape();
  return SentTexels{part.column, part.row, std::min(shape[1] * part.step, part.columns - part.column),
                    std::min(shape[0] * part.step, part.rows - part.row), part.step};
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
