#include "app/lessons/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "app/labs/interop/test_pattern.h"
#include "app/lessons/gl_model.h"
#include "app/lessons/lesson_script.h"
#include "app/text/parameter.h"
#include "texelscope/gpu/graphics_resource.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::app {
namespace {

constexpr int width = 16;
constexpr int height = 8;
constexpr std::uint32_t frame = 1;

/// A texture of a modelled OpenGL, registered, mapped and written.
class ImageScript {
 public:
  explicit ImageScript(const gpu::Device& device)
      : stream_{device.create_stream()},
        context_{gpu::GLContext::from_current(device, GLModel::loader(), gpu::InteropChoice::through_host)} {}

  std::string perform(const ScriptLine& line) {
    const std::string& operation = word_of(line, 0);
    if (operation == "register") {
      resource_ = gpu::GraphicsResource::from_gl_image(context_, GLModel::name, GLModel::target,
                                                       gpu::GraphicsFlags::surface_load_store);
    } else if (operation == "register_for_reading") {
      resource_ =
          gpu::GraphicsResource::from_gl_image(context_, GLModel::name, GLModel::target, gpu::GraphicsFlags::read_only);
    } else if (operation == "map") {
      mapping_ = required(resource_, "register it first").map(stream_);
    } else if (operation == "unmap") {
      required(resource_, "register it first").unmap();
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
      texture_ = gpu::TextureObject::from_array(required(array_, "ask for it first"), {});
    } else if (operation == "surface") {
      surface_ = gpu::SurfaceObject::from_array(required(array_, "ask for it first"));
    } else if (operation == "write") {
      write_test_pattern(required(surface_, "make a surface first"), frame, stream_);
    } else if (operation == "copy_out") {
      std::vector<std::byte> memory(number_of(line, 1));
      required(array_, "ask for it first").copy_to(memory, stream_);
      stream_.synchronize();
    } else if (operation == "is_seen") {
      return model_.texels == test_pattern(width, height, frame) ? "yes" : "no";
    } else {
      refuse_operation(line, {"register", "register_for_reading", "map", "unmap", "close", "pointer", "array",
                              "texture", "surface", "write", "copy_out", "is_seen"});
    }
    return "";
  }

  template <class Value>
  static Value& required(std::optional<Value>& value, const char* advice) {
    if (!value) {
      throw ParameterError(fmt::format("there is nothing to do this with; {}", advice));
    }
    return *value;
  }

  GLModel model_{width, height};
  gpu::Stream stream_;
  gpu::GLContext context_;
  std::optional<gpu::GraphicsResource> resource_;
  std::optional<gpu::Mapping> mapping_;
  std::optional<gpu::CUDAArray> array_;
  std::optional<gpu::TextureObject> texture_;
  std::optional<gpu::SurfaceObject> surface_;
};

}  // namespace

LessonFacts image_facts(const std::string& arguments, const gpu::Device& device) {
  ImageScript script{device};
  LessonFacts facts =
      script_facts(script_lines(arguments), [&](const ScriptLine& line) { return script.perform(line); });
  facts["size_bytes"] = fmt::format("{}", test_pattern(width, height, frame).size());
  return facts;
}

}  // namespace texelscope::app
