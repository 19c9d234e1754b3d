#include "app/gui/scene_control.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "app/files/file.h"
#include "app/images/image_file.h"
#include "app/scene/scene_input.h"
#include "app/window/opened_file.h"
#include "app/window/picture_view.h"
#include "app/window/session.h"
#include "app/window/state.h"

namespace texelscope::app {
namespace {

/// A resized window comes to rest before its frame is made again.
constexpr double rest_seconds = 0.12;

bool has_same_extent(const FrameSize& a, const FrameSize& b) { return a.width == b.width && a.height == b.height; }

std::vector<ParameterValue> values_of(const ParameterValues& values) {
  std::vector<ParameterValue> all;
  for (const Parameter& parameter : values.parameters()) {
    all.push_back(values.value(parameter.name));
  }
  return all;
}

}  // namespace

SceneControl::SceneControl(std::shared_ptr<const ImageSharing> images, State& state, bool makes_all_frames)
    : state_{state}, makes_all_frames_{makes_all_frames}, runner_{std::move(images)} {}

void SceneControl::notify(NoticeKind kind, const std::string& text) { state_.notices.notify(kind, text, state_.now); }

const SharedImage* SceneControl::image() const { return running_ ? &runner_.output() : nullptr; }

std::optional<std::uint64_t> SceneControl::drawn_frame() const {
  return drawn_ ? std::optional{drawn_->number} : std::nullopt;
}

bool SceneControl::is_still() const {
  return running_ && running_->scene == state_.scene && drawn_ && !makes_all_frames_ && !state_.pointer.is_pressed &&
         !drawn_->pointer.is_pressed && runner_.is_still(current_settings(state_).values);
}

bool SceneControl::is_resizing() const { return running_ && !has_same_extent(wanted_size_, running_->size); }

void SceneControl::update() {
  stop_loading();
  load_image();
  take_loaded_image();
  if (!is_scene_resting(state_)) {
    if (must_start()) {
      start();
    }
    if (running_ && !state_.has_failed) {
      run();
    }
  }
  if (std::exchange(state_.requests.save_frame, false)) {
    save_frame();
  }
  if (std::exchange(state_.requests.frame_values, false)) {
    show_frame_values();
  }
  if (std::exchange(state_.requests.save_session, false)) {
    save_session();
  }
}

void SceneControl::remember(const std::filesystem::path& file) {
  state_.recent_files.add(file, state_.notices, state_.now);
}

void SceneControl::open_session(const std::filesystem::path& file) {
  try {
    load_session(file, state_);
    remember(file);
  } catch (const FileError& error) {
    notify(NoticeKind::error, error.what());
  }
}

bool SceneControl::take_other_file(const std::filesystem::path& file) {
  // What was typed since the last step is one, which a file may take the place of.
  state_.history.record(state_, true);
  const FileUse use = file_use(state_, file);
  if (use == FileUse::session) {
    open_session(file);
    return true;
  }
  try {
    const bool is_taken = use == FileUse::lab ? open_in_its_lab(state_, file)
                                              : state_.lab && state_.lab_states[*state_.lab]->take_file(file);
    if (is_taken) {
      remember(file);
    }
    return is_taken;
  } catch (const std::exception& error) {
    notify(NoticeKind::error, error.what());
    return true;
  }
}

void SceneControl::load_image() {
  if (!state_.requests.image || loading_.valid()) {
    return;
  }
  const std::filesystem::path file = *std::exchange(state_.requests.image, std::nullopt);
  const bool is_of_session = std::exchange(state_.requests.is_of_session, false);
  const ReadOptions options = std::exchange(state_.requests.reading, {});
  // A session that names a session would have it opened with each frame.
  if (!is_of_session && take_other_file(file)) {
    return;
  }
  const bool has_lab =
      !is_of_session && file_use(state_, file) == FileUse::lab_and_picture && open_in_its_lab(state_, file);
  if (has_lab) {
    remember(file);
  }
  state_.is_loading = true;
  state_.loading_path = file;
  state_.loading_options = options;
  loading_ = std::async(std::launch::async, [path = file, is_of_session, has_lab, options] {
    Loaded loaded{path, nullptr, "", is_of_session, has_lab, options};
    try {
      loaded.image = is_of_session ? load_session_picture(path, options) : load_opened_picture(path, options);
    } catch (const std::exception& error) {
      loaded.error = error.what();
    }
    return loaded;
  });
}

void SceneControl::stop_loading() {
  dropped_.release_finished();
  if (std::exchange(state_.requests.stop_loading, false) && loading_.valid()) {
    dropped_.add(std::move(loading_));
    state_.is_loading = false;
    notify(NoticeKind::information, "No longer reading " + state_.loading_path.filename().string());
  }
}

void SceneControl::take_loaded_image() {
  if (std::exchange(state_.requests.own_picture, false)) {
    previous_image_ = std::exchange(state_.image, std::nullopt);
  }
  if (!is_ready(loading_)) {
    return;
  }
  Loaded loaded = loading_.get();
  state_.is_loading = false;
  if (!loaded.image) {
    // A tensor that no scene works on is shown by its lab, which says what is wrong with one that is damaged.
    if (!loaded.has_lab) {
      notify(NoticeKind::error, loaded.error);
    }
    return;
  }
  previous_image_ = std::exchange(state_.image, LoadedImage{loaded.path, std::move(loaded.image), loaded.reading});
  if (loaded.is_of_session) {
    return;
  }
  remember(loaded.path);
  state_.view.is_fit = true;
  show_opened_picture(state_, previous_image_ ? previous_image_->image.get() : nullptr);
  const std::optional<std::size_t> lab = state_.lab;
  state_.lab.reset();
  choose_scene_for_input(state_);
  state_.lab = loaded.has_lab ? lab : std::nullopt;
}

bool SceneControl::must_start() {
  const FrameSize wanted = wanted_frame_size(state_);
  if (!has_same_extent(wanted, wanted_size_)) {
    wanted_size_ = wanted;
    wanted_since_ = state_.now;
  }
  if (std::exchange(state_.requests.restart, false)) {
    state_.playback.number = 0;
    return true;
  }
  if (!running_) {
    return !state_.has_failed;
  }
  if (running_->scene != state_.scene) {
    return true;
  }
  if (input_for(current_scene(state_), running_->image) != input_of(state_, current_scene(state_))) {
    return true;
  }
  return !has_same_extent(wanted, running_->size) && state_.now - wanted_since_ >= rest_seconds;
}

void SceneControl::start() {
  const FrameSize size = wanted_frame_size(state_);
  const SceneDeclaration& scene = current_scene(state_);
  const std::shared_ptr<const Image> image = shown_image(state_);
  try {
    runner_.start(scene, size.width, size.height, input_for(scene, image));
  } catch (const std::exception& error) {
    notify(NoticeKind::error, error.what());
    undo_start();
    return;
  }
  // Another size, or another picture under the same view, leaves frame numbers as they are, except where frames build
  // on each other.
  if (running_ && running_->scene == state_.scene && scene.has_history) {
    state_.playback.number = 0;
  }
  running_ = {state_.scene, image, size};
  drawn_.reset();
  state_.has_failed = false;
}

void SceneControl::undo_start() {
  if (!running_) {
    state_.has_failed = true;
    return;
  }
  if (current_scene(state_).takes != SceneInput::none && running_->image != shown_image(state_)) {
    if (std::exchange(state_.compared.picture, nullptr)) {
      state_.pictures.comparison = PictureComparison::off;
    } else {
      state_.image = std::exchange(previous_image_, std::nullopt);
    }
  }
  if (running_->scene != state_.scene) {
    state_.scene = running_->scene;
    state_.playback.number = drawn_ ? drawn_->number : 0;
  } else if (!has_same_extent(wanted_size_, running_->size)) {
    // Else the size that failed would be tried again with each frame.
    current_settings(state_).size = {false, running_->size.width, running_->size.height};
  }
}

void SceneControl::run() {
  const ParameterValues& values = current_settings(state_).values;
  Drawn wanted{state_.playback.number, state_.pointer, values_of(values)};
  // A lab that watches the scene shows its work, whatever comes of it: once for each time that the window is drawn,
  // which rests in between.
  if (is_still() && !state_.lab) {
    drawn_->number = wanted.number;
  }
  const bool is_same =
      drawn_ && drawn_->number == wanted.number && drawn_->values == wanted.values &&
      drawn_->pointer.is_pressed == wanted.pointer.is_pressed &&
      (!wanted.pointer.is_pressed || (drawn_->pointer.x == wanted.pointer.x && drawn_->pointer.y == wanted.pointer.y));
  if (is_same) {
    return;
  }
  try {
    times_ = runner_.run_to(wanted.number, values, wanted.pointer);
    drawn_ = std::move(wanted);
  } catch (const std::exception& error) {
    notify(NoticeKind::error, fmt::format("{}  The scene is stopped; R starts it again.", error.what()));
    state_.has_failed = true;
  }
  const SharedImage& image = runner_.output();
  state_.frame_width = image.width();
  state_.frame_height = image.height();
  state_.format = runner_.format();
}

void SceneControl::read_texels(double values_from_zoom) {
  state_.texels = wanted_texels(state_, values_from_zoom);
  TexelPatch& patch = state_.texels;
  if (!running_ || patch.width == 0 || patch.height == 0) {
    patch.width = patch.height = 0;
    return;
  }
  patch.bytes.resize(static_cast<std::size_t>(patch.width) * static_cast<std::size_t>(patch.height) *
                     bytes_per_texel(patch.format));
  try {
    runner_.output().read({patch.x, patch.y, patch.width, patch.height}, patch.bytes);
  } catch (const std::exception& error) {
    patch = {.format = state_.format};
    notify(NoticeKind::error, error.what());
  }
}

void SceneControl::save_frame() {
  try {
    if (!running_) {
      notify(NoticeKind::warning, "There is no frame to save: no scene runs.");
      return;
    }
    const std::string stem = fmt::format("{}-{}", state_.scenes[running_->scene].name, drawn_ ? drawn_->number : 0);
    const std::filesystem::path path = free_name(stem, ".png");
    save_png(path, runner_.read_frame());
    notify(NoticeKind::information, "Saved " + std::filesystem::absolute(path).string());
  } catch (const std::exception& error) {
    notify(NoticeKind::error, error.what());
  }
}

void SceneControl::show_frame_values() {
  try {
    if (!running_) {
      notify(NoticeKind::warning, "There is no frame to look at: no scene runs.");
      return;
    }
    const std::string name =
        fmt::format("{}, frame {}", state_.scenes[running_->scene].title, drawn_ ? drawn_->number : 0);
    open_values(state_, {name, std::make_shared<const Image>(runner_.read_frame()), "", ""});
  } catch (const std::exception& error) {
    notify(NoticeKind::error, error.what());
  }
}

void SceneControl::save_session() {
  try {
    const std::filesystem::path path = free_name("session", ".json");
    app::save_session(path, state_);
    notify(NoticeKind::information, "Saved " + std::filesystem::absolute(path).string());
  } catch (const std::exception& error) {
    notify(NoticeKind::error, error.what());
  }
}

}  // namespace texelscope::app
