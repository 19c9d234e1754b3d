#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "app/gui/accesses/access_control.h"
#include "app/gui/file_saving.h"
#include "app/gui/picture_control.h"
#include "app/gui/scene_control.h"
#include "app/gui/scene_recording.h"
#include "app/gui/screen/screen.h"
#include "app/gui/sources/source_control.h"
#include "app/gui/thumbnails.h"
#include "app/window/action.h"
#include "app/window/explore_options.h"
#include "app/window/panels/regions.h"
#include "app/window/panels/theme.h"
#include "app/workspace/state.h"
#include "render/common/viewport_view.h"

namespace texelscope::app {

/// Creates a texture of this size, filtered or not. @throws render::Error.
using TextureMaker = std::function<std::unique_ptr<ScreenTexture>(int width, int height, bool is_smooth)>;

/// Creates textures of the bitmaps that panels show.
class PanelTextures {
 public:
  explicit PanelTextures(TextureMaker make) : make_{std::move(make)} {}

  /// Uploads changes since the last call. An error of the renderer becomes a notice.
  void update(State& state);
  /// Number of uploads so far.
  [[nodiscard]] std::uint64_t changes() const noexcept { return changes_; }

 private:
  struct Shown {
    std::shared_ptr<const Image> image{};
    std::unique_ptr<ScreenTexture> texture{};
    int width = 0;
    int height = 0;
    bool is_smooth = true;
  };

  TextureMaker make_;
  std::map<std::string, Shown> shown_;
  std::uint64_t changes_ = 0;
};

/// The contents of any window for a state: the scene's frame, the gallery's thumbnails, the panels.
class WindowContent {
 public:
  WindowContent(std::shared_ptr<const ImageSharing> images, State& state, TextureMaker make_texture, FramePace pace,
                const ListeningPlaces& listening);

  /// Produces what the state requests and draws the panels, between ImGui::NewFrame and ImGui::Render. The window's
  /// size is in its own units, each of `pixels_per_unit` pixels.
  void draw(std::span<const Action> actions, const Theme& theme, float width, float height, float pixels_per_unit);
  /// Whether any of the visible content is still incomplete.
  [[nodiscard]] bool is_settling() const;
  /// Whether there is more work to do even if no events arrive.
  [[nodiscard]] bool is_busy() const;
  /// Whether a program has sent something that is not shown yet.
  [[nodiscard]] bool has_news() const { return sources_.has_news(); }
  /// Completes the files of a recording; call before the session is saved for the last time.
  void finish() {
    recording_.finish(state_);
    sources_.take_range_back();
  }

  [[nodiscard]] const SceneControl& scenes() const noexcept { return scenes_; }
  /// Whether the shown picture's file must be reloaded or a folder has changed; see PictureControl.
  [[nodiscard]] bool has_changed_files() { return pictures_.has_changed_files(); }
  /// Whether a thumbnail is pending; see PictureControl.
  [[nodiscard]] bool has_thumbnail_to_show() const { return pictures_.has_thumbnail_to_show(); }
  /// The image below the panels; null for none.
  [[nodiscard]] const SharedImage* image() const;
  /// Number of uploads to the panels' textures so far.
  [[nodiscard]] std::uint64_t texture_changes() const noexcept { return panel_textures_.changes(); }
  /// The view of image() in a framebuffer of this height.
  [[nodiscard]] render::ViewportView view(float pixels_per_unit, int framebuffer_height) const;

 private:
  State& state_;
  PictureControl pictures_;
  SourceControl sources_;
  SceneControl scenes_;
  AccessControl accesses_;
  FileSaving saving_;
  SceneRecording recording_;
  Thumbnails thumbnails_;
  PanelTextures panel_textures_;
  Regions regions_;
  /// Whether the last frame drew letters that only the fonts of the next one contain.
  bool lacks_letters_ = false;
};

}  // namespace texelscope::app
