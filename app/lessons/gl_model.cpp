#include "app/lessons/gl_model.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace texelscope::app {
namespace {

// Numbers of OpenGL's registry.
enum GLName : std::uint32_t {
  texture_width = 0x1000,
  texture_height = 0x1001,
  texture_internal_format = 0x1003,
  texture_target = 0x1006,
  texture_red_size = 0x805C,
  rgba8 = 0x8058,
  texture_depth = 0x8071,
  major_version = 0x821B,
  minor_version = 0x821C,
  immutable_levels = 0x82DF,
  immutable_format = 0x912F,
};

thread_local GLModel* current = nullptr;

std::size_t size_of(int width, int height) {
  return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4;
}

void get_integer(std::uint32_t what, int* value) {
  *value = current == nullptr ? 0 : what == major_version ? 4 : what == minor_version ? 5 : 0;
}
std::uint32_t get_error() { return 0; }
void pixel_store(std::uint32_t, int) {}
std::uint8_t is_texture(std::uint32_t name) { return name == GLModel::name ? 1 : 0; }

void get_texture(std::uint32_t, std::uint32_t what, int* value) {
  *value = what == texture_target ? static_cast<int>(GLModel::target)
                                  : static_cast<int>(what == immutable_format || what == immutable_levels);
}

void get_level(std::uint32_t, int, std::uint32_t what, int* value) {
  *value = what == texture_internal_format ? static_cast<int>(rgba8)
           : what == texture_width         ? current->width
           : what == texture_height        ? current->height
           : what == texture_depth         ? 1
           : what == texture_red_size      ? 8
                                           : 0;
}

void get_texels(std::uint32_t, int, int, int, int, int width, int height, int, std::uint32_t, std::uint32_t, int,
                void* texels) {
  std::copy_n(current->texels.begin(), size_of(width, height), static_cast<std::byte*>(texels));
}

void set_texels(std::uint32_t, int, int, int, int width, int height, std::uint32_t, std::uint32_t, const void* texels) {
  std::copy_n(static_cast<const std::byte*>(texels), size_of(width, height), current->texels.begin());
}

/// In the place of functions for buffers, renderbuffers and textures with more than two coordinates.
void is_not_called() {}

struct GLFunction {
  std::string_view name;
  void* function;
};

}  // namespace

GLModel::GLModel(int texture_width, int texture_height)
    : width{texture_width}, height{texture_height}, texels(size_of(texture_width, texture_height)) {
  current = this;
}

GLModel::~GLModel() { current = nullptr; }

gpu::GLLoader GLModel::loader() {
  return [](const char* name) {
    const std::array functions{
        GLFunction{"glGetIntegerv", reinterpret_cast<void*>(&get_integer)},
        GLFunction{"glGetError", reinterpret_cast<void*>(&get_error)},
        GLFunction{"glPixelStorei", reinterpret_cast<void*>(&pixel_store)},
        GLFunction{"glIsTexture", reinterpret_cast<void*>(&is_texture)},
        GLFunction{"glGetTextureParameteriv", reinterpret_cast<void*>(&get_texture)},
        GLFunction{"glGetTextureLevelParameteriv", reinterpret_cast<void*>(&get_level)},
        GLFunction{"glGetTextureSubImage", reinterpret_cast<void*>(&get_texels)},
        GLFunction{"glTextureSubImage2D", reinterpret_cast<void*>(&set_texels)},
    };
    const auto* const found = std::ranges::find(functions, std::string_view{name}, &GLFunction::name);
    return found != functions.end() ? found->function : reinterpret_cast<void*>(&is_not_called);
  };
}

}  // namespace texelscope::app
