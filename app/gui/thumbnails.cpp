#include "app/gui/thumbnails.h"

#include <algorithm>
#include <chrono>
#include <exception>

#include "app/images/image_convert.h"
#include "app/workspace/gallery.h"

namespace texelscope::app {
namespace {

using Clock = std::chrono::steady_clock;

/// Time budget in each frame of the window, so that it stays responsive.
constexpr std::chrono::milliseconds time_limit{8};

void show(State& state, std::size_t scene, const FrameRunner& runner) {
  PanelImage& picture = state.drawn.images[thumbnail_name(state.scenes.all[scene])];
  picture.image = std::make_shared<const Image>(opaque_image(with_8_bits(runner.read_frame())));
}

}  // namespace

void Thumbnails::update(State& state) {
  is_busy_ = false;
  if (!state.gallery.is_shown) {
    if (runner_) {
      runner_.reset();
      scene_.reset();
      for (const SceneDeclaration& scene : state.scenes.all) {
        if (const auto picture = state.drawn.images.find(thumbnail_name(scene)); picture != state.drawn.images.end()) {
          picture->second.image.reset();
        }
      }
    }
    return;
  }
  if (!runner_) {
    runner_ = std::make_unique<FrameRunner>(images_);
    is_done_.assign(state.scenes.all.size(), false);
    state.gallery.errors.assign(state.scenes.all.size(), "");
  }
  try {
    const std::optional<std::size_t> next = next_scene(state);
    if (next != scene_) {
      scene_.reset();
      if (next) {
        begin(state, *next);
      }
    }
    if (scene_) {
      go_on(state);
    }
  } catch (const std::exception& error) {
    // begin() names the scene before anything in it can fail.
    const std::size_t failed = scene_.value_or(0);
    state.gallery.errors[failed] = error.what();
    is_done_[failed] = true;
    scene_.reset();
  }
  is_busy_ = is_busy_ || next_scene(state).has_value();
}

std::optional<std::size_t> Thumbnails::next_scene(const State& state) const {
  if (scene_ && !is_done_[*scene_]) {
    return scene_;
  }
  // All still thumbnails are created before any animated thumbnail.
  for (const std::size_t scene : state.gallery.visible) {
    if (!is_done_[scene]) {
      return scene;
    }
  }
  if (state.gallery.hovered && state.gallery.errors[*state.gallery.hovered].empty()) {
    return state.gallery.hovered;
  }
  for (std::size_t scene = 0; scene < is_done_.size(); ++scene) {
    if (!is_done_[scene]) {
      return scene;
    }
  }
  return std::nullopt;
}

bool Thumbnails::is_settling(const State& state) const {
  return state.gallery.is_shown && std::ranges::any_of(state.gallery.visible, [&](std::size_t scene) {
           return scene >= is_done_.size() || !is_done_[scene];
         });
}

void Thumbnails::begin(State& state, std::size_t scene) {
  scene_ = scene;
  is_moving_ = is_done_[scene];
  moves_since_ = state.now;
  const SceneDeclaration& declaration = state.scenes.all[scene];
  // A scene with history restarts; others continue from the current frame.
  frame_ = declaration.has_history ? 0 : declaration.default_frame;
  runner_->start(declaration, thumbnail_width, thumbnail_height, input_of(state, declaration));
}

void Thumbnails::go_on(State& state) {
  const SceneDeclaration& declaration = state.scenes.all[*scene_];
  const ParameterValues& values = state.scenes.settings[*scene_].values;
  const auto start = Clock::now();
  if (is_moving_) {
    const std::uint64_t first = declaration.has_history ? 0 : declaration.default_frame;
    const auto due = first + static_cast<std::uint64_t>(std::max(0.0, (state.now - moves_since_) * 60));
    if (due < frame_) {
      return;
    }
    // A scene with history may fall behind; others jump to the frame for the current time.
    frame_ = declaration.has_history ? frame_ : due;
  }
  const std::uint64_t last = is_moving_ ? frame_ : declaration.default_frame;
  do {
    runner_->run_to(frame_, values, {});
    ++frame_;
  } while (frame_ <= last && Clock::now() - start < time_limit);
  show(state, *scene_, *runner_);
  if (!is_moving_ && frame_ > last) {
    is_done_[*scene_] = true;
    scene_.reset();
  }
}

}  // namespace texelscope::app
