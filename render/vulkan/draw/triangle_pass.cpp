#include "render/vulkan/draw/triangle_pass.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "render/vulkan/context/host_buffer.h"
#include "render/vulkan/draw/drawing_state.h"
#include "render/vulkan/draw/pipeline.h"
#include "render/vulkan/image/texture_state.h"

namespace texelscope::render::vulkan {
namespace {

constexpr std::array<VkVertexInputAttributeDescription, 3> triangle_attributes{
    {{.location = 0, .format = VK_FORMAT_R32G32_SFLOAT, .offset = offsetof(TriangleVertex, x)},
     {.location = 1, .format = VK_FORMAT_R32G32_SFLOAT, .offset = offsetof(TriangleVertex, u)},
     {.location = 2, .format = VK_FORMAT_R8G8B8A8_UNORM, .offset = offsetof(TriangleVertex, color)}}};

/// The conversion from units to clip space in shaders/vulkan/triangles.vert.
struct Placement {
  float scale[2];
  float offset[2];
};

/// The vertices and then the indices of one drawing.
struct Geometry {
  std::shared_ptr<HostBuffer> buffer;
  std::shared_ptr<std::uint64_t> last_use = std::make_shared<std::uint64_t>(0);
};

}  // namespace

struct TrianglePass::State {
  State(const std::shared_ptr<ContextState>& of, ColorFormat format)
      : context{of},
        pass{of, format, VK_IMAGE_LAYOUT_GENERAL},
        pipeline{of,
                 pass,
                 {.vertex_shader = "triangles.vert",
                  .fragment_shader = "triangles.frag",
                  .blend = Blend::over,
                  .vertex_bytes = sizeof(TriangleVertex),
                  .attributes = triangle_attributes,
                  .constant_bytes = sizeof(Placement)}} {}
  ~State() { context->wait_for_all_at_the_end(); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  /// A buffer that no drawing in flight reads.
  Geometry& free_geometry(std::size_t size_bytes) {
    auto found = std::ranges::find_if(geometries, [&](const Geometry& one) { return context->is_done(*one.last_use); });
    if (found == geometries.end()) {
      geometries.emplace_back();
      found = geometries.end() - 1;
    }
    if (found->buffer == nullptr || found->buffer->bytes().size() < size_bytes) {
      // Extra capacity, so that a growing list does not allocate a buffer in every frame.
      found->buffer = std::make_shared<HostBuffer>(
          context, size_bytes + size_bytes / 2, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    }
    return *found;
  }

  std::shared_ptr<ContextState> context;
  RenderPass pass;
  Pipeline pipeline;
  std::vector<Geometry> geometries;
};

TrianglePass::TrianglePass(const Context& context, ColorFormat format)
    : state_{std::make_unique<State>(context.state(), format)} {}

TrianglePass::~TrianglePass() = default;

void TrianglePass::draw(Drawing& drawing, const TriangleList& list) {
  if (list.indices.empty() || list.pixel_width < 1 || list.pixel_height < 1) {
    return;
  }
  const std::size_t vertex_bytes = list.vertices.size_bytes();
  const Geometry& geometry = state_->free_geometry(vertex_bytes + list.indices.size_bytes());
  std::memcpy(geometry.buffer->bytes().data(), list.vertices.data(), vertex_bytes);
  std::memcpy(geometry.buffer->bytes().data() + vertex_bytes, list.indices.data(), list.indices.size_bytes());
  const Placement placement{.scale = {2 / list.width, 2 / list.height},
                            .offset = {-1 - list.left * 2 / list.width, -1 - list.top * 2 / list.height}};
  DrawingState& steps = drawing.state();
  steps.uses.push_back(geometry.last_use);
  for (const TriangleBatch& batch : list.batches) {
    steps.uses.push_back(batch.texture->state()->last_use);
  }
  const VkRect2D all{{0, 0},
                     {static_cast<std::uint32_t>(list.pixel_width), static_cast<std::uint32_t>(list.pixel_height)}};
  steps.steps.emplace_back(
      [context = state_->context, &pipeline = state_->pipeline, buffer = geometry.buffer->handle(), vertex_bytes,
       placement, all,
       batches = std::vector<TriangleBatch>(list.batches.begin(), list.batches.end())](VkCommandBuffer commands) {
        const DeviceFunctions& functions = context->functions;
        const VkDeviceSize begin = 0;
        functions.CmdBindVertexBuffers(commands, 0, 1, &buffer, &begin);
        functions.CmdBindIndexBuffer(commands, buffer, vertex_bytes, VK_INDEX_TYPE_UINT16);
        for (const TriangleBatch& batch : batches) {
          const int left = std::clamp(batch.left, 0, static_cast<int>(all.extent.width));
          const int top = std::clamp(batch.top, 0, static_cast<int>(all.extent.height));
          const int right = std::clamp(batch.right, left, static_cast<int>(all.extent.width));
          const int bottom = std::clamp(batch.bottom, top, static_cast<int>(all.extent.height));
          if (left == right || top == bottom) {
            continue;
          }
          set_area(*context, commands, all,
                   {{left, top}, {static_cast<std::uint32_t>(right - left), static_cast<std::uint32_t>(bottom - top)}});
          pipeline.bind(commands, batch.texture->state()->sampled.set());
          pipeline.set_constants(commands, std::as_bytes(std::span{&placement, 1}));
          functions.CmdDrawIndexed(commands, batch.index_count, 1, batch.first_index, batch.first_vertex, 0);
        }
      });
}

}  // namespace texelscope::render::vulkan
