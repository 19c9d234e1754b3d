#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "render/vulkan/draw/render_target.h"

namespace texelscope::render::vulkan {

/// The blending of the drawing with the target.
enum class Blend : unsigned char {
  replace,
  /// Blends with the color's alpha (straight alpha).
  over,
  /// Adds all channels, up to 1.
  add,
};

struct PipelineDescription {
  /// Names for shader_code().
  std::string_view vertex_shader;
  std::string_view fragment_shader;
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  Blend blend = Blend::replace;
  /// Bytes of a vertex, and its attributes by location; none for shaders that compute each vertex from its index.
  std::uint32_t vertex_bytes = 0;
  std::span<const VkVertexInputAttributeDescription> attributes;
  /// Visible to both stages.
  std::uint32_t constant_bytes = 0;
  /// Whether the fragment shader reads an image, as set 0.
  bool has_image = true;
  /// The fragment shader's constant 0.
  std::optional<std::int32_t> specialization;
};

/// A graphics pipeline for targets of a render pass. Viewport and scissor are set while drawing.
class Pipeline {
 public:
  /// @throws Error.
  Pipeline(std::shared_ptr<ContextState> context, const RenderPass& pass, const PipelineDescription& description);
  /// Work that draws with it must have finished.
  ~Pipeline();
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  /// Binds the pipeline, and the image that it reads, if any.
  void bind(VkCommandBuffer commands, VkDescriptorSet image) const;
  void set_constants(VkCommandBuffer commands, std::span<const std::byte> constants) const;

 private:
  void close() noexcept;

  std::shared_ptr<ContextState> context_;
  VkPipelineLayout layout_ = VK_NULL_HANDLE;
  VkPipeline handle_ = VK_NULL_HANDLE;
};

}  // namespace texelscope::render::vulkan
