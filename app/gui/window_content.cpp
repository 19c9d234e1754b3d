#include "app/gui/window_content.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/compare/review/review.h"
#include "app/lessons/course_choice.h"
#include "app/lessons/panel/course.h"
#include "app/window/panels/panel.h"
#include "app/window/panels/printed_texels.h"
#include "app/window/review/panel/review_grid.h"
#include "app/window/review/review_actions.h"
#include "app/workspace/open.h"
#include "render/common/error.h"

namespace texelscope::app {

WindowContent::WindowContent(std::shared_ptr<const ImageSharing> images, State& state, TextureMaker make_texture,
                             FramePace pace, const ListeningPlaces& listening)
    : state_{state},
      pictures_{state},
      sources_{state, listening},
      scenes_{images, state, pace},
      accesses_{state},
      thumbnails_{std::move(images)},
      panel_textures_{std::move(make_texture)} {}

void WindowContent::draw(std::span<const Action> actions, const Theme& theme, float width, float height,
                         float pixels_per_unit) {
  take_read_picture(state_);
  sources_.update();
  pictures_.update();
  // The readout of what was read and compared may need more rows, and no frame may follow.
  regions_ = regions_of(state_, width, height, theme);
  const auto pixels = [&](float extent) {
    return std::max(1.0, std::round(static_cast<double>(extent * pixels_per_unit)));
  };
  state_.viewport.width = pixels(regions_.viewport.width);
  state_.viewport.height = pixels(regions_.viewport.height);

  // Before the frame, so that a new pair never appears elsewhere, and after the first frame of all.
  show_first_cluster(state_);
  scenes_.update();
  show_first_cluster(state_);
  accesses_.update({scenes_.drawn_frame(), scenes_.is_in_flight(),
                    scenes_.image() == nullptr ? std::function<Image()>{} : [this] { return scenes_.read_frame(); }});
  saving_.update(state_, scenes_);
  recording_.update(state_, scenes_);
  thumbnails_.update(state_);
  if (state_.review.pairs) {
    state_.review.pairs->update_places();
  }
  settle(state_.viewport.view, view_extent(state_));
  if (!state_.labs.is_any_open()) {
    scenes_.read_texels(values_from_zoom(theme, view_extent(state_)));
  }
  panel_textures_.update(state_);
  watch_course(state_);
  const PanelContext context{state_, actions, theme, regions_, &draw_course};
  draw_panels(context);
  draw_review_grid(context);
  lacks_letters_ = theme.lacks_letters();
  settle(state_.viewport.view, view_extent(state_));
}

bool WindowContent::is_settling() const {
  return pictures_.is_busy() || sources_.is_busy() || saving_.is_busy() || lacks_letters_ ||
         (state_.labs.is_any_open() && open_lab(state_.labs)->is_settling()) || thumbnails_.is_settling(state_) ||
         (state_.review.pairs && state_.review.pairs->places().is_busy());
}

bool WindowContent::is_busy() const {
  return thumbnails_.is_busy() || lacks_letters_ || (state_.review.pairs && state_.review.pairs->places().is_busy()) ||
         (state_.work.recording.is_running && !state_.scenes.playback.is_paused);
}

const SharedImage* WindowContent::image() const { return state_.labs.is_any_open() ? nullptr : scenes_.image(); }

render::ViewportView WindowContent::view(float pixels_per_unit, int framebuffer_height) const {
  const Rect& region = regions_.viewport;
  render::ViewportView view;
  const int top = static_cast<int>(std::round(region.y * pixels_per_unit));
  view.target = {static_cast<int>(std::round(region.x * pixels_per_unit)),
                 framebuffer_height - top - static_cast<int>(state_.viewport.height),
                 static_cast<int>(state_.viewport.width), static_cast<int>(state_.viewport.height)};
  view.zoom = static_cast<float>(state_.viewport.view.zoom);
  view.center_x = static_cast<float>(state_.viewport.view.center.x);
  view.center_y = static_cast<float>(state_.viewport.view.center.y);
  view.exposure = viewport_exposure(state_);
  view.is_encoded = state_.frame.format == FrameFormat::rgba32f_encoded;
  view.is_premultiplied = state_.frame.is_premultiplied;
  view.has_grid = state_.viewport.has_grid;
  const ImVec4& canvas = color::canvas;
  std::copy_n(&canvas.x, 3, view.background);
  return view;
}

void PanelTextures::update(State& state) {
  for (auto& [name, picture] : state.drawn.images) {
    Shown& shown = shown_[name];
    // A texture's filter cannot change after its creation.
    if (shown.is_smooth != picture.is_smooth) {
      shown = {.is_smooth = picture.is_smooth};
    }
    if (shown.image == picture.image) {
      continue;
    }
    shown.image = picture.image;
    picture.texture = nullptr;
    if (picture.image == nullptr) {
      shown.texture.reset();
      continue;
    }
    try {
      const int width = picture.image->width;
      const int height = picture.image->height;
      if (!shown.texture || shown.width != width || shown.height != height) {
        shown.texture.reset();
        shown.texture = make_(width, height, picture.is_smooth);
        shown.width = width;
        shown.height = height;
      }
      ++changes_;
      shown.texture->upload(*picture.image);
      picture.texture = shown.texture->name();
    } catch (const render::Error& error) {
      state.notices.notify(NoticeKind::error, error.what(), state.now);
    }
  }
}

}  // namespace texelscope::app
