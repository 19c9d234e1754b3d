#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/labs/interop/test_pattern.h"
#include "app/lessons/lesson_facts.h"
#include "app/lessons/stream_script.h"
#include "app/text/parameter.h"
#include "texelscope/gpu/gl_context.h"
#include "texelscope/gpu/graphics_resource.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::app {
namespace {

/// The subset of OpenGL that sharing one texture through host memory requires, for machines that may lack OpenGL:
/// GL_TEXTURE_2D of RGBA with 8 bits per channel and one level, with its texels on the host. During its lifetime, it is
/// the current context of the thread that created it; only one may exist at a time.
struct GLModel {
  GLModel() { current = this; }
  ~GLModel() { current = nullptr; }
  GLModel(const GLModel&) = delete;
  GLModel& operator=(const GLModel&) = delete;

  /// Name of the texture.
  static constexpr std::uint32_t name = 1;
  /// GL_TEXTURE_2D.
  static constexpr std::uint32_t target = 0x0DE1;
  static constexpr int width = 16;
  static constexpr int height = 8;
  static thread_local GLModel* current;

  std::vector<std::byte> texels = std::vector<std::byte>(std::size_t{4} * width * height);
  /// Binds to the only target in use.
  std::uint32_t bound = 0;
};

thread_local GLModel* GLModel::current = nullptr;

// Constants from OpenGL's registry.
enum GLName : std::uint32_t {
  texture_binding_2d = 0x8069,
  texture_width = 0x1000,
  texture_height = 0x1001,
  texture_internal_format = 0x1003,
  texture_red_size = 0x805C,
  rgba8 = 0x8058,
  texture_depth = 0x8071,
  major_version = 0x821B,
  minor_version = 0x821C,
};

void get_integer(std::uint32_t what, int* value) {
  *value = GLModel::current == nullptr  ? 0
           : what == major_version      ? 4
           : what == minor_version      ? 5
           : what == texture_binding_2d ? static_cast<int>(GLModel::current->bound)
                                        : 0;
}
void bind_texture(std::uint32_t, std::uint32_t name) { GLModel::current->bound = name; }
std::uint32_t get_error() { return 0; }
void pixel_store(std::uint32_t, int) {}
std::uint8_t is_texture(std::uint32_t name) { return name == GLModel::name ? 1 : 0; }

const std::uint8_t* get_string(std::uint32_t) { return reinterpret_cast<const std::uint8_t*>("4.5"); }

void get_texture(std::uint32_t, std::uint32_t, int* target) { *target = static_cast<int>(GLModel::target); }

void get_level(std::uint32_t, int level, std::uint32_t what, int* value) {
  *value = level > 0                         ? 0
           : what == texture_internal_format ? static_cast<int>(rgba8)
           : what == texture_width           ? GLModel::width
           : what == texture_height          ? GLModel::height
           : what == texture_depth           ? 1
           : what == texture_red_size        ? 8
                                             : 0;
}

void get_texels(std::uint32_t, int, std::uint32_t, std::uint32_t, void* texels) {
  std::ranges::copy(GLModel::current->texels, static_cast<std::byte*>(texels));
}

void set_texels(std::uint32_t, int, int, int, int width, int height, std::uint32_t, std::uint32_t, const void* texels) {
  std::copy_n(static_cast<const std::byte*>(texels), std::size_t{4} * width * height, GLModel::current->texels.begin());
}

/// A placeholder for functions for buffers, renderbuffers and textures with more than two coordinates.
void is_not_called() {}

struct GLFunction {
  std::string_view name;
  void* function;
};

/// For GLContext::from_current().
gpu::GLLoader model_loader() {
  return [](const char* name) {
    const std::array functions{
        GLFunction{"glGetIntegerv", reinterpret_cast<void*>(&get_integer)},
        GLFunction{"glGetError", reinterpret_cast<void*>(&get_error)},
        GLFunction{"glPixelStorei", reinterpret_cast<void*>(&pixel_store)},
        GLFunction{"glBindTexture", reinterpret_cast<void*>(&bind_texture)},
        GLFunction{"glIsTexture", reinterpret_cast<void*>(&is_texture)},
        GLFunction{"glGetTextureParameteriv", reinterpret_cast<void*>(&get_texture)},
        GLFunction{"glGetString", reinterpret_cast<void*>(&get_string)},
        GLFunction{"glGetTexLevelParameteriv", reinterpret_cast<void*>(&get_level)},
        GLFunction{"glGetTexImage", reinterpret_cast<void*>(&get_texels)},
        GLFunction{"glTexSubImage2D", reinterpret_cast<void*>(&set_texels)},
    };
    const auto* const found = std::ranges::find(functions, std::string_view{name}, &GLFunction::name);
    return found != functions.end() ? found->function : reinterpret_cast<void*>(&is_not_called);
  };
}

constexpr std::uint32_t frame = 1;
constexpr std::size_t texel_bytes = 4;
/// A lesson may request more bytes than the image has, but no unlimited amount of memory.
constexpr std::uint64_t max_copied_bytes = 1 << 20;

constexpr std::array image_operations{StreamOperation{"register"},   StreamOperation{"register_for_reading"},
                                      StreamOperation{"map", 1},     StreamOperation{"unmap", 1},
                                      StreamOperation{"close"},      StreamOperation{"array"},
                                      StreamOperation{"pointer"},    StreamOperation{"texture"},
                                      StreamOperation{"surface"},    StreamOperation{"write", 1},
                                      StreamOperation{"copy_out"},   StreamOperation{"is_seen"},
                                      StreamOperation{"seen_texels"}};

/// A texture of a modeled OpenGL, registered, mapped and written, on its own stream unless a different one is named.
class ImageScript {
 public:
  ImageScript(const gpu::Device& device, std::span<const ScriptLine> lines, ComputationDeadline deadline)
      : streams_{device, lines, deadline, image_operations},
        stream_{device.create_stream()},
        context_{gpu::GLContext::from_current(device, model_loader(), gpu::InteropChoice::through_host)} {}
  /// Kernels that may still write to the members below finish first.
  ~ImageScript() { streams_.finish(); }
  ImageScript(const ImageScript&) = delete;
  ImageScript& operator=(const ImageScript&) = delete;

  std::string perform(const ScriptLine& line) {
    const std::string& operation = word_of(line, 0);
    if (operation == "register") {
      resource_ = gpu::GraphicsResource::from_gl_image(context_, GLModel::name, GLModel::target,
                                                       gpu::GraphicsFlags::surface_load_store);
    } else if (operation == "register_for_reading") {
      resource_ =
          gpu::GraphicsResource::from_gl_image(context_, GLModel::name, GLModel::target, gpu::GraphicsFlags::read_only);
    } else if (operation == "map") {
      mapping_ = required(resource_, "register it first").map(stream_of(line));
    } else if (operation == "unmap") {
      auto& resource = required(resource_, "register it first");
      line.size() > 1 ? resource.unmap(streams_.stream_of(line, 1)) : resource.unmap();
    } else if (operation == "close") {
      required(resource_, "register it first").close();
    } else if (operation == "pointer") {
      return fmt::format("{:#x}", required(mapping_, "map it first").buffer().handle().value);
    } else if (operation == "array") {
      array_ = required(mapping_, "map it first").array();
    } else {
      return perform_on_array(line);
    }
    return "";
  }

 private:
  std::string perform_on_array(const ScriptLine& line) {
    const std::string& operation = word_of(line, 0);
    if (operation == "texture") {
      texture_ = gpu::TextureObject::from_array(required(array_, "get the array first"), {});
    } else if (operation == "surface") {
      surface_ = gpu::SurfaceObject::from_array(required(array_, "get the array first"));
    } else if (operation == "write") {
      write_test_pattern(required(surface_, "create a surface first"), frame, stream_of(line));
    } else if (operation == "copy_out") {
      const std::uint64_t size = number_of(line, 1);
      if (size > max_copied_bytes) {
        throw ParameterError(fmt::format("copy_out would copy {} bytes; use at most {}", size, max_copied_bytes));
      }
      std::vector<std::byte> memory(size);
      required(array_, "get the array first").copy_to(memory, stream_);
      stream_.synchronize();
    } else if (operation == "synchronize" && line.size() == 1) {
      stream_.synchronize();
    } else if (operation == "is_seen") {
      return yes_or_no(seen_texels() == GLModel::width * GLModel::height);
    } else if (operation == "seen_texels") {
      return fmt::format("{}", seen_texels());
    } else if (auto said = streams_.perform(line)) {
      return std::move(*said);
    } else {
      refuse_operation(line, StreamScript::names(image_operations));
    }
    return "";
  }

  /// Number of texels of the test pattern that OpenGL sees.
  [[nodiscard]] int seen_texels() const {
    const std::vector<std::byte> written = test_pattern(GLModel::width, GLModel::height, frame);
    int count = 0;
    for (std::size_t at = 0; at < written.size(); at += texel_bytes) {
      count += std::equal(&written[at], &written[at] + texel_bytes, &model_.texels[at]) ? 1 : 0;
    }
    return count;
  }

  [[nodiscard]] const gpu::Stream& stream_of(const ScriptLine& line) {
    return line.size() > 1 ? streams_.stream_of(line, 1) : stream_;
  }

  template <class Value>
  static Value& required(std::optional<Value>& value, const char* advice) {
    if (!value) {
      throw ParameterError(fmt::format("an object is missing; {}", advice));
    }
    return *value;
  }

  GLModel model_;
  StreamScript streams_;
  gpu::Stream stream_;
  gpu::GLContext context_;
  std::optional<gpu::GraphicsResource> resource_;
  std::optional<gpu::Mapping> mapping_;
  std::optional<gpu::CUDAArray> array_;
  std::optional<gpu::TextureObject> texture_;
  std::optional<gpu::SurfaceObject> surface_;
};

}  // namespace

LessonFacts image_facts(const nlohmann::json& json, const gpu::Device& device, ComputationDeadline deadline) {
  const std::vector<ScriptLine> lines = script_lines(json);
  ImageScript script{device, lines, deadline};
  LessonFacts facts = script_facts(lines, deadline, [&](const ScriptLine& line) { return script.perform(line); });
  facts["size_bytes"] = fmt::format("{}", test_pattern(GLModel::width, GLModel::height, frame).size());
  return facts;
}

}  // namespace texelscope::app
