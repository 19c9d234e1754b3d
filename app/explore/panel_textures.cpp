#include "app/explore/panel_textures.h"

#include <cstdint>

#include "render/common/error.h"

namespace texelscope::app {

void PanelTextures::update(State& state) {
  for (auto& [name, picture] : state.pictures) {
    Shown& shown = shown_[name];
    if (shown.image == picture.image) {
      continue;
    }
    shown.image = picture.image;
    picture.texture = nullptr;
    if (picture.image == nullptr) {
      shown.texture = {};
      continue;
    }
    try {
      if (shown.texture.width() != picture.image->width || shown.texture.height() != picture.image->height) {
        shown.texture = render::gl::Texture(render::PixelFormat::rgba8, picture.image->width, picture.image->height);
        shown.texture.set_smooth(picture.is_smooth);
      }
      shown.texture.upload(picture.image->pixels);
      // ImGui's name of a texture is GL's in a pointer.
      picture.texture = reinterpret_cast<void*>(static_cast<std::uintptr_t>(shown.texture.name()));
    } catch (const render::Error& error) {
      state.notices.say(NoticeKind::error, error.what(), state.now);
    }
  }
}

}  // namespace texelscope::app
