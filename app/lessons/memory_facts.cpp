#include "app/lessons/lesson_facts.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/labs/surface/surface_lab.h"
#include "app/text/parameter.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/resource_descriptor.h"

namespace texelscope::app {
namespace {

using Json = nlohmann::json;

/// The texels changed by the last stroke: their number, and the first one's position and first channel.
LessonFacts facts_of_change(const LevelTexels& texels, const SurfaceInput& input) {
  LessonFacts facts{{"changed_texels", fmt::format("{}", texels.changed_texels())}, {"first_changed", "none"}};
  for (int texel = 0; texel < texels.width * texels.height; ++texel) {
    const int x = texel % texels.width;
    const int y = texel / texels.width;
    if (texels.is_changed(x, y)) {
      facts["first_changed"] = fmt::format("({}, {})", x, y);
      facts["stored"] = channel_text(texels.now.data() + texels.offset(x, y), input.format);
      break;
    }
  }
  return facts;
}

}  // namespace

LessonFacts surface_facts(const Json& json, const gpu::Device& device, ComputationDeadline /*deadline*/) {
  SurfaceLab lab;
  for (const auto& [name, value] : json.items()) {
    lab.set(name, value.get<std::string>());
  }
  lab.update();
  if (!lab.stroke()) {
    throw ParameterError(lab.brush_error());
  }
  const SurfaceStroke& stroke = *lab.stroke();
  const gpu::ArrayDescriptor surface = lab.level_descriptor();
  const StrokeFacts writes = facts_of(stroke, surface);
  const bool ends = ends_context(writes, stroke.boundary);
  const auto element_size = static_cast<std::int64_t>(surface.element_size());
  LessonFacts facts{{"element_size", fmt::format("{}", element_size)},
                    {"row_bytes", fmt::format("{}", surface.shape.width() * surface.element_size())},
                    {"x_bytes", fmt::format("{}", byte_x(stroke, 0, element_size))},
                    {"writes", fmt::format("{}", writes.writes)},
                    {"outside", fmt::format("{}", writes.outside)},
                    {"misaligned", fmt::format("{}", writes.misaligned)},
                    {"ends_context", ends ? "yes" : "no"},
                    {"warning", warning_about(stroke, surface)},
                    {"code", code_of(stroke)}};
  // A write that would destroy the context is not performed, because that is the window's context.
  if (!ends) {
    lab.run();
    lab.advance(device);
    if (!lab.error().empty()) {
      throw gpu::InvalidState(lab.error());
    }
    facts.merge(facts_of_change(*lab.chosen(), lab.input));
  }
  return facts;
}

LessonFacts pitch_facts(const Json& json, const gpu::Device& device, ComputationDeadline /*deadline*/) {
  require_known(json, {"width", "height", "pitch"});
  const auto width = json.at("width").get<std::uint64_t>();
  const auto height = json.value("height", std::uint64_t{1});
  const gpu::DataType format = gpu::DataType::float32;
  const std::size_t row = width * gpu::size_bytes(format);
  const std::size_t alignment = device.properties().texture_pitch_alignment;
  const std::size_t pitch = (row + alignment - 1) / alignment * alignment;
  LessonFacts facts{{"row_bytes", fmt::format("{}", row)},
                    {"alignment", fmt::format("{}", alignment)},
                    {"pitch", fmt::format("{}", pitch)},
                    {"padding", fmt::format("{}", pitch - row)},
                    {"reason", ""}};
  const gpu::Buffer memory = device.allocate(pitch * height, device.create_stream());
  static_cast<void>(gpu::ResourceDescriptor::from_pitch_2d(memory, format, 1, {width, height, pitch}));
  try {
    static_cast<void>(
        gpu::ResourceDescriptor::from_pitch_2d(memory, format, 1, {width, height, json.value("pitch", row)}));
  } catch (const gpu::InvalidArgument& error) {
    facts["reason"] = error.what();
  }
  return facts;
}

}  // namespace texelscope::app
