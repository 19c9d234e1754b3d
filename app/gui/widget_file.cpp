#include "app/gui/widget_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/review/review.h"
#include "app/documents/document.h"
#include "app/documents/picture_document.h"
#include "app/documents/picture_readout.h"
#include "app/files/file.h"

namespace texelscope::app {
namespace {

/// The text in the field of the dialog or the palette.
std::string_view typed_text(const State& state) {
  if (state.dialogs.file.is_shown) {
    return state.dialogs.file.text;
  }
  return state.dialogs.palette.is_shown ? std::string_view{state.dialogs.palette.text} : std::string_view{};
}

std::vector<std::string> figure_texts(const ComparedPictures& compared) {
  std::vector<std::string> texts;
  std::ranges::transform(compared.figures, std::back_inserter(texts), &ComparisonFigure::text);
  return texts;
}

}  // namespace

void WidgetFile::update(const State& state, const InputProgress& input, bool is_frame_pending) {
  nlohmann::ordered_json json = {
      {"scene", current_scene(state).name},
      {"lab", current_lab(state.labs) != nullptr ? current_lab(state.labs)->name : ""},
      {"zoom", shown_document(state)->zoom_factor()},
      {"frame_size", {state.frame.width, state.frame.height}},
      {"paused", state.scenes.playback.is_paused},
      {"failed", state.scenes.has_failed},
      {"frame_pending", is_frame_pending},
      {"loading", state.pictures.reader.is_reading()},
      {"input_count", input.count},
      {"input_waits", input.is_waiting},
      {"is_settled", input.is_settled},
      {"typed", typed_text(state)},
      {"image", state.pictures.current ? state.pictures.current->path.filename().string() : ""},
      {"pictures", state.pictures.list.pictures.size()},
      {"comparison", figure_texts(state.pictures.compared)},
      {"is_comparing", state.pictures.compared.is_being_made},
      {"value", shown_document(state)->value_text().value_or("")}};
  const std::optional<PictureView> shown = picture_view(state);
  if (const std::optional<Point> at = shown ? hovered_position(state, *shown) : std::nullopt) {
    json["texel"] = {std::floor(at->x), std::floor(at->y)};
    for (const ReadoutItem& item : picture_readout(state, *shown)) {
      json["readout"][item.name] = item.text;
    }
  }
  if (const LabState* const lab = open_lab(state.labs)) {
    for (const auto& [name, text] : lab->settings()) {
      json["lab_settings"][name] = text;
    }
  }
  if (const Course& course = state.course; course.lesson) {
    constexpr std::array outcomes{"open", "wrong", "right"};
    json["lesson"] = {{"name", course.lessons[*course.lesson].name},
                      {"step", course.step},
                      {"outcome", outcomes[static_cast<std::size_t>(course.outcome)]}};
    if (!course.error.empty()) {
      json["lesson"]["error"] = course.error;
    }
  }
  for (const SourceFacts& facts : state.sources.listed) {
    json["sources"].push_back({{"widget", fmt::format("source.{}.{}", facts.key.connection, facts.key.number)},
                               {"program", facts.program},
                               {"name", facts.name},
                               {"type", facts.type},
                               {"has_ended", facts.has_ended}});
  }
  if (const std::shared_ptr<const SourceFrame>& frame = state.sources.displayed) {
    json["source_shown"] = {{"number", frame->number}, {"time", frame->time}};
  }
  if (const Review* const review = state.review.pairs.get()) {
    const ReviewPair& pair = review->pair();
    json["review"] = {{"pair", pair.files.name},
                      {"kind", pair.kind},
                      {"group", pair.group},
                      {"has_grid", review->has_grid()},
                      {"position", review->position()},
                      {"pairs", review->pairs().size()},
                      {"state", to_string(pair.state())},
                      {"open", review->count(ReviewState::open)},
                      {"failures", pair.result.failures},
                      {"masks", state.pictures.list.masks.size()}};
  }
  json["parameters"] = nlohmann::ordered_json::object();
  const ParameterValues& values = current_settings(state).values;
  for (const Parameter& parameter : values.parameters()) {
    json["parameters"][parameter.name] = values.text(parameter.name);
  }
  json["notices"] = nlohmann::ordered_json::array();
  for (const Notice& notice : state.notices.entries()) {
    json["notices"].push_back(notice.text);
  }
  for (const auto& [name, rect] : state.drawn.widgets) {
    json["widgets"][name] = {rect.x, rect.y, rect.width, rect.height};
  }
  std::string text = json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  if (text == last_ && state.now - written_ < 0.5) {
    return;
  }
  last_ = std::move(text);
  written_ = state.now;
  json["frame"] = state.scenes.playback.number;
  write_file(path_, [&](std::ostream& out) {
    out << json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
  });
}

}  // namespace texelscope::app
