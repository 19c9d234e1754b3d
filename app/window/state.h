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
#include "app/text/letters.h"
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

/// A learner's progress in a lesson.
struct LessonProgress {
  std::size_t step = 0;
  bool is_finished = false;
  /// The first answers by step, from 0. Kept when the lesson is repeated.
  std::map<std::size_t, FirstAnswer> first_answers{};
  bool operator==(const LessonProgress&) const = default;
};

/// By the lesson's name.
using CourseProgress = std::map<std::string, LessonProgress, std::less<>>;

/// A lab and those of its settings that a lesson sets, as texts, by name; without a lab, a scene is shown.
struct StepSetup {
  std::optional<std::size_t> lab;
  std::vector<std::pair<std::string, std::string>> settings;
};

/// The lessons, and the one in progress.
struct Course {
  /// The file of the course, as an absolute path; empty for the built-in lessons.
  std::filesystem::path file{};
  /// The course's title; empty until its lessons are read.
  std::string title{};
  /// The language of its texts, as a BCP 47 tag; empty until its lessons are read.
  std::string language{};
  std::vector<Lesson> lessons{};
  /// The letters of its texts.
  Letters letters = Letters::own;
  /// The reason why there are no lessons, or why the step failed; empty otherwise.
  std::string error{};
  std::optional<std::size_t> lesson{};
  /// The lesson that was finished last, until another lesson is opened.
  std::optional<std::size_t> finished{};
  std::size_t step = 0;
  /// Whether the step has been set up; not while a lesson is being opened.
  bool is_step_shown = false;
  /// The step's setup, when it was set up; nothing if the lesson sets nothing up to this step.
  std::optional<StepSetup> setup{};
  /// Whether the lab is covered because its setup differs from the step's, and so could answer the question, too.
  bool is_lab_covered = false;
  /// Whether a notice states that the question is open although the lessons are hidden.
  bool has_open_notice = false;
  /// Number of remaining frames in which the widget of the step is scrolled into view.
  int frames_to_look = 0;
  /// The visible part of that widget in this frame.
  std::optional<Rect> mark{};
  LessonFacts facts{};
  std::string typed{};
  LessonOutcome outcome = LessonOutcome::open;
  /// Whether the answer field receives keyboard focus in the next frame.
  bool wants_keyboard = false;
  /// The last committed answer; empty while the question is open.
  std::string committed{};
  /// The reason why nothing was committed: the typed text is not an answer of the question's kind.
  std::string refusal{};
  /// This frame's rectangles of the widgets that stay hidden until the question is answered, by name; empty if the
  /// panel omits the widget.
  std::map<std::string, Rect, std::less<>> covers{};
  /// Widgets that stay covered in addition to those of the step's question, even after it is answered, because earlier
  /// questions are still open on a printed handout. Names as in LessonQuestion::hidden.
  std::vector<std::string> also_hidden{};
  /// Whether the learner requested the hint of this step.
  bool is_hint_shown = false;
  /// Progress in this course; stored in the session.
  CourseProgress progress{};
  /// Progress in other courses, by file; "" is the built-in one. Stored in the session.
  std::map<std::string, CourseProgress, std::less<>> other_progress{};
  /// The name of the lesson to open, requested by a session.
  std::string wanted{};
  /// The course file to open, requested by a session; empty for none.
  std::filesystem::path wanted_file{};
  /// The learner's name, as last typed to save results.
  std::string student{};
  /// The progress when results were last written to a file; nothing if they have not been written.
  std::optional<CourseProgress> saved_progress{};
  /// Whether the list asks for confirmation before begin_again().
  bool is_asked_to_begin_again = false;
  /// The setup from before the first lesson.
  std::optional<Edit> before{};
};

/// The step that is shown; null while no lesson is open.
[[nodiscard]] inline const LessonStep* current_step(const Course& course) {
  return course.lesson ? &course.lessons[*course.lesson].steps[course.step] : nullptr;
}

/// Whether a question awaits its answer.
[[nodiscard]] inline bool is_question_open(const Course& course) {
  const LessonStep* const step = current_step(course);
  return step != nullptr && !step->question.answer.empty() && course.outcome == LessonOutcome::open;
}

/// Whether labs show the values of the item at the mouse. They do not while a question is open, since any value may
/// answer it.
[[nodiscard]] inline bool shows_values_at_mouse(const Course& course) {
  return !is_question_open(course) && course.also_hidden.empty();
}

/// Whether a widget shows the answer to a question that is open: the step's, or one of Course::also_hidden.
[[nodiscard]] bool is_hidden(const Course& course, std::string_view widget);

struct State;
/// Whether a part of the open lab is covered, or of the viewport if no lab is open, so that files and copies of it
/// would show the answer.
[[nodiscard]] bool has_covered_results(const State& state);
/// The reason why files and copies that would show an answer are not available.
inline constexpr const char* covered_reason = "Answer the lesson's question first: this would show the answer.";

/// The current frame, and whether time is running. Frames follow a clock of 60 per second.
struct Playback {
  bool is_paused = false;
  std::uint64_t number = 0;
  /// The elapsed fraction of the next frame, 0 … 1.
  double fraction = 0;
};

/// Advances by the frames that are due after `seconds`, at most `most`; the rest is dropped, so that a scene that needs
/// longer than 1/60 s per frame slows down instead of falling behind.
void advance(Playback& playback, double seconds, std::uint64_t most);

/// The device and renderer of the window; fixed while it is open.
struct DeviceFacts {
  /// "cpu", "cuda:0".
  std::string device;
  std::string device_name;
  std::string renderer;
  /// "GL" or "Vulkan", and its version and driver.
  std::string api;
  std::string api_version;
  bool is_direct = false;
  /// The reason why pixels are copied through the host; empty if they are not.
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

/// The target of keyboard navigation with the arrows, Space and Enter: none (the keys move the view), a panel, or the
/// open lab.
enum class WidgetKeys : unsigned char { off, navigation, properties, lessons, lab };

/// Milliseconds of the last frames, smoothed for reading.
struct Timings {
  /// Time between two frames of the window, while it draws continuously.
  double frame_ms = 0;
  /// Whether the window is idle after this frame.
  bool is_idle = false;
  /// 0 if the kernels were not measured separately.
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

/// The dialog for opening and saving files: the typed path, and the folder's matching entries.
struct FileDialog {
  bool is_shown = false;
  /// The kind of file to save; nothing to open a file.
  std::optional<SavedKind> saves{};
  /// Whether a course of lessons is to be opened.
  bool is_for_course = false;
  int png_bits = 8;
  /// The path derived from the student's name, for lesson results: it follows the name until it is edited.
  std::string path_of_student{};
  /// The existing file that the next Enter replaces.
  std::string replaced{};
  /// Set by replace_path(): the field requests keyboard focus, and puts its cursor after the text.
  bool takes_focus = false;
  bool moves_cursor = false;
  /// Counts the calls of replace_path().
  int revision = 0;
  std::string text{};
  PathList list{};
  /// Position in list.entries, or -1.
  int selected = -1;
  /// Set when a key moved the selection, so that the list scrolls to it.
  bool is_selection_moved = false;
  /// Enter was pressed; it takes effect once the text contains everything typed before, see take_enter().
  bool has_enter = false;
  int frames_at_rest = 0;
};

/// The output of a recording.
enum class RecordingKind : unsigned char { frames, video };

/// A recording to begin.
struct RecordRequest {
  RecordingKind kind = RecordingKind::video;
  /// Empty for a name that is free in the current folder.
  std::filesystem::path path{};
};

/// The recording in progress; the loop updates it.
struct Recording {
  bool is_running = false;
  std::uint64_t frames = 0;
  /// Name of its file or folder.
  std::string name{};
};

/// Requests to the loop, which owns the window and the device, and handles them once a frame.
struct Requests {
  /// Restarts the scene from its first frame.
  bool restart = false;
  /// A file that was dropped or opened: input for the open lab or, if no lab is open, an image to load.
  std::optional<std::filesystem::path> image;
  /// Options for reading it.
  ReadOptions reading;
  /// Whether a session requests the file, which then must be a picture and does not change the scene, lab or view that
  /// the session set.
  bool is_of_session = false;
  /// Whether the list of pictures requests the file, which then must be a picture and is not offered to labs.
  bool is_listed = false;
  /// Files and folders for the list of pictures, the first of which is shown.
  std::vector<std::filesystem::path> listed_files;
  /// Position of the listed picture to show.
  std::optional<std::size_t> picture;
  /// Abandons the picture that is being read.
  bool stop_loading = false;
  /// Returns to the scenes' own picture.
  bool own_picture = false;
  std::optional<SaveRequest> save;
  /// Shows the values of the frame in the Tensors lab.
  bool frame_values = false;
  /// Begins a recording, or ends the recording in progress, of either kind.
  std::optional<RecordRequest> record;
  /// Opens the session that Autosave offers, after saving the current one beside it.
  bool offered_session = false;
  bool quit = false;
  /// With `quit`: restarts the program with the environment variables of Machine::placement_cure.
  bool start_again = false;
  /// Text for the clipboard.
  std::optional<std::string> copied_text;
  /// Copies the shown picture to the clipboard.
  bool copied_picture = false;
};

/// The comparison of the shown picture with the other picture.
struct ComparedPictures {
  /// Shown instead of the picture; null for none.
  std::shared_ptr<const Image> picture{};
  /// Measures of the difference, one per line; none for a split.
  std::vector<std::string> figures{};
  /// The reason why they cannot be compared; empty if they can.
  std::string error{};
  bool is_being_made = false;
};

/// A bitmap that a panel shows. The panel sets the image, in RGBA with 8 bits per channel; the loop creates its texture
/// before drawing the next frame.
struct PanelImage {
  std::shared_ptr<const Image> image;
  /// Whether it is filtered when it is drawn larger or smaller.
  bool is_smooth = true;
  /// Texture for ImGui; null until it is created.
  void* texture = nullptr;
};

/// The scenes, and the one that the window shows.
struct Scenes {
  std::span<const SceneDeclaration> all;
  /// One for each scene.
  std::vector<SceneSettings> settings;
  /// The scene to show; the loop starts it, or resets this if it cannot start.
  std::size_t current = 0;
  /// Set when the scene failed: the image shown is its last one, until a restart.
  bool has_failed = false;
};

/// The labs, and the open one.
struct Labs {
  std::span<const LabDeclaration> all;
  /// One for each lab.
  std::vector<std::unique_ptr<LabState>> states;
  /// The open lab, which replaces and pauses the scene; nothing for none.
  std::optional<std::size_t> current;
};

/// The open pictures.
struct Pictures {
  /// The shown picture, which scenes draw; nothing for the scenes' own.
  std::optional<LoadedImage> current;
  PictureList list;
  ComparedPictures compared;
  /// The picture whose values a key opened in the Tensors lab; null for none.
  std::shared_ptr<const Image> inspected;
  bool is_loading = false;
  /// Path of the picture while it is being read.
  std::filesystem::path loading_path;
  ReadOptions loading_options;
};

/// The review of a comparison's failing pairs.
struct PairReview {
  /// The pairs, for the user to review; null for none.
  std::shared_ptr<Review> pairs;
  /// Whether the cluster of the pair under review must still be centered, see show_first_cluster().
  bool must_show_cluster = false;
};

/// The frame on screen.
struct ShownTexels {
  /// It has no number before the scene's first frame, and lags behind Playback::number if frames are slow.
  std::optional<std::uint64_t> number;
  FrameFormat format = FrameFormat::rgba8;
  int width = 1;
  int height = 1;
  TexelPatch texels;
};

/// The part of the window that shows the frame, and how.
struct Viewport {
  View view;
  /// In pixels of the framebuffer.
  double width = 1;
  double height = 1;
  /// Stops, for float frames.
  float exposure = 0;
  bool has_grid = true;
  bool has_texel_values = true;
  TexelNotation notation = TexelNotation::stored;
  /// Position of the mouse, in texels of the frame; nothing outside the frame.
  std::optional<Point> hovered;
  Pointer pointer;
  bool is_pan_key_down = false;
  /// Whether the mouse drags a widget: frames of a slow scene are coarser during the drag.
  bool is_dragging = false;
};

/// The user's arrangement of the window.
struct WindowArrangement {
  ColorTheme theme = ColorTheme::dark;
  PanelArrangement panels;
  /// Current or initial position and size of the window; nothing if unknown.
  std::optional<WindowPlace> window_place;
  WidgetKeys widget_keys = WidgetKeys::off;
  /// Set when the target changed: its first widget receives keyboard focus.
  bool has_moved_widget_keys = false;
};

/// The windows above all panels.
struct Dialogs {
  bool has_help = false;
  bool has_machine_facts = false;
  FileDialog file;
  /// Folder of the last saved file; empty before the first.
  std::filesystem::path saved_folder;
  CommandPalette palette;
};

/// Work beside the frames.
struct Work {
  /// The name of the file that is being written; empty for none.
  std::string saving;
  Recording recording;
  /// The work that long_work() saw last, and when it began.
  std::string title;
  double since = 0;
};

/// The machine that the window runs on.
struct Machine {
  DeviceFacts facts;
  std::vector<DisplayFacts> displays;
  /// The reason why the renderer's GPU differs from the kernels', if it does.
  std::optional<PlacementCure> placement_cure;
  Timings timings;
};

/// What panels drew, and draw with.
struct Drawn {
  /// Bitmaps, by name.
  std::map<std::string, PanelImage> images;
  /// Rectangles of widgets in this frame, by name, for tests that drive the window.
  std::map<std::string, Rect> widgets;
  /// The scene and the lab that the lists last scrolled to.
  std::optional<std::size_t> listed_scene;
  std::optional<std::size_t> listed_lab;
};

/// Everything that panels show and change, independent of the window.
struct State : LabEnvironment {
  explicit State(std::span<const SceneDeclaration> all_scenes, std::span<const LabDeclaration> all_labs = {});

  Scenes scenes;
  Labs labs;
  Pictures pictures;
  PairReview review;
  Playback playback;
  ShownTexels frame;
  Viewport viewport;
  WindowArrangement arrangement;
  Gallery gallery;
  Dialogs dialogs;
  Work work;
  Notices notices;
  EditHistory history;
  Navigation navigation;
  Course course;
  RecentFiles recent_files;
  Machine machine;
  Requests requests;
  Drawn drawn;
};

[[nodiscard]] const SceneDeclaration& current_scene(const State& state);
[[nodiscard]] SceneSettings& current_settings(State& state);
[[nodiscard]] const SceneSettings& current_settings(const State& state);
[[nodiscard]] ViewExtent view_extent(const State& state);
/// Chooses a scene, and closes the lab; ignores positions past the list.
void choose_scene(State& state, std::size_t scene);

/// Chooses the first scene that accepts the loaded input, unless the current one does. Does nothing if there is none.
void choose_scene_for_input(State& state);

/// The loaded image, or its comparison with another picture; null for none.
[[nodiscard]] std::shared_ptr<const Image> shown_image(const State& state);
/// The displayed picture: that of the open lab if it has one, otherwise a comparison of two pictures, otherwise the
/// opened picture. @throws gpu::InvalidArgument, see LabState::shown_picture(). Requires has_offered_picture().
[[nodiscard]] OfferedPicture offered_picture(const State& state);
[[nodiscard]] bool has_offered_picture(const State& state);

/// The result of shown_image() if the scene accepts an image of its kind; null otherwise.
[[nodiscard]] std::shared_ptr<const Image> input_of(const State& state, const SceneDeclaration& scene);
/// The lab that is open; null for none.
[[nodiscard]] const LabDeclaration* current_lab(const State& state);
/// Whether the open lab pauses the scene.
[[nodiscard]] bool is_scene_resting(const State& state);
/// Opens a lab in place of the scene; ignores positions past the list.
void choose_lab(State& state, std::size_t lab);
/// The size that the scene's frame should have now.
[[nodiscard]] FrameSize wanted_frame_size(const State& state);
/// The value under the mouse, if known.
[[nodiscard]] std::optional<TexelValue> hovered_value(const State& state);
/// The texels whose values the viewport prints, or the one under the mouse; an empty box for none. `minimum_pixels` is
/// the minimum size of a texel for printed values.
[[nodiscard]] TexelPatch wanted_texels(const State& state, double minimum_pixels);

/// Opens the Layout lab on the shape, strides and itemsize of a layout, without operations. Does nothing if there is no
/// such lab.
void open_layout(State& state, const gpu::StridedLayout& layout);

/// Opens the Tensors lab on a picture. Does nothing if there is no such lab.
void open_values(State& state, const OfferedPicture& picture);

/// The current work: a picture that is being read, or else work of the open lab.
[[nodiscard]] std::optional<WorkInProgress> work_in_progress(const State& state);
/// Cancels that work and discards its results.
void cancel_work(State& state);

/// The current work once it has lasted half a second, so that short work is not shown. Call once a frame.
[[nodiscard]] std::optional<WorkInProgress> long_work(State& state);

}  // namespace texelscope::app
