#include "app/workspace/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/files/file.h"
#include "app/files/file_error.h"
#include "app/files/json_entry.h"
#include "app/files/json_text.h"
#include "app/scene/picture_tone.h"
#include "app/text/current_name.h"
#include "app/text/escape.h"
#include "app/text/nearest_name.h"
#include "app/text/setting_text.h"
#include "app/workspace/session_notices.h"

namespace texelscope::app {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// Limit of an error, which may quote the session.
constexpr std::size_t max_reason_bytes = 400;
constexpr std::size_t max_identity_bytes = 40;

/// Clamps a number to limits before it is cast, because casting a number outside the range of int is undefined.
int clamped(const JsonEntry& entry, int least, int most) {
  return static_cast<int>(std::clamp(entry.number(), static_cast<double>(least), static_cast<double>(most)));
}

std::uint64_t count_of(const JsonEntry& json, std::string_view name) {
  const auto number = json.find(name);
  return number ? static_cast<std::uint64_t>(number->whole_number(0, std::numeric_limits<std::int64_t>::max())) : 0;
}

float real_number(const JsonEntry& json, const std::string& name, float initial, float least, float most) {
  return static_cast<float>(std::clamp(json.number_or(name, initial), double{least}, double{most}));
}

/// The position of a scene or a lab in its list; `entry` contains its name, or is named after it.
template <class Declaration>
std::size_t position_of(std::span<const Declaration> all, const std::string& name, std::string_view kind,
                        const JsonEntry& entry) {
  const auto found = std::ranges::find(all, name, &Declaration::name);
  if (found == all.end()) {
    std::vector<std::string_view> names;
    std::ranges::transform(all, std::back_inserter(names), &Declaration::name);
    entry.fail_for(fmt::format("there is no '{}'; {}", shown_line(name, 60), advise_names(name, names, kind)));
  }
  return static_cast<std::size_t>(found - all.begin());
}

/// Adds the entry's name to exceptions that `take` throws for its value.
template <class Take>
void take_value(const JsonEntry& entry, const Take& take) {
  try {
    take(entry.text(max_setting_bytes));
  } catch (const ParameterError& error) {
    entry.fail_for(error.what());
  }
}

/// The parsed contents of a session, before any of it is applied.
struct Session {
  std::vector<SceneSettings> settings;
  std::size_t scene;
  std::optional<std::size_t> lab;
  /// Null for a lab that stays unchanged.
  std::vector<std::unique_ptr<LabState>> lab_states;
  /// Ignored keys in the entries of labs.
  std::vector<std::string> passed_over;
  /// Ignored frame sizes, and their scenes.
  std::vector<std::string> large_frames;
  std::optional<std::filesystem::path> image;
  ReadOptions reading;
  /// The files of the list; nothing if the list stays unchanged.
  std::optional<std::vector<std::filesystem::path>> pictures;
  std::vector<PixelRectangle> masks;
  Gallery gallery;
  Playback playback;
  View view;
  float exposure;
  CourseProgress lessons;
  /// Progress in courses from files.
  std::map<std::string, CourseProgress, std::less<>> courses;
  /// The file of the course that was open; empty for the built-in one.
  std::filesystem::path course;
  /// The lesson that was open; empty for none.
  std::string lesson;
  PanelArrangement panels;
  bool has_grid;
  bool has_texel_values;
  ColorTheme theme;
  std::optional<WindowPlace> window_place;

  explicit Session(const State& state)
      : settings{state.scenes.settings},
        scene{state.scenes.current},
        lab{state.labs.current},
        lab_states(state.labs.all.size()),
        masks{state.pictures.list.masks},
        gallery{state.gallery},
        playback{state.scenes.playback},
        view{state.viewport.view},
        exposure{state.viewport.exposure},
        lessons{state.course.progress},
        panels{state.arrangement.panels},
        has_grid{state.viewport.has_grid},
        has_texel_values{state.viewport.has_texel_values},
        theme{state.arrangement.theme},
        window_place{state.arrangement.window_place} {}
};

void read_settings(const JsonEntry& json, const Documents& documents, Session& session) {
  if (const auto parameters = json.find("parameters")) {
    for (const auto& [scene, values] : parameters->members()) {
      ParameterValues& taken = session.settings[position_of(documents.scenes.all, scene, "scenes", values)].values;
      for (const auto& [name, value] : values.members()) {
        take_value(value, [&](const std::string& text) { taken.set_from_text(name, text); });
      }
    }
  }
  if (const auto sizes = json.find("sizes")) {
    for (const auto& [scene, size] : sizes->members()) {
      const std::vector<JsonEntry> extents = size.elements();
      if (extents.size() != 2) {
        size.fail("use a width and a height, such as [640, 480]");
      }
      FrameSize& taken = session.settings[position_of(documents.scenes.all, scene, "scenes", size)].size;
      const FrameSize asked{false, clamped(extents[0], 1, maximum_frame_extent),
                            clamped(extents[1], 1, maximum_frame_extent)};
      if (asked.width * asked.height <= max_session_frame_pixels) {
        taken = asked;
      } else {
        session.large_frames.push_back(fmt::format("{} × {} of {}", asked.width, asked.height, scene));
      }
    }
  }
}

void read_labs(const JsonEntry& json, const Documents& documents, const std::string& origin, Session& session) {
  if (const auto labs = json.find("labs")) {
    for (const auto& [name, settings] : labs->members()) {
      const std::size_t position = position_of(documents.labs.all, name, "labs", settings);
      std::unique_ptr<LabState> lab = documents.labs.all[position].make();
      const std::vector<std::string> of_window = lab->settings_of_window();
      for (const auto& [setting, value] : settings.members()) {
        take_value(value, [&](const std::string& text) {
          // Sessions of earlier versions include settings of the window.
          if (std::ranges::find(of_window, setting) == of_window.end()) {
            lab->set(setting, text);
          } else if (!text.empty()) {
            session.passed_over.push_back(fmt::format("labs.{}.{}", name, setting));
          }
        });
      }
      if (auto* const editor = dynamic_cast<EditsCode*>(lab.get())) {
        editor->take_origin(origin);
      }
      session.lab_states[position] = std::move(lab);
    }
  }
  if (const auto lab = json.find("lab")) {
    session.lab = position_of(documents.labs.all, lab->text(), "labs", *lab);
  }
}

void read_gallery(const JsonEntry& json, const Documents& documents, Gallery& gallery) {
  gallery.is_shown = json.flag_or("is_shown", false);
  // Sessions of earlier versions use British spelling.
  gallery.has_favorites_only = json.flag_or("favorites_only", json.flag_or("favourites_only", false));
  if (const auto seconds = json.find("seconds_per_scene")) {
    gallery.seconds_per_scene = clamped(*seconds, 1, 120);
  }
  gallery.favorites.clear();
  const auto favorites = json.find("favorites");
  if (const auto names = favorites ? favorites : json.find("favourites")) {
    for (const JsonEntry& name : names->elements()) {
      gallery.favorites.emplace(
          documents.scenes.all[position_of(documents.scenes.all, name.text(), "scenes", name)].name);
    }
  }
}

void read_view(const JsonEntry& json, View& view) {
  view.is_fit = json.flag_or("is_fit", true);
  view.zoom = std::clamp(json.number_or("zoom", 1.0), 1e-6, maximum_zoom);
  view.center = {json.number_or("x", 0.0), json.number_or("y", 0.0)};
}

void read_panels(const JsonEntry& json, Session& session) {
  const auto choice = [&](const std::string& name, std::string_view what, auto names, auto& value) {
    if (const auto entry = json.find(name)) {
      take_value(*entry, [&](const std::string& text) { take_choice(what, text, names, value); });
    }
  };
  for (const PanelMember& member : panel_members) {
    // In sessions of version 0.1.0, both are one panel, "side".
    const bool is_former = member.place == &PanelArrangement::navigation && json.find("side").has_value();
    const std::string name{is_former ? "side" : member.name};
    PanelPlace& place = session.panels.*member.place;
    place.is_shown = json.flag_or(name, place.is_shown);
    choice(name + "_edge", "edge of a panel", std::span<const std::string_view>(panel_edge_names), place.edge);
    place.width = real_number(json, name + "_width", place.width, 1, 10000);
    place.height = real_number(json, name + "_height", place.height, 1, 10000);
  }
  session.has_grid = json.flag_or("texel_grid", session.has_grid);
  session.has_texel_values = json.flag_or("texel_values", session.has_texel_values);
  choice("theme", "theme", std::span<const std::string_view>(color_theme_names), session.theme);
}

WindowPlace read_window_place(const JsonEntry& json) {
  const auto number = [&](const char* name) { return clamped(json.at(name), -32767, 32767); };
  return {.x = number("x"),
          .y = number("y"),
          .width = std::max(number("width"), 1),
          .height = std::max(number("height"), 1),
          .is_maximized = json.flag_or("is_maximized", false)};
}

/// Masks, each of x, y, width and height in texels.
std::vector<PixelRectangle> read_masks(const JsonEntry& json) {
  std::vector<PixelRectangle> masks;
  for (const JsonEntry& mask : json.elements()) {
    const std::vector<JsonEntry> numbers = mask.elements();
    if (numbers.size() != 4 || masks.size() == max_session_masks) {
      mask.fail(fmt::format("use up to {} masks, each [x, y, width, height]", max_session_masks));
    }
    constexpr int furthest = max_image_extent;
    masks.push_back({clamped(numbers[0], -furthest, furthest), clamped(numbers[1], -furthest, furthest),
                     clamped(numbers[2], 1, furthest), clamped(numbers[3], 1, furthest)});
  }
  return masks;
}

LessonProgress read_progress(const JsonEntry& json) {
  LessonProgress progress{.step = count_of(json, "step"), .is_finished = json.flag_or("is_finished", false)};
  if (const auto answers = json.find("first_answers")) {
    for (const JsonEntry& answer : answers->elements()) {
      progress.first_answers[count_of(answer, "step")] = {
          shown_line(answer.at("answer").text(), max_answer_bytes), answer.at("is_right").flag(),
          shown_line(answer.text_or("question", ""), max_identity_bytes), answer.flag_or("is_skipped", false)};
    }
  }
  return progress;
}

void read_lessons(const JsonEntry& json, Session& session) {
  if (const auto lessons = json.find("lessons")) {
    for (const auto& [name, progress] : lessons->members()) {
      session.lessons[std::string{current_name(name)}] = read_progress(progress);
    }
  }
  if (const auto courses = json.find("courses")) {
    for (const auto& [file, lessons] : courses->members()) {
      for (const auto& [name, progress] : lessons.members()) {
        if (std::filesystem::path{file}.is_absolute()) {
          session.courses[file][name] = read_progress(progress);
        }
      }
    }
  }
  session.lesson = current_name(json.text_or("lesson", ""));
  session.course = json.text_or("course", "");
}

/// A scene with a tone has its own exposure. Sessions without that exposure have the viewport's, which has the same
/// effect.
void read_exposure(const JsonEntry& json, const Documents& documents, Session& session) {
  session.exposure = real_number(json, "exposure", session.exposure, -16, 16);
  if (json.find("exposure") && session.exposure != 0 && has_tone(documents.scenes.all[session.scene])) {
    session.settings[session.scene].values.set(exposure_parameter, static_cast<double>(session.exposure));
    session.exposure = 0;
  }
}

void read(const JsonEntry& json, const Documents& documents, const std::string& origin, Session& session) {
  read_settings(json, documents, session);
  read_labs(json, documents, origin, session);
  if (const auto scene = json.find("scene")) {
    session.scene = position_of(documents.scenes.all, scene->text(), "scenes", *scene);
  }
  if (session.scene != documents.scenes.current) {
    session.playback.number = 0;
  }
  if (const auto gallery = json.find("gallery")) {
    read_gallery(*gallery, documents, session.gallery);
  }
  const bool ignores_orientation = json.flag_or("ignores_orientation", false);
  // An empty name has no absolute path to store.
  if (const std::string image = json.text_or("image", ""); !image.empty()) {
    session.image = image;
    session.reading = {ignores_orientation ? Orientation::ignored : Orientation::applied, json.text_or("part", "")};
  }
  if (const auto pictures = json.find("pictures")) {
    session.pictures.emplace();
    for (const JsonEntry& picture : pictures->elements()) {
      session.pictures->emplace_back(picture.text());
    }
  }
  if (const auto masks = json.find("masks")) {
    session.masks = read_masks(*masks);
  }
  if (const auto frame = json.find("frame")) {
    session.playback = {.is_paused = frame->flag_or("is_paused", false), .number = count_of(*frame, "number")};
  }
  if (const auto view = json.find("view")) {
    read_view(*view, session.view);
  }
  read_exposure(json, documents, session);
  read_lessons(json, session);
  if (const auto panels = json.find("panels")) {
    read_panels(*panels, session);
  }
  if (const auto window = json.find("window")) {
    session.window_place = read_window_place(*window);
  }
}

void take(Session session, State& state) {
  const std::optional<std::filesystem::path> favorites_file = state.gallery.favorites_file;
  state.scenes.settings = std::move(session.settings);
  state.gallery = std::move(session.gallery);
  state.gallery.favorites_file = favorites_file;
  for (std::size_t i = 0; i < state.labs.all.size(); ++i) {
    if (session.lab_states[i] != nullptr) {
      // The lab's state may own objects of the renderer.
      state.labs.states[i]->release();
      state.labs.states[i] = std::move(session.lab_states[i]);
    }
  }
  show_place(state, {session.scene, session.lab});
  if (session.image) {
    state.pictures.reader.want({*std::move(session.image), session.reading, PictureOrigin::session});
  }
  if (session.pictures) {
    state.pictures.list = {};
    // Does not access the disk: a folder is treated as an unreadable file.
    for (std::filesystem::path& picture : *session.pictures) {
      if (picture.is_absolute() && state.pictures.list.pictures.size() < max_listed_pictures) {
        state.pictures.list.pictures.push_back({.path = std::move(picture)});
      }
    }
  }
  state.pictures.list.masks = std::move(session.masks);
  state.scenes.playback = session.playback;
  // A scene with history must restart, because its earlier frames had a different setup.
  state.scenes.must_restart = state.scenes.must_restart || current_scene(state).has_history;
  state.viewport.view = session.view;
  state.viewport.exposure = session.exposure;
  state.course.progress = std::move(session.lessons);
  state.arrangement.panels = session.panels;
  state.viewport.has_grid = session.has_grid;
  state.viewport.has_texel_values = session.has_texel_values;
  state.arrangement.theme = session.theme;
  state.arrangement.window_place = session.window_place;
}

OrderedJson parse(std::string_view text) {
  try {
    return parse_json(text, max_session_depth);
  } catch (const FileError& error) {
    throw ParameterError(fmt::format("{}; save the session again, or fix the line", error.what()));
  }
}

OrderedJson work_of(const OrderedJson& json) {
  OrderedJson work = OrderedJson::object();
  for (const char* const key : {"labs", "lessons", "courses"}) {
    if (json.is_object() && json.contains(key)) {
      work[key] = json.at(key);
    }
  }
  return work;
}

/// `from` provides the values of everything that the text does not name.
Session session_from(const OrderedJson& json, const State& from, const std::string& origin) {
  Session session(from);
  try {
    read(JsonEntry(json), from, origin, session);
  } catch (const FileError& error) {
    throw ParameterError(error.what());
  }
  return session;
}

}  // namespace

std::string session_work(std::string_view text) { return work_of(parse(text)).dump(); }

void take_session(std::string_view text, State& state, const std::string& origin, SessionPart part) {
  const OrderedJson json = parse(text);
  const auto version = json.find("texelscope_session");
  if (version == json.end() || !version->is_number_integer() || *version < 1) {
    throw ParameterError(json.contains("texelscope_lesson") ? "it is a lesson; open the course that contains it"
                         : json.contains("texelscope_lesson_results")
                             ? "it has a student's results; pass it to texelscope lessons report"
                             : "it is not a texelscope session");
  }
  if (*version > session_version) {
    throw ParameterError(fmt::format(
        "it has version {}, saved by a newer texelscope; this one supports version {}; open it with the newer version",
        version->get<std::int64_t>(), session_version));
  }
  if (!json.contains("scene")) {
    throw ParameterError("it does not name a scene");
  }
  State fresh{state.scenes.all, state.labs.all};
  // The user's favorites, if the session does not name any.
  fresh.gallery.favorites = state.gallery.favorites;
  Session session = session_from(part == SessionPart::all ? json : work_of(json), fresh, origin);
  for (std::size_t i = 0; i < state.labs.all.size(); ++i) {
    if (session.lab_states[i] == nullptr) {
      session.lab_states[i] = std::move(fresh.labs.states[i]);
    }
  }
  Course& course = state.course;
  // The session replaces the setup from before an open lesson.
  course.lesson.reset();
  course.finished.reset();
  course.before.reset();
  course.wanted = session.lesson;
  if (!course.file.empty()) {
    course.file.clear();
    course.title.clear();
    course.lessons.clear();
  }
  course.other_progress = std::move(session.courses);
  course.wanted_file = {session.course.is_absolute() ? session.course : std::filesystem::path{}};
  notify_of_passed_over(session.passed_over, origin, state);
  notify_of_large_frames(session.large_frames, origin, state);
  take(std::move(session), state);
}

std::string merged_session_parts(std::span<const std::string> parts) {
  std::vector<OrderedJson> parsed;
  std::ranges::transform(parts, std::back_inserter(parsed), parse);
  return merged_json(parsed).dump();
}

void take_session_part(std::string_view text, State& state) {
  const OrderedJson json = parse(text);
  Session session = session_from(json, state, "a part of a session");
  if (json.contains("scene") && !json.contains("lab")) {
    session.lab.reset();
  }
  take(std::move(session), state);
}

void load_session(const std::filesystem::path& path, State& state, const std::string& origin, SessionPart part) {
  const std::vector<std::byte> bytes = read_file(path, max_session_bytes);
  try {
    const std::string name = origin.empty() ? shown_line(path.filename().string(), max_reason_bytes) : origin;
    take_session(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()), state, name, part);
    notify_of_read_files(name, state);
  } catch (const ParameterError& error) {
    throw FileError(
        fmt::format("cannot read the session {}: {}", path.string(), shown_line(error.what(), max_reason_bytes)));
  }
}

}  // namespace texelscope::app
