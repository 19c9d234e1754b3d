#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include "app/documents/document.h"
#include "app/window/action.h"
#include "app/window/command_palette.h"
#include "app/window/file_dialog.h"
#include "app/window/picture_actions.h"
#include "app/window/review/review_actions.h"
#include "app/workspace/gallery.h"
#include "app/workspace/open.h"
#include "app/workspace/state.h"
#include "app/workspace/undo.h"

namespace texelscope::app {
namespace {

bool has_view(const State& state, int) { return shown_document(state)->view().has_value(); }
bool is_fitted(const State& state, int) { return shown_document(state)->is_fit(); }
void show_actual_size(State& state, int) {
  shown_document(state)->change_view([](View& view, const ViewExtent& extent) {
    zoom_to(view, extent, 1, {extent.viewport_width / 2, extent.viewport_height / 2});
  });
}
void pan_by_key(State& state, int dx, int dy) { shown_document(state)->pan_by_shares(dx / 8.0, dy / 8.0); }
void next_scene(State& state, int step) {
  const auto count = state.scenes.all.size();
  choose_scene(state,
               (state.scenes.current + count + static_cast<std::size_t>(step + static_cast<int>(count))) % count);
}
/// Something that Escape closes or cancels.
struct Closable {
  bool (*is_open)(const State& state);
  void (*close)(State& state);
};

/// The topmost first.
constexpr Closable closables[] = {
    {[](const State& s) { return s.dialogs.file.is_shown; }, [](State& s) { s.dialogs.file.is_shown = false; }},
    {[](const State& s) { return s.dialogs.palette.is_shown; }, [](State& s) { s.dialogs.palette.is_shown = false; }},
    {[](const State& s) { return s.dialogs.has_help; }, [](State& s) { s.dialogs.has_help = false; }},
    {[](const State& s) { return s.dialogs.has_machine_facts; }, [](State& s) { s.dialogs.has_machine_facts = false; }},
    {[](const State& s) { return s.gallery.is_shown; }, toggle_gallery},
    {has_review_grid, close_review_grid},
    {[](const State& s) { return work_in_progress(s).has_value(); }, cancel_work},
    {[](const State& s) { return s.arrangement.panels.messages.is_shown; },
     [](State& s) { s.arrangement.panels.messages.is_shown = false; }},
};

const Closable* topmost_closable(const State& state) {
  const auto* const found =
      std::ranges::find_if(closables, [&](const Closable& closable) { return closable.is_open(state); });
  return found == std::end(closables) ? nullptr : found;
}
bool is_closable(const State& state, int) { return topmost_closable(state) != nullptr; }
void close_topmost(State& state, int) {
  if (const Closable* const topmost = topmost_closable(state)) {
    topmost->close(state);
  }
}

void next_widget_keys(State& state, int) {
  constexpr int count = static_cast<int>(WidgetKeys::lab) + 1;
  do {
    state.arrangement.widget_keys =
        static_cast<WidgetKeys>((static_cast<int>(state.arrangement.widget_keys) + 1) % count);
  } while (!is_there(state, state.arrangement.widget_keys));
  state.arrangement.has_moved_widget_keys = true;
}

/// The position in panel_members.
consteval int panel_position(PanelPlace PanelArrangement::*place) {
  return static_cast<int>(std::ranges::find(panel_members, place, &PanelMember::place) - panel_members.begin());
}
constexpr int navigation_panel = panel_position(&PanelArrangement::navigation);
constexpr int properties_panel = panel_position(&PanelArrangement::properties);
constexpr int lessons_panel = panel_position(&PanelArrangement::lessons);
constexpr int messages_panel = panel_position(&PanelArrangement::messages);

PanelPlace& panel_at(State& state, int position) {
  return state.arrangement.panels.*panel_members[static_cast<std::size_t>(position)].place;
}
bool is_panel_shown(const State& state, int position) {
  return (state.arrangement.panels.*panel_members[static_cast<std::size_t>(position)].place).is_shown;
}
void toggle_panel(State& state, int position) {
  PanelPlace& place = panel_at(state, position);
  place.is_shown = !place.is_shown;
}
bool has_main_panel(const State& state, int) {
  return state.arrangement.panels.navigation.is_shown || state.arrangement.panels.properties.is_shown;
}
void toggle_main_panels(State& state, int) {
  const bool is_shown = !has_main_panel(state, 0);
  state.arrangement.panels.navigation.is_shown = is_shown;
  state.arrangement.panels.properties.is_shown = is_shown;
}
void move_panel(State& state, int position) { move_to_next_edge(panel_at(state, position)); }

bool is_recording(const State& state, int) { return state.work.recording.is_running; }

void copy_value(State& state, int) {
  if (const std::optional<std::string> text = shown_document(state)->value_text()) {
    state.requests.copied_text = text;
    state.notices.notify(NoticeKind::information, "Copied " + *state.requests.copied_text, state.now);
  }
}

void copy_command(State& state, int) {
  state.requests.copied_text = frame_command(state);
  state.notices.notify(NoticeKind::information, "Copied " + *state.requests.copied_text, state.now);
}

void step(State& state, int) {
  state.scenes.playback.is_paused = true;
  ++state.scenes.playback.number;
}

/// Disables actions that concern the scene's frame while a lab is open.
std::vector<Action> for_scenes(std::vector<Action> actions) {
  for (Action& action : actions) {
    action.needs_scene = true;
  }
  return actions;
}

// One entry for each action, in the order of the menus.
// clang-format off
std::vector<Action> file_actions() {
  return {
      {"open", "Open…", "Opens a picture, a tensor file, a session, a course of lessons or a kernel's source; you can also drop a file on the window.", Menu::file, {control('O')},
       [](State& s, int) { show_open_dialog(s); }},
      {"own_picture", "Use the scene's own picture", "Closes the opened picture and uses the scene's own picture.", Menu::file, {control('W')},
       [](State& s, int) { close_picture(s); }, 0, nullptr,
       [](const State& s, int) { return s.pictures.current.has_value(); }},
      // The Kernels lab uses the same key to compile its source (app/labs/kernel/panel/main.cpp). They do not clash,
      // because this action is disabled while a lab is open.
      {"save_frame", "Save frame as PNG", "Writes the frame, exactly as the scene produced it, to the current folder.",
       Menu::file, {control('S')}, [](State& s, int) { s.requests.save = SaveRequest{}; }, 0, nullptr,
       [](const State& s, int) { return !s.labs.is_any_open(); }},
      {"save_frame_as", "Save frame as…",
       "Writes the frame to a file that you name: 8- or 16-bit PNG, OpenEXR, or its values as .npy.",
       Menu::file, {{.key = 'S', .has_control = true, .has_alt = true}},
       [](State& s, int) { show_save_dialog(s, SavedKind::frame); }, 0, nullptr,
       [](const State& s, int) { return !s.labs.is_any_open(); }},
      {"save_picture_as", "Save picture as…",
       "Saves the open picture, the comparison, or the lab's picture at its original size and with its original values, in the same formats as Save frame.",
       Menu::file, {{.key = 'P', .has_control = true, .has_alt = true}},
       [](State& s, int) { show_save_dialog(s, SavedKind::picture); }, 0, nullptr,
       has_picture_to_save},
      {"export_from_lab", "Export from the lab…",
       "Writes the lab's contents to a file: the timeline of Streams as a Chrome trace for Perfetto or chrome://tracing.",
       Menu::file, {{.key = 'E', .has_control = true, .has_alt = true}},
       [](State& s, int) { show_save_dialog(s, SavedKind::lab_file); }, 0, nullptr,
       [](const State& s, int) { return shown_document(s)->exports() != nullptr && !has_covered_results(s); }},
      {"save_session", "Save session",
       "Writes the current setup to a session file in the current folder; opening the file restores it.", Menu::file,
       {{.key = 'S', .has_control = true, .has_shift = true}}, [](State& s, int) { s.requests.save = SaveRequest{SavedKind::session}; }},
      {"save_session_as", "Save session as…", "Writes the session to a file that you name.", Menu::file,
       {{.key = 'S', .has_control = true, .has_shift = true, .has_alt = true}}, [](State& s, int) { show_save_dialog(s, SavedKind::session); }},
      {"save_results", "Save lesson results…",
       "Writes your first answers in each lesson of this course to a file that you hand in.", Menu::file,
       {{.key = 'L', .has_control = true, .has_alt = true}}, [](State& s, int) { show_save_dialog(s, SavedKind::lesson_results); }, 0, nullptr,
       [](const State& s, int) { return !s.course.progress.empty(); }},
      {"quit", "Quit", "Closes the window.", Menu::file, {control('Q')},
       [](State& s, int) { s.requests.quit = true; }},
  };
}

std::vector<Action> edit_actions() {
  return {
      {"undo", "Undo", "Reverts the last change to a parameter, a setting, a text or a picture.",
       Menu::edit, {control('Z')}, [](State& s, int) { undo(s); }, 0, nullptr,
       [](const State& s, int) { return s.history.can_undo(); }, true},
      {"redo", "Redo", "Applies the reverted change again.", Menu::edit,
       {{.key = 'Z', .has_control = true, .has_shift = true}, control('Y')}, [](State& s, int) { redo(s); }, 0,
       nullptr, [](const State& s, int) { return s.history.can_redo(); }, true},
      {"copy_value", "Copy texel value", "Copies the value under the mouse to the clipboard.", Menu::edit,
       {control('C'), plain('C')}, copy_value, 0, nullptr,
       [](const State& s, int) { return shown_document(s)->value_text().has_value() && !has_covered_results(s); }},
      {"copy_picture", "Copy picture",
       "Copies the picture to the clipboard: the open picture, the comparison or the lab's picture, otherwise the frame.", Menu::edit,
       {{.key = 'C', .has_control = true, .has_alt = true}}, [](State& s, int) { s.requests.save = SaveRequest{SavedKind::clipboard}; }, 0,
       nullptr, [](const State& s, int) { return (!s.labs.is_any_open() || shown_document(s)->has_picture()) && !has_covered_results(s); }},
      {"copy_command", "Copy as command line", "Copies a command line that renders this exact frame, byte for byte.",
       Menu::edit, {{.key = 'C', .has_control = true, .has_shift = true}}, copy_command, 0, nullptr,
       [](const State& s, int) { return !s.labs.is_any_open() && !s.pictures.compared.picture; }},
  };
}

std::vector<Action> view_actions() {
  return {
      {"fit", "Fit", "Shows the whole picture, the whole frame, or the scene's initial view.", Menu::view, {plain('F')}, [](State& s, int) { shown_document(s)->fit(); }, 0, is_fitted, has_view},
      {"actual_size", "Actual size", "One texel per screen pixel.", Menu::view, {plain('0')},
       show_actual_size, 0, nullptr, has_view},
      {"zoom_in", "Zoom in", "Makes texels larger; the wheel zooms at the mouse.", Menu::view,
       {typed('+'), typed('=')}, [](State& s, int notches) { shown_document(s)->zoom(notches); }, 1, nullptr, has_view, true},
      {"zoom_out", "Zoom out", "Makes texels smaller.", Menu::view, {typed('-')}, [](State& s, int notches) { shown_document(s)->zoom(notches); }, -1, nullptr, has_view, true},
      {"pan_left", "Pan left", "Moves the view to the left.", Menu::view, {plain(key::left)},
       [](State& s, int) { pan_by_key(s, 1, 0); }, 0, nullptr, has_view, true},
      {"pan_right", "Pan right", "Moves the view to the right.", Menu::view, {plain(key::right)},
       [](State& s, int) { pan_by_key(s, -1, 0); }, 0, nullptr, has_view, true},
      {"pan_up", "Pan up", "Moves the view up.", Menu::view, {plain(key::up)},
       [](State& s, int) { pan_by_key(s, 0, 1); }, 0, nullptr, has_view, true},
      {"pan_down", "Pan down", "Moves the view down.", Menu::view, {plain(key::down)},
       [](State& s, int) { pan_by_key(s, 0, -1); }, 0, nullptr, has_view, true},
      {"grid", "Texel grid", "Draws lines between texels of 8 pixels or more.", Menu::view, {plain('G')},
       [](State& s, int) { s.viewport.has_grid = !s.viewport.has_grid; }, 0, [](const State& s, int) { return s.viewport.has_grid; }, has_view},
      {"texel_values", "Texel values", "Shows channel values inside texels that are at least 44 pixels wide.", Menu::view,
       {plain('V')}, [](State& s, int) { s.viewport.has_texel_values = !s.viewport.has_texel_values; }, 0,
       [](const State& s, int) { return s.viewport.has_texel_values; }, has_view},
      {"go_to_texel", "Go to texel…", "Opens the command palette; type the coordinates of a texel, as x, y, to go to it.", Menu::view, {control('G')},
       [](State& s, int) { toggle_command_palette(s); }},
  };
}

std::vector<Action> panel_actions() {
  return {
      {"theme", "Light theme", "Switches between light and dark colors.", Menu::window, {control('T')},
       [](State& s, int) { s.arrangement.theme = s.arrangement.theme == ColorTheme::dark ? ColorTheme::light : ColorTheme::dark; },
       0, [](const State& s, int) { return s.arrangement.theme == ColorTheme::light; }},
      {"panels", "Navigation and properties", "Shows or hides both panels.", Menu::window, {plain(key::tab)},
       toggle_main_panels, 0, has_main_panel},
      {"navigation", "Navigation", "Shows or hides pictures, scenes and labs.", Menu::window, {plain('J')},
       toggle_panel, navigation_panel, is_panel_shown},
      {"properties", "Properties", "Shows or hides the parameters of the scene, or the settings of the lab.", Menu::window,
       {plain('I')}, toggle_panel, properties_panel, is_panel_shown},
      {"widget_keys", "Keyboard navigation",
       "Arrow keys move between widgets, and Space or Enter activates one; press again to move on to the next panel, then to the lab, and finally to leave this mode.",
       Menu::window, {plain('W')}, next_widget_keys, 0,
       [](const State& s, int) { return s.arrangement.widget_keys != WidgetKeys::off; }},
      {"log", "Messages", "Shows or hides past messages.", Menu::window, {plain('L')},
       toggle_panel, messages_panel, is_panel_shown},
      {"move_navigation", "Move navigation", "Moves pictures, scenes and labs to the next edge of the window.",
       Menu::window, {shifted('J')}, move_panel, navigation_panel},
      {"move_properties", "Move properties", "Moves the parameters to the next edge of the window.", Menu::window,
       {shifted('I')}, move_panel, properties_panel},
      {"move_lessons", "Move lessons", "Moves the lessons to the next edge of the window.", Menu::window,
       {{.key = 'L', .has_control = true, .has_shift = true}}, move_panel, lessons_panel},
      {"move_messages", "Move messages", "Moves the messages to the next edge of the window.", Menu::window,
       {shifted('L')}, move_panel, messages_panel},
      {"arrange_panels", "Reset panels", "Moves all panels back to their initial places.", Menu::window,
       {{.key = '0', .has_control = true, .has_shift = true}}, [](State& s, int) { s.arrangement.panels = {}; }},
      {"close", "Close or cancel", "Closes the topmost overlay, cancels work in progress, or closes the messages.", Menu::window,
       {plain(key::escape)}, close_topmost, 0, nullptr, is_closable},
  };
}

std::vector<Action> frame_actions() {
  return {
      {"pause", "Pause", "Pauses or resumes time.", Menu::frame, {plain('P')},
       [](State& s, int) { s.scenes.playback.is_paused = !s.scenes.playback.is_paused; }, 0,
       [](const State& s, int) { return s.scenes.playback.is_paused; }},
      {"step", "Step", "Advances one frame, then pauses.", Menu::frame, {plain('N'), typed('.')}, step, 0, nullptr, nullptr,
       true},
      {"restart", "Restart", "Restarts the scene from its first frame.", Menu::frame, {plain('R')},
       [](State& s, int) { s.scenes.must_restart = true; }},
      {"reset_parameters", "Reset parameters", "Resets all parameters of the scene to their initial values.", Menu::frame,
       {shifted('R')}, [](State& s, int) { current_settings(s).values.reset(); }},
      {"record_video", "Record video",
       "Records every frame with ffmpeg, starting with this one, into the current folder; press again to stop.", Menu::frame,
       {control('R')}, [](State& s, int) { s.requests.record = RecordRequest{RecordingKind::video}; }, 0, is_recording},
      {"record_video_as", "Record video as…",
       "Records a video to a file that you name; its extension sets the format: mp4, mkv, webm, mov, avi or gif. Ctrl+R stops it.",
       Menu::frame, {{.key = 'R', .has_control = true, .has_alt = true}},
       [](State& s, int) { show_save_dialog(s, SavedKind::video); }, 0, nullptr,
       [](const State& s, int) { return !s.labs.is_any_open() && !s.work.recording.is_running; }},
      {"record_frames", "Record PNG files",
       "Records every frame, starting with this one, into a new folder; press again to stop.", Menu::frame,
       {{.key = 'R', .has_control = true, .has_shift = true}},
       [](State& s, int) { s.requests.record = RecordRequest{RecordingKind::frames}; }, 0, is_recording},
  };
}

std::vector<Action> scene_actions() {
  return {
      {"previous_scene", "Previous scene", "Shows the previous scene in the list.", Menu::scene,
       {plain(key::page_up)}, next_scene, -1},
      {"next_scene", "Next scene", "Shows the next scene in the list.", Menu::scene, {plain(key::page_down)},
       next_scene, 1},
      {"go_back", "Back", "Goes back to the previous scene or lab.", Menu::scene,
       {{.key = key::left, .has_alt = true}}, [](State& s, int) { show_place(s, s.navigation.go_back()); }, 0, nullptr,
       [](const State& s, int) { return s.navigation.can_go_back(); }},
      {"go_forward", "Forward", "Goes forward again after going back.", Menu::scene,
       {{.key = key::right, .has_alt = true}}, [](State& s, int) { show_place(s, s.navigation.go_forward()); }, 0, nullptr,
       [](const State& s, int) { return s.navigation.can_go_forward(); }},
      {"gallery", "Gallery", "Shows a searchable overview of all scenes.", Menu::scene, {shifted('G')},
       [](State& s, int) { toggle_gallery(s); }, 0, [](const State& s, int) { return s.gallery.is_shown; }},
      {"favorite", "Favorite", "Adds the scene to the favorites, or removes it.", Menu::scene, {control('D')},
       [](State& s, int) { toggle_favorite(s, s.scenes.current); }, 0,
       [](const State& s, int) { return s.gallery.favorites.contains(current_scene(s).name); }},
      {"tour", "Tour", "Starts or ends a tour, which shows one scene after another.", Menu::scene, {plain('T')},
       [](State& s, int) { toggle_tour(s); }, 0, [](const State& s, int) { return s.gallery.is_touring; }},
  };
}

bool can_run(const State& state, int) {
  const auto* const lab = current_capability<Runs>(state.labs);
  return lab != nullptr && lab->can_run();
}
bool has_layout(const State& state, int) {
  const auto* const lab = current_capability<ShowsLayout>(state.labs);
  return lab != nullptr && lab->shown_layout().has_value() && !has_covered_results(state);
}

std::vector<Action> lab_actions() {
  return {
      {"run_lab", "Run", "Runs the open lab's current task.", Menu::lab, {plain(key::f5)},
       [](State& s, int) { current_capability<Runs>(s.labs)->run(); }, 0, nullptr, can_run},
      {"show_layout", "Show the layout", "Opens the shown tensor's layout in the Layout lab.", Menu::lab,
       {plain('Y')}, [](State& s, int) { open_layout(s, *current_capability<ShowsLayout>(s.labs)->shown_layout()); }, 0, nullptr, has_layout},
  };
}

std::vector<Action> help_actions() {
  return {
      {"lessons", "Lessons", "Shows or hides the lessons.", Menu::help,
       {control('L')}, toggle_panel, lessons_panel, is_panel_shown},
      {"begin_course_again", "Begin the course again…",
       "Deletes your progress in the lessons of this course after asking, so that you or another student can restart it.", Menu::help,
       {{.key = 'B', .has_control = true, .has_alt = true}}, [](State& s, int) { s.arrangement.panels.lessons.is_shown = s.course.is_asked_to_begin_again = true; }, 0, nullptr,
       [](const State& s, int) { return !s.course.lesson && !s.course.progress.empty(); }},
      {"help", "Keys", "Lists all keys.", Menu::help, {typed('?'), plain(key::f1), shifted(key::slash)},
       [](State& s, int) { s.dialogs.has_help = !s.dialogs.has_help; }, 0, [](const State& s, int) { return s.dialogs.has_help; }},
      {"commands", "Commands…", "Finds a command, a scene or a lab by part of its name.", Menu::help,
       {control('K'), {.key = 'P', .has_control = true, .has_shift = true}},
       [](State& s, int) { toggle_command_palette(s); }, 0, [](const State& s, int) { return s.dialogs.palette.is_shown; }},
      {"about", "About this machine", "Lists device, driver, renderer, displays and paths, for a bug report.",
       Menu::help, {plain(key::f12)}, [](State& s, int) { s.dialogs.has_machine_facts = !s.dialogs.has_machine_facts; }, 0,
       [](const State& s, int) { return s.dialogs.has_machine_facts; }},
  };
}
// clang-format on

/// One for each of the first nine scenes.
std::vector<Action> choices(std::span<const SceneDeclaration> scenes) {
  std::vector<Action> actions;
  for (std::size_t i = 0; i < std::min<std::size_t>(scenes.size(), 9); ++i) {
    const SceneDeclaration& scene = scenes[i];
    actions.push_back({fmt::format("scene_{}", scene.name),
                       std::string{scene.title},
                       fmt::format("Shows the scene “{}”.", scene.title),
                       Menu::scene,
                       {plain('1' + static_cast<int>(i))},
                       [](State& s, int index) { choose_scene(s, static_cast<std::size_t>(index)); },
                       static_cast<int>(i),
                       [](const State& s, int index) {
                         return !s.labs.is_any_open() && s.scenes.current == static_cast<std::size_t>(index);
                       }});
  }
  return actions;
}

/// One for each lab; its keys open and close the lab.
std::vector<Action> choices(std::span<const LabDeclaration> labs) {
  std::vector<Action> actions;
  for (std::size_t i = 0; i < labs.size(); ++i) {
    std::vector<KeyChord> keys{plain(labs[i].key)};
    if (labs[i].key_while_typing != 0) {
      keys.push_back({.key = labs[i].key_while_typing, .has_control = true, .has_alt = true});
    }
    actions.push_back({fmt::format("lab_{}", labs[i].name), std::string{labs[i].title},
                       fmt::format("Opens the lab “{}”, or returns to the scene.", labs[i].title), Menu::lab,
                       std::move(keys),
                       [](State& s, int index) {
                         const auto lab = static_cast<std::size_t>(index);
                         s.labs.is_open(lab) ? choose_scene(s, s.scenes.current) : enter_lab(s, lab);
                       },
                       static_cast<int>(i),
                       [](const State& s, int index) { return s.labs.is_open(static_cast<std::size_t>(index)); }});
  }
  return actions;
}

}  // namespace

std::vector<Action> make_actions(std::span<const SceneDeclaration> scenes, std::span<const LabDeclaration> labs) {
  std::vector<Action> all;
  std::array parts{
      file_actions(),  edit_actions(),    view_actions(),   for_scenes(image_actions()),
      panel_actions(), picture_actions(), review_actions(), for_scenes(frame_actions()),
      scene_actions(), choices(scenes),   choices(labs),    labs.empty() ? std::vector<Action>{} : lab_actions(),
      help_actions()};
  for (std::vector<Action>& part : parts) {
    std::ranges::move(part, std::back_inserter(all));
  }
  return all;
}

}  // namespace texelscope::app
