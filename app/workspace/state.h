#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "app/documents/labs.h"
#include "app/documents/pictures.h"
#include "app/documents/scenes.h"
#include "app/documents/viewport.h"
#include "app/labs/lab_environment.h"
#include "app/labs/work_in_progress.h"
#include "app/workspace/arrangement.h"
#include "app/workspace/course.h"
#include "app/workspace/dialogs.h"
#include "app/workspace/drawn.h"
#include "app/workspace/edit.h"
#include "app/workspace/machine.h"
#include "app/workspace/navigation.h"
#include "app/workspace/notice.h"
#include "app/workspace/recent_files.h"
#include "app/workspace/requests.h"
#include "texelscope/gpu/strided_layout.h"

namespace texelscope::app {

class Review;

/// The review of a comparison's failing pairs.
struct PairReview {
  /// The pairs, for the user to review; null for none.
  std::shared_ptr<Review> pairs;
  /// Whether the cluster of the pair under review must still be centered, see show_first_cluster().
  bool must_show_cluster = false;
};

/// The recording in progress; the loop updates it.
struct Recording {
  bool is_running = false;
  std::uint64_t frames = 0;
  /// Name of its file or folder.
  std::string name{};
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

/// Everything that panels show and change, independent of the window.
struct State : LabEnvironment {
  explicit State(std::span<const SceneDeclaration> all_scenes, std::span<const LabDeclaration> all_labs = {});

  Scenes scenes;
  Labs labs;
  Pictures pictures;
  PairReview review;
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

/// Whether a part of the open lab is covered, or of the viewport if no lab is open, so that files and copies of it
/// would show the answer.
[[nodiscard]] bool has_covered_results(const State& state);
/// The reason why files and copies that would show an answer are not available.
inline constexpr const char* covered_reason = "Answer the lesson's question first: this would show the answer.";

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
/// opened picture. @throws gpu::InvalidArgument, see ShowsPicture::shown_picture(). Requires has_offered_picture().
[[nodiscard]] OfferedPicture offered_picture(const State& state);
[[nodiscard]] bool has_offered_picture(const State& state);

/// The result of shown_image() if the scene accepts an image of its kind; null otherwise.
[[nodiscard]] std::shared_ptr<const Image> input_of(const State& state, const SceneDeclaration& scene);
/// Whether the open lab pauses the scene.
[[nodiscard]] bool is_scene_resting(const State& state);
/// Opens a lab in place of the scene; ignores positions past the list.
void choose_lab(State& state, std::size_t lab);
/// Returns to the scene.
void close_lab(State& state);
[[nodiscard]] ShownPlace shown_place(const State& state);
void show_place(State& state, const ShownPlace& place);
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
