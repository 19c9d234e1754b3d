#include "app/window/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "app/text/json_reason.h"
#include "app/text/setting_text.h"

namespace texelscope::app {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// Position of a scene or a lab in its list.
template <class Declaration>
std::size_t position_of(std::span<const Declaration> all, const std::string& name, const char* what) {
  const auto found = std::ranges::find(all, name, &Declaration::name);
  if (found == all.end()) {
    throw ParameterError(fmt::format("unknown {} '{}'", what, name));
  }
  return static_cast<std::size_t>(found - all.begin());
}

/// Which panels are shown, and how.
struct Panels {
  PanelArrangement arrangement;
  bool has_grid;
  bool has_texel_values;
  ColorTheme theme;

  explicit Panels(const State& state)
      : arrangement{state.panels},
        has_grid{state.has_grid},
        has_texel_values{state.has_texel_values},
        theme{state.color_theme} {}

  void give(State& state) const {
    state.panels = arrangement;
    state.has_grid = has_grid;
    state.has_texel_values = has_texel_values;
    state.color_theme = theme;
  }
};

/// What a text says, before any of it is taken up.
struct Session {
  std::vector<SceneSettings> settings;
  std::size_t scene;
  std::optional<std::size_t> lab;
  /// Null for one that stays.
  std::vector<std::unique_ptr<LabState>> lab_states;
  std::optional<std::filesystem::path> image;
  Gallery gallery;
  Playback playback;
  View view;
  float exposure;
  std::map<std::string, LessonProgress, std::less<>> lessons;
  /// The one that was open.
  std::string lesson;
  Panels panels;
  std::optional<WindowPlace> window_place;

  explicit Session(const State& state)
      : settings{state.settings},
        scene{state.scene},
        lab{state.lab},
        lab_states(state.labs.size()),
        gallery{state.gallery},
        playback{state.playback},
        view{state.view},
        exposure{state.exposure},
        lessons{state.course.progress},
        panels{state},
        window_place{state.window_place} {}
};

void read_settings(const OrderedJson& json, const State& state, std::vector<SceneSettings>& settings) {
  const auto of = [&](const std::string& scene) -> SceneSettings& {
    return settings[position_of(state.scenes, scene, "scene")];
  };
  const OrderedJson parameters = json.value("parameters", OrderedJson::object());
  for (const auto& [scene, values] : parameters.items()) {
    for (const auto& [name, text] : values.items()) {
      of(scene).values.set_from_text(name, text.get<std::string>());
    }
  }
  const OrderedJson sizes = json.value("sizes", OrderedJson::object());
  for (const auto& [scene, extent] : sizes.items()) {
    const auto extent_of = [](const OrderedJson& value) {
      return std::clamp(value.get<int>(), 1, maximum_frame_extent);
    };
    of(scene).size = {.follows_viewport = false, .width = extent_of(extent.at(0)), .height = extent_of(extent.at(1))};
  }
}

void read_labs(const OrderedJson& json, const State& state, Session& session) {
  const OrderedJson labs = json.value("labs", OrderedJson::object());
  for (const auto& [name, settings] : labs.items()) {
    const std::size_t position = position_of(state.labs, name, "lab");
    std::unique_ptr<LabState> lab = state.labs[position].make();
    for (const auto& [setting, text] : settings.items()) {
      lab->set(setting, text.get<std::string>());
    }
    session.lab_states[position] = std::move(lab);
  }
  if (json.contains("lab")) {
    session.lab = position_of(state.labs, json.at("lab").get<std::string>(), "lab");
  }
}

void read_gallery(const OrderedJson& json, const State& state, Gallery& gallery) {
  gallery.is_shown = json.value("is_shown", false);
  // Sessions of earlier versions have the British words.
  gallery.has_favorites_only = json.value("favorites_only", json.value("favourites_only", false));
  gallery.seconds_per_scene = std::clamp(json.value("seconds_per_scene", gallery.seconds_per_scene), 1, 120);
  gallery.favorites.clear();
  const OrderedJson favorites = json.value("favorites", json.value("favourites", OrderedJson::array()));
  for (const auto& name : favorites) {
    gallery.favorites.emplace(state.scenes[position_of(state.scenes, name.get<std::string>(), "scene")].name);
  }
}

void read_view(const OrderedJson& json, View& view) {
  view.is_fit = json.value("is_fit", true);
  view.zoom = std::clamp(json.value("zoom", 1.0), 1e-6, maximum_zoom);
  view.center = {json.value("x", 0.0), json.value("y", 0.0)};
}

void read_panels(const OrderedJson& json, Panels& panels) {
  for (const PanelMember& member : panel_members) {
    const std::string name{member.name};
    PanelPlace& place = panels.arrangement.*member.place;
    place.is_shown = json.value(name, place.is_shown);
    take_choice("edge of a panel", json.value(name + "_edge", name_of(panel_edge_names, place.edge)), panel_edge_names,
                place.edge);
    const auto extent = [&](const char* ending, float initial) {
      return std::clamp(json.value(name + ending, initial), 1.0F, 10000.0F);
    };
    place.width = extent("_width", place.width);
    place.height = extent("_height", place.height);
  }
  panels.has_grid = json.value("texel_grid", panels.has_grid);
  panels.has_texel_values = json.value("texel_values", panels.has_texel_values);
  take_choice("theme", json.value("theme", name_of(color_theme_names, panels.theme)), color_theme_names, panels.theme);
}

WindowPlace read_window_place(const OrderedJson& json) {
  constexpr double most = 32767;
  // A number that no int holds must not be cast to one.
  const auto number = [&](const char* name) {
    return static_cast<int>(std::clamp(json.at(name).get<double>(), -most, most));
  };
  return {.x = number("x"),
          .y = number("y"),
          .width = std::max(number("width"), 1),
          .height = std::max(number("height"), 1),
          .is_maximized = json.value("is_maximized", false)};
}

void read(const OrderedJson& json, const State& state, Session& session) {
  read_settings(json, state, session.settings);
  read_labs(json, state, session);
  if (json.contains("scene")) {
    session.scene = position_of(state.scenes, json.at("scene").get<std::string>(), "scene");
  }
  if (session.scene != state.scene) {
    session.playback.number = 0;
  }
  if (json.contains("gallery")) {
    read_gallery(json.at("gallery"), state, session.gallery);
  }
  if (json.contains("image")) {
    session.image = json.at("image").get<std::string>();
  }
  if (json.contains("frame")) {
    session.playback = {.is_paused = json.at("frame").value("is_paused", false),
                        .number = json.at("frame").value("number", std::uint64_t{0})};
  }
  if (json.contains("view")) {
    read_view(json.at("view"), session.view);
  }
  session.exposure = std::clamp(json.value("exposure", session.exposure), -16.0F, 16.0F);
  const OrderedJson lessons = json.value("lessons", OrderedJson::object());
  for (const auto& [name, progress] : lessons.items()) {
    session.lessons[name] = {.step = progress.value("step", std::size_t{0}),
                             .is_finished = progress.value("is_finished", false)};
  }
  session.lesson = json.value("lesson", "");
  if (json.contains("panels")) {
    read_panels(json.at("panels"), session.panels);
  }
  if (json.contains("window")) {
    session.window_place = read_window_place(json.at("window"));
  }
}

void take(Session session, State& state) {
  const std::optional<std::filesystem::path> favorites_file = state.gallery.favorites_file;
  state.settings = std::move(session.settings);
  state.gallery = std::move(session.gallery);
  state.gallery.favorites_file = favorites_file;
  for (std::size_t i = 0; i < state.labs.size(); ++i) {
    if (session.lab_states[i] != nullptr) {
      // It may hold objects of the renderer.
      state.lab_states[i]->release();
      state.lab_states[i] = std::move(session.lab_states[i]);
    }
  }
  choose_scene(state, session.scene);
  if (session.lab) {
    choose_lab(state, *session.lab);
  }
  if (session.image) {
    state.requests.image = std::move(session.image);
    state.requests.keeps_lab = true;
  }
  state.playback = session.playback;
  // What its frames were made of is gone.
  state.requests.restart = state.requests.restart || current_scene(state).has_history;
  state.view = session.view;
  state.exposure = session.exposure;
  state.course.progress = std::move(session.lessons);
  session.panels.give(state);
  state.window_place = session.window_place;
}

OrderedJson parse(std::string_view text) {
  try {
    OrderedJson json = OrderedJson::parse(text);
    if (!json.is_object()) {
      throw ParameterError("it is no texelscope session");
    }
    return json;
  } catch (const nlohmann::json::exception& error) {
    throw ParameterError(fmt::format("{}; save the session again, or mend the entry", json_reason(error)));
  }
}

/// `from` is what is taken for all that is not named.
Session session_from(const OrderedJson& json, const State& from) {
  Session session(from);
  try {
    read(json, from, session);
  } catch (const nlohmann::json::exception& error) {
    throw ParameterError(fmt::format("{}; save the session again, or mend the entry", json_reason(error)));
  }
  return session;
}

}  // namespace

void take_session(std::string_view text, State& state) {
  const OrderedJson json = parse(text);
  const auto version = json.find("texelscope_session");
  if (version == json.end() || !version->is_number_integer() || *version < 1) {
    throw ParameterError("it is no texelscope session");
  }
  if (*version > session_version) {
    throw ParameterError(fmt::format(
        "it is a session of version {}, saved by a later texelscope; this one knows version {}: open it with that one",
        version->get<std::int64_t>(), session_version));
  }
  if (!json.contains("scene")) {
    throw ParameterError("it names no scene");
  }
  State fresh{state.scenes, state.labs};
  // The user's, not the session's, where it names none.
  fresh.gallery.favorites = state.gallery.favorites;
  Session session = session_from(json, fresh);
  for (std::size_t i = 0; i < state.labs.size(); ++i) {
    if (session.lab_states[i] == nullptr) {
      session.lab_states[i] = std::move(fresh.lab_states[i]);
    }
  }
  Course& course = state.course;
  // What was set up before a lesson that is open gives way to the session.
  course.lesson.reset();
  course.before.reset();
  course.wanted = session.lesson;
  take(std::move(session), state);
}

std::string merged_session_parts(std::span<const std::string> parts) {
  OrderedJson merged = OrderedJson::object();
  for (const std::string& part : parts) {
    merged.merge_patch(parse(part));
  }
  return merged.dump();
}

void take_session_part(std::string_view text, State& state) {
  const OrderedJson json = parse(text);
  Session session = session_from(json, state);
  if (json.contains("scene") && !json.contains("lab")) {
    session.lab.reset();
  }
  take(std::move(session), state);
}

}  // namespace texelscope::app
