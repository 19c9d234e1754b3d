#include "app/gui/panel_textures.h"

#include "render/common/error.h"

namespace texelscope::app {

void PanelTextures::update(State& state) {
  for (auto& [name, picture] : state.panel_images) {
    Shown& shown = shown_[name];
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
      shown.texture->upload(*picture.image);
      picture.texture = shown.texture->name();
    } catch (const render::Error& error) {
      state.notices.notify(NoticeKind::error, error.what(), state.now);
    }
  }
}

}  // namespace texelscope::app
