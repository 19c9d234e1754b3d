#include "app/workspace/session.h"
#include "app/workspace/undo.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/documents/picture_list.h"
#include "app/files/file.h"
#include "app/scene/picture_tone.h"
#include "app/text/setting_text.h"

namespace texelscope::app {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson settings_json(const Documents& documents, const Edit& edit) {
  OrderedJson parameters = OrderedJson::object();
  // The range of an array's numbers is not that of the picture that the next session shows.
  const bool is_live = edit.image && is_live_path(edit.image->path);
  const auto is_kept = [is_live](std::string_view name) { return !is_live || (name != "black" && name != "white"); };
  for (std::size_t i = 0; i < documents.scenes.all.size(); ++i) {
    const ParameterValues& values = edit.settings[i].values;
    for (const Parameter& parameter : values.parameters()) {
      if (values.value(parameter.name) != parameter.initial && is_kept(parameter.name)) {
        parameters[std::string{documents.scenes.all[i].name}][parameter.name] = values.text(parameter.name);
      }
    }
  }
  return parameters;
}

OrderedJson sizes_json(const Documents& documents, const Edit& edit) {
  OrderedJson sizes = OrderedJson::object();
  for (std::size_t i = 0; i < documents.scenes.all.size(); ++i) {
    const FrameSize& size = edit.settings[i].size;
    if (!size.follows_viewport) {
      sizes[std::string{documents.scenes.all[i].name}] = {size.width, size.height};
    }
  }
  return sizes;
}

OrderedJson labs_json(const Documents& documents, const Edit& edit) {
  OrderedJson labs = OrderedJson::object();
  for (std::size_t i = 0; i < documents.labs.all.size(); ++i) {
    OrderedJson& settings = labs[std::string{documents.labs.all[i].name}] = OrderedJson::object();
    const std::vector<std::string> of_window = documents.labs.states[i]->settings_of_window();
    for (const auto& [name, text] : edit.labs[i]) {
      if (std::ranges::find(of_window, name) == of_window.end()) {
        settings[name] = text;
      }
    }
  }
  return labs;
}

/// Includes an image that is still being loaded.
std::optional<LoadedImage> opened_image(const Documents& documents, const Edit& edit) {
  const PictureReader& reader = documents.pictures.reader;
  const WantedPicture* const wanted = reader.wanted();
  if (wanted != nullptr && wanted->origin == PictureOrigin::session) {
    return LoadedImage{wanted->path, nullptr, wanted->reading};
  }
  if (const WantedPicture* const read = reader.current()) {
    return LoadedImage{read->path, nullptr, read->reading};
  }
  return edit.image && is_live_path(edit.image->path) ? std::nullopt : edit.image;
}

OrderedJson panels_json(const State& state) {
  OrderedJson panels = OrderedJson::object();
  for (const PanelMember& member : panel_members) {
    const std::string name{member.name};
    const PanelPlace& place = state.arrangement.panels.*member.place;
    panels[name] = place.is_shown;
    panels[name + "_edge"] = name_of(panel_edge_names, place.edge);
    panels[name + "_width"] = place.width;
    panels[name + "_height"] = place.height;
  }
  panels["texel_grid"] = state.viewport.has_grid;
  panels["texel_values"] = state.viewport.has_texel_values;
  panels["theme"] = name_of(color_theme_names, state.arrangement.theme);
  return panels;
}

/// The lesson that is open, or will be; empty for none.
std::string lesson_name(const Course& course) {
  return course.lesson ? course.lessons[*course.lesson].name : course.wanted;
}

OrderedJson progress_json(const LessonProgress& progress) {
  OrderedJson json = {{"step", progress.step}, {"is_finished", progress.is_finished}};
  for (const auto& [step, first] : progress.first_answers) {
    OrderedJson answer = {{"step", step}, {"answer", first.answer}, {"is_right", first.is_right}};
    if (first.is_skipped) {
      answer["is_skipped"] = true;
    }
    if (!first.question.empty()) {
      answer["question"] = first.question;
    }
    json["first_answers"].push_back(std::move(answer));
  }
  return json;
}

/// The progress in the built-in course, and separately in other courses by file; and the course that is open, or will
/// be.
void add_courses(OrderedJson& json, const Course& course) {
  auto courses = course.other_progress;
  courses[course.file.string()] = course.progress;
  for (const auto& [file, lessons] : courses) {
    for (const auto& [name, progress] : lessons) {
      (file.empty() ? json["lessons"] : json["courses"][file])[name] = progress_json(progress);
    }
  }
  if (const std::filesystem::path& file = course.file.empty() ? course.wanted_file.path : course.file; !file.empty()) {
    json["course"] = file.string();
  }
}

/// Limited, so that the rest of the session fits.
OrderedJson pictures_json(const PictureList& list) {
  constexpr std::size_t max_bytes = max_session_bytes / 4;
  OrderedJson pictures = OrderedJson::array();
  std::size_t bytes = 0;
  for (const ListedPicture& picture : list.pictures) {
    if (is_live_path(picture.path)) {
      continue;
    }
    bytes += picture.path.native().size();
    if (bytes > max_bytes) {
      break;
    }
    pictures.push_back(picture.path.string());
  }
  return pictures;
}

OrderedJson session_json(const State& state, const Edit& edit) {
  OrderedJson json = {{"texelscope_session", session_version}, {"scene", state.scenes.all[edit.scene].name}};
  if (const auto image = opened_image(state, edit)) {
    json["image"] = std::filesystem::absolute(image->path).string();
    if (image->reading.orientation == Orientation::ignored) {
      json["ignores_orientation"] = true;
    }
    if (!image->reading.part.empty()) {
      json["part"] = image->reading.part;
    }
  }
  if (OrderedJson pictures = pictures_json(state.pictures.list); pictures.size() > 1) {
    json["pictures"] = std::move(pictures);
  }
  for (const PixelRectangle& mask : std::span(edit.masks).first(std::min(edit.masks.size(), max_session_masks))) {
    json["masks"].push_back({mask.x, mask.y, mask.width, mask.height});
  }
  json["parameters"] = settings_json(state, edit);
  json["sizes"] = sizes_json(state, edit);
  json["frame"] = {{"number", state.scenes.playback.number}, {"is_paused", state.scenes.playback.is_paused}};
  json["view"] = {{"is_fit", state.viewport.view.is_fit},
                  {"zoom", state.viewport.view.zoom},
                  {"x", state.viewport.view.center.x},
                  {"y", state.viewport.view.center.y}};
  json["exposure"] = has_tone(state.scenes.all[edit.scene]) ? 0 : edit.exposure;
  json["panels"] = panels_json(state);
  if (const auto& place = state.arrangement.window_place) {
    json["window"] = {{"x", place->x},
                      {"y", place->y},
                      {"width", place->width},
                      {"height", place->height},
                      {"is_maximized", place->is_maximized}};
  }
  const Gallery& gallery = state.gallery;
  json["gallery"] = {{"favorites", gallery.favorites},
                     {"favorites_only", gallery.has_favorites_only},
                     {"seconds_per_scene", gallery.seconds_per_scene},
                     {"is_shown", gallery.is_shown}};
  if (edit.lab) {
    json["lab"] = state.labs.all[*edit.lab].name;
  }
  add_courses(json, state.course);
  json["labs"] = labs_json(state, edit);
  return json;
}

std::string text_of(const OrderedJson& json) {
  // Typed text may not be valid UTF-8.
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

}  // namespace

std::string shown_session_text(const State& state) { return text_of(session_json(state, edit_of(state))); }

std::string session_text(const State& state) {
  // Excludes the setup of a lesson, which the lesson will restore itself.
  OrderedJson json = session_json(state, state.course.before ? *state.course.before : edit_of(state));
  if (const std::string lesson = lesson_name(state.course); !lesson.empty()) {
    json["lesson"] = lesson;
  }
  return text_of(json);
}

void save_session(const std::filesystem::path& path, const State& state) {
  write_file(path, [&](std::ostream& out) { out << shown_session_text(state); });
}

}  // namespace texelscope::app
