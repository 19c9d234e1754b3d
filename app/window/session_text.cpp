#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/text/setting_text.h"
#include "app/window/session.h"

namespace texelscope::app {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson settings_json(const State& state, const Edit& edit) {
  OrderedJson parameters = OrderedJson::object();
  for (std::size_t i = 0; i < state.scenes.size(); ++i) {
    const ParameterValues& values = edit.settings[i].values;
    for (const Parameter& parameter : values.parameters()) {
      if (values.value(parameter.name) != parameter.initial) {
        parameters[std::string{state.scenes[i].name}][parameter.name] = values.text(parameter.name);
      }
    }
  }
  return parameters;
}

OrderedJson sizes_json(const State& state, const Edit& edit) {
  OrderedJson sizes = OrderedJson::object();
  for (std::size_t i = 0; i < state.scenes.size(); ++i) {
    const FrameSize& size = edit.settings[i].size;
    if (!size.follows_viewport) {
      sizes[std::string{state.scenes[i].name}] = {size.width, size.height};
    }
  }
  return sizes;
}

OrderedJson labs_json(const State& state, const Edit& edit) {
  OrderedJson labs = OrderedJson::object();
  for (std::size_t i = 0; i < state.labs.size(); ++i) {
    OrderedJson& settings = labs[std::string{state.labs[i].name}] = OrderedJson::object();
    for (const auto& [name, text] : edit.labs[i]) {
      settings[name] = text;
    }
  }
  return labs;
}

/// Also of one that is on its way.
std::optional<std::filesystem::path> image_path(const State& state, const Edit& edit) {
  if (state.requests.image && state.requests.keeps_lab) {
    return state.requests.image;
  }
  if (state.is_loading) {
    return state.loading_path;
  }
  return edit.image ? std::optional{edit.image->path} : std::nullopt;
}

OrderedJson panels_json(const State& state) {
  OrderedJson panels = OrderedJson::object();
  for (const PanelMember& member : panel_members) {
    const std::string name{member.name};
    const PanelPlace& place = state.panels.*member.place;
    panels[name] = place.is_shown;
    panels[name + "_edge"] = name_of(panel_edge_names, place.edge);
    panels[name + "_width"] = place.width;
    panels[name + "_height"] = place.height;
  }
  panels["texel_grid"] = state.has_grid;
  panels["texel_values"] = state.has_texel_values;
  panels["theme"] = name_of(color_theme_names, state.color_theme);
  return panels;
}

/// The lesson that is open, or will be; empty for none.
std::string lesson_name(const Course& course) {
  return course.lesson ? course.lessons[*course.lesson].name : course.wanted;
}

OrderedJson session_json(const State& state, const Edit& edit) {
  OrderedJson json = {{"texelscope_session", session_version}, {"scene", state.scenes[edit.scene].name}};
  if (const auto path = image_path(state, edit)) {
    json["image"] = std::filesystem::absolute(*path).string();
  }
  json["parameters"] = settings_json(state, edit);
  json["sizes"] = sizes_json(state, edit);
  json["frame"] = {{"number", state.playback.number}, {"is_paused", state.playback.is_paused}};
  json["view"] = {
      {"is_fit", state.view.is_fit}, {"zoom", state.view.zoom}, {"x", state.view.center.x}, {"y", state.view.center.y}};
  json["exposure"] = edit.exposure;
  json["panels"] = panels_json(state);
  if (const auto& place = state.window_place) {
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
    json["lab"] = state.labs[*edit.lab].name;
  }
  for (const auto& [name, progress] : state.course.progress) {
    json["lessons"][name] = {{"step", progress.step}, {"is_finished", progress.is_finished}};
  }
  json["labs"] = labs_json(state, edit);
  return json;
}

std::string text_of(const OrderedJson& json) {
  // What was typed may be no UTF-8.
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

}  // namespace

std::string shown_session_text(const State& state) { return text_of(session_json(state, edit_of(state))); }

std::string session_text(const State& state) {
  // Not what a lesson sets up: it sets that up again.
  OrderedJson json = session_json(state, state.course.before ? *state.course.before : edit_of(state));
  if (const std::string lesson = lesson_name(state.course); !lesson.empty()) {
    json["lesson"] = lesson;
  }
  return text_of(json);
}

void load_session(const std::filesystem::path& path, State& state) {
  constexpr std::uintmax_t largest_session_bytes = 1 << 20;
  const std::vector<std::byte> bytes = read_file(path, largest_session_bytes);
  try {
    take_session(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()), state);
  } catch (const ParameterError& error) {
    throw FileError(fmt::format("cannot read the session {}: {}", path.string(), error.what()));
  }
}

void save_session(const std::filesystem::path& path, const State& state) {
  write_file(path, [&](std::ostream& out) { out << shown_session_text(state); });
}

}  // namespace texelscope::app
