#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/device/graphics_placement.h"
#include "app/files/path_list.h"
#include "app/images/image.h"
#include "app/images/image_file.h"
#include "app/images/view.h"
#include "app/labs/lab.h"
#include "app/labs/lab_environment.h"
#include "app/labs/work_in_progress.h"
#include "app/pictures/picture_list.h"
#include "app/scene/scene.h"
#include "app/scene/texel.h"
#include "app/text/parameter.h"
#include "app/window/arrangement.h"
#include "app/window/command_palette.h"
#include "app/window/edit.h"
#include "app/window/gallery.h"
#include "app/window/lesson.h"
#include "app/window/navigation.h"
#include "app/window/notice.h"
#include "app/window/recent_files.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

class Review;

enum class LessonOutcome : unsigned char { open, wrong, right };

/// How far a learner has come in a lesson.
struct LessonProgress {
  std::size_t step = 0;
  bool is_finished = false;
  /// By the step, from 0. They stay when the lesson is gone through again.
  std::map<std::size_t, FirstAnswer> first_answers{};
  bool operator==(const LessonProgress&) const = default;
};

/// By the lesson's name.
using CourseProgress = std::map<std::string, LessonProgress, std::less<>>;

/// The lessons, and the one that is gone through.
struct Course {
  /// The file of the course, as an absolute path; empty for the lessons that come with the program.
  std::filesystem::path file{};
  /// The course's title; empty until its lessons are read.
  std::string title{};
  std::vector<Lesson> lessons{};
  /// Why there are none, or why the step does not do what it should; empty otherwise.
  std::string error{};
  std::optional<std::size_t> lesson{};
  std::size_t step = 0;
  /// Whether the step has been set up; not while a lesson is being opened.
  bool is_step_shown = false;
  /// For so many frames yet the widget that the step means is scrolled into sight.
  int frames_to_look = 0;
  /// Where that widget was drawn in this frame, as far as it is seen.
  std::optional<Rect> mark{};
  LessonFacts facts{};
  std::string typed{};
  LessonOutcome outcome = LessonOutcome::open;
  /// Whether the field of the answer gets the keyboard in the next frame.
  bool wants_keyboard = false;
  /// The last committed answer; empty while the question is open.
  std::string committed{};
  /// Why nothing was committed: what was typed is no answer of the question's kind.
  std::string refusal{};
  /// Where the widgets that are hidden until then were drawn in this frame, by name; empty where a panel leaves one out
  /// by itself.
  std::map<std::string, Rect, std::less<>> covers{};
  /// Widgets that stay covered beside those of the step's question, and however that is answered: on paper earlier
  /// questions are still open. Names as in LessonQuestion::hidden.
  std::vector<std::string> also_hidden{};
  /// Whether the learner asked for the hint of this step.
  bool is_hint_shown = false;
  /// In this course; the session keeps it.
  CourseProgress progress{};
  /// In the courses that are not open, by their files; the built-in one by "". The session keeps it.
  std::map<std::string, CourseProgress, std::less<>> other_progress{};
  /// The name of the lesson to open, as a session asks for it.
  std::string wanted{};
  /// The file of the course to open, likewise; empty for none.
  std::filesystem::path wanted_file{};
  /// The learner's name, as it was typed last to save results.
  std::string student{};
  /// What was set up before the first lesson.
  std::optional<Edit> before{};
};

/// The step that is shown; null while no lesson is open.
[[nodiscard]] inline const LessonStep* current_step(const Course& course) {
  return course.lesson ? &course.lessons[*course.lesson].steps[course.step] : nullptr;
}

/// Whether a widget shows the answer to a question that is open: the step's, or one of Course::also_hidden.
[[nodiscard]] bool is_hidden(const Course& course, std::string_view widget);

/// Which frame is shown, and whether time goes on. Frames follow a clock of 60 a second.
struct Playback {
  bool is_paused = false;
  std::uint64_t number = 0;
  /// The part of the next frame that has gone by, 0 … 1.
  double fraction = 0;
};

/// Moves on by the frames that are due after `seconds`, at most `most` of them: what is beyond is dropped, so that a
/// scene that needs longer than 1/60 s a frame slows down instead of falling behind.
void advance(Playback& playback, double seconds, std::uint64_t most);

/// What the window runs on; fixed while it is open.
struct DeviceFacts {
  /// "cpu", "cuda:0".
  std::string device;
  std::string device_name;
  std::string renderer;
  /// "GL" or "Vulkan", and its version and driver.
  std::string api;
  std::string api_version;
  bool is_direct = false;
  /// Why pixels go through the host; empty when they do not.
  std::string path_reason;
};

/// A display of the desktop.
struct DisplayFacts {
  std::string name;
  /// Pixels of its mode.
  int width = 0;
  int height = 0;
  /// In hertz.
  int refresh_rate = 0;
  float scale = 1;
};

/// Where arrows, Space and Enter go from widget to widget instead of into the view: nowhere, into a panel, or into what
/// the open lab shows.
enum class WidgetKeys : unsigned char { off, navigation, properties, lessons, lab };

/// Milliseconds of the last frames, smoothed for reading.
struct Timings {
  /// From one picture of the window to the next, while it draws without a rest.
  double frame_ms = 0;
  /// Whether the window rests behind this picture.
  bool is_idle = false;
  /// 0 where the kernels were not measured by themselves.
  double kernel_ms = 0;
  double map_ms = 0;
  double draw_ms = 0;
  double unmap_ms = 0;
};

/// The contents of a file that the window writes.
enum class SavedKind : unsigned char { frame, picture, session, lab_file, video, lesson_results };

/// A file to write.
struct SaveRequest {
  SavedKind kind = SavedKind::frame;
  /// Empty for a name that is free in the current folder.
  std::filesystem::path path{};
  /// Bits of each channel of a PNG.
  int png_bits = 8;
};

/// The dialog that opens files and names those to write: a path that is typed, and what the folder offers.
struct FileDialog {
  bool is_shown = false;
  /// The contents of the file that it names; nothing where it opens one.
  std::optional<SavedKind> saves{};
  int png_bits = 8;
  /// The path that was made of the student's name, for results of lessons: it follows the name until it is edited.
  std::string path_of_student{};
  /// The file that is there already, and that the next Enter replaces.
  std::string replaced{};
  /// Set by replace_path(): the field asks for the keyboard, and puts its cursor behind the text.
  bool takes_focus = false;
  bool moves_cursor = false;
  /// Counts the calls of replace_path().
  int revision = 0;
  std::string text{};
  PathList list{};
  /// Position in list.entries, or -1.
  int selected = -1;
  /// Set when a key moved it: the list scrolls there.
  bool is_selection_moved = false;
  /// Enter was pressed: it counts when all that was typed before has reached the text, see take_enter().
  bool has_enter = false;
  int frames_at_rest = 0;
};

/// What a recording of the scene becomes.
enum class RecordingKind : unsigned char { frames, video };

/// A recording to begin.
struct RecordRequest {
  RecordingKind kind = RecordingKind::video;
  /// Empty for a name that is free in the current folder.
  std::filesystem::path path{};
};

/// The recording that goes on; the loop keeps it.
struct Recording {
  bool is_running = false;
  std::uint64_t frames = 0;
  /// Of its file or folder.
  std::string name{};
};

/// What only the loop that owns the window and the device can do; it takes these up once a frame.
struct Requests {
  /// Makes the scene again, from its first frame.
  bool restart = false;
  /// A file that was dropped or opened: for the lab that is open, else an image to load.
  std::optional<std::filesystem::path> image;
  /// How it is read.
  ReadOptions reading;
  /// Whether a session asks for it: then it is a picture, and scene, lab and view stay as the session has them.
  bool is_of_session = false;
  /// Whether the list of pictures asks for it: then it is a picture, which no lab is offered.
  bool is_listed = false;
  /// Files and folders for the list of pictures, the first of which is shown.
  std::vector<std::filesystem::path> listed_files;
  /// Position of the listed picture to show.
  std::optional<std::size_t> picture;
  /// Drops the picture that is being read.
  bool stop_loading = false;
  /// Scenes work on their own picture again.
  bool own_picture = false;
  std::optional<SaveRequest> save;
  /// Shows the values of the frame in the Tensors lab.
  bool frame_values = false;
  /// Begins a recording, or ends the one that goes on, whatever its kind.
  std::optional<RecordRequest> record;
  bool quit = false;
  /// With `quit`: the program starts again, with the variables of State::placement_cure.
  bool start_again = false;
  /// For the clipboard.
  std::optional<std::string> copied_text;
  /// Puts the picture that is shown on the clipboard.
  bool copied_picture = false;
};

/// What a comparison made of the shown picture and the other one.
struct ComparedPictures {
  /// Shown in the place of the picture; null for none.
  std::shared_ptr<const Image> picture{};
  /// How far apart the two are, a line each; none of a split.
  std::vector<std::string> figures{};
  /// Why they cannot be compared; empty where they can.
  std::string error{};
  bool is_being_made = false;
};

/// A picture that a panel shows. The panel sets the image, in RGBA with 8 bits a channel; the loop makes it a texture
/// before the next frame is drawn.
struct PanelImage {
  std::shared_ptr<const Image> image;
  /// Whether it is filtered when it is drawn larger or smaller.
  bool is_smooth = true;
  /// For ImGui; null until there is one.
  void* texture = nullptr;
};

/// Everything that panels show and change. Does not know the window.
struct State : LabEnvironment {
  explicit State(std::span<const SceneDeclaration> all_scenes, std::span<const LabDeclaration> all_labs = {});

  /// Why the renderer's GPU is not the kernels', where it is not.
  std::optional<PlacementCure> placement_cure;
  std::span<const SceneDeclaration> scenes;
  /// One for each scene.
  std::vector<SceneSettings> settings;
  /// The scene to show; the loop starts it, or sets this back when it cannot be started.
  std::size_t scene = 0;
  std::span<const LabDeclaration> labs;
  /// One for each lab.
  std::vector<std::unique_ptr<LabState>> lab_states;
  /// The lab that is open in the place of the scene, which then rests; nothing for none.
  std::optional<std::size_t> lab;
  /// By name.
  std::map<std::string, PanelImage> panel_images;
  /// Set when the scene failed: the image shown is its last one, until a restart.
  bool has_failed = false;
  std::optional<LoadedImage> image;
  PictureList pictures;
  ComparedPictures compared;
  /// The pairs of a comparison that fail, which the user goes through; null where there are none to go through.
  std::shared_ptr<Review> review;
  /// Whether the pair under review is yet to be brought to its cluster, see show_first_cluster().
  bool must_show_cluster = false;
  bool is_loading = false;
  /// Of the picture, while it is read.
  std::filesystem::path loading_path;
  ReadOptions loading_options;
  /// What long_work() saw last, and since when.
  std::string work_title;
  double work_since = 0;

  Playback playback;
  Pointer pointer;
  /// The frame on screen. It has no number before the scene's first, and falls behind playback.number where frames take
  /// long.
  std::optional<std::uint64_t> drawn_frame;
  FrameFormat format = FrameFormat::rgba8;
  int frame_width = 1;
  int frame_height = 1;

  View view;
  /// In pixels of the framebuffer.
  double viewport_width = 1;
  double viewport_height = 1;
  /// Stops, for float frames.
  float exposure = 0;
  bool has_grid = true;
  bool has_texel_values = true;
  TexelNotation notation = TexelNotation::stored;
  /// Where the mouse is, in texels of the frame; nothing outside of it.
  std::optional<Point> hovered;
  TexelPatch texels;
  bool is_pan_key_down = false;
  /// Whether the mouse drags a widget: frames of a slow scene are coarser as long as it does.
  bool is_dragging = false;

  ColorTheme color_theme = ColorTheme::dark;
  WidgetKeys widget_keys = WidgetKeys::off;
  /// Set when they went elsewhere: the first widget there takes the keyboard.
  bool has_moved_widget_keys = false;
  PanelArrangement panels;
  bool has_help = false;
  bool has_machine_facts = false;
  /// Where the save dialog wrote last; empty before.
  std::filesystem::path saved_folder;
  /// The name of the file that is being written; empty for none.
  std::string saving;
  FileDialog file_dialog;
  Gallery gallery;
  CommandPalette palette;
  /// The scene and the lab that the lists last brought into sight.
  std::optional<std::size_t> listed_scene;
  std::optional<std::size_t> listed_lab;
  /// The picture whose values the Tensors lab was opened for by a key; null for none.
  std::shared_ptr<const Image> inspected;
  Recording recording;
  Notices notices;
  EditHistory history;
  Navigation navigation;
  Course course;
  RecentFiles recent_files;

  /// Of the window now, or to open it at; nothing where it is not known.
  std::optional<WindowPlace> window_place;

  DeviceFacts facts;
  std::vector<DisplayFacts> displays;
  Timings timings;
  Requests requests;
  /// Where widgets were drawn in this frame, by name, for tests that drive the window.
  std::map<std::string, Rect> widgets;
};

[[nodiscard]] const SceneDeclaration& current_scene(const State& state);
[[nodiscard]] SceneSettings& current_settings(State& state);
[[nodiscard]] const SceneSettings& current_settings(const State& state);
[[nodiscard]] ViewExtent view_extent(const State& state);
/// Chooses a scene, and leaves the lab; nothing for a position beyond the list.
void choose_scene(State& state, std::size_t scene);

/// Chooses the first scene that works on what was loaded, unless the current one does. Where there is none, nothing
/// changes.
void choose_scene_for_input(State& state);

/// What was loaded, or what a comparison made of it and another picture; null for none.
[[nodiscard]] std::shared_ptr<const Image> shown_image(const State& state);
/// The picture that is looked at: the open lab's where it has one, else what a comparison made of two, else the one
/// that was opened. @throws gpu::InvalidArgument, see LabState::shown_picture(). There must be one.
[[nodiscard]] OfferedPicture offered_picture(const State& state);
[[nodiscard]] bool has_offered_picture(const State& state);

/// The same where the scene works on its kind; else null.
[[nodiscard]] std::shared_ptr<const Image> input_of(const State& state, const SceneDeclaration& scene);
/// The lab that is open; null for none.
[[nodiscard]] const LabDeclaration* current_lab(const State& state);
/// Whether the scene stands still because of the lab that is open.
[[nodiscard]] bool is_scene_resting(const State& state);
/// Opens a lab in the place of the scene; nothing for a position beyond the list.
void choose_lab(State& state, std::size_t lab);
/// The size that the scene's frame should have now.
[[nodiscard]] FrameSize wanted_frame_size(const State& state);
/// The value under the mouse, where it is known.
[[nodiscard]] std::optional<TexelValue> hovered_value(const State& state);
/// The texels whose values the viewport prints or the mouse is on; an empty box when none. `minimum_pixels` is the size
/// of a texel from which values are printed.
[[nodiscard]] TexelPatch wanted_texels(const State& state, double minimum_pixels);

/// Opens the Layout lab on shape, strides and itemsize of a layout, without operations. Where there is no such lab,
/// nothing happens.
void open_layout(State& state, const gpu::StridedLayout& layout);

/// Opens the Tensors lab on a picture. Where there is no such lab, nothing happens.
void open_values(State& state, const OfferedPicture& picture);

/// What goes on now: a picture that is read, or else what the open lab does.
[[nodiscard]] std::optional<WorkInProgress> work_in_progress(const State& state);
/// Ends that work, and drops what it has done.
void cancel_work(State& state);

/// The same once it has lasted so long that a user wants to know of it: half a second. Once a frame.
[[nodiscard]] std::optional<WorkInProgress> long_work(State& state);

}  // namespace texelscope::app
