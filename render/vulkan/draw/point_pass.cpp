#include "render/vulkan/draw/point_pass.h"

#include <fmt/format.h>

#include <limits>
#include <optional>

#include "render/common/error.h"
#include "render/common/point_layout.h"
#include "render/vulkan/draw/drawing_state.h"
#include "render/vulkan/draw/pipeline.h"
#include "render/vulkan/draw/vertex_buffer.h"
#include "render/vulkan/image/barrier.h"
#include "render/vulkan/image/image_state.h"
#include "render/vulkan/image/own_image.h"

namespace texelscope::render::vulkan {
namespace {

constexpr std::array<VkVertexInputAttributeDescription, 2> point_attributes{
    {{.location = 0, .format = VK_FORMAT_R16G16_SINT, .offset = PointLayout::pixel_offset},
     {.location = 1, .format = VK_FORMAT_R8G8B8A8_UNORM, .offset = PointLayout::color_offset}}};

/// The constants of points.vert.
struct Constants {
  std::int32_t width;
  std::int32_t height;
};

/// The target of the points, before they are copied.
struct Ground {
  Ground(const std::shared_ptr<ContextState>& context, const RenderPass& pass, int width, int height)
      : image{context, native(ColorFormat::rgba8), width, height,
              VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT},
        target{context,
               pass,
               image.handle(),
               ColorFormat::rgba8,
               {static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)}} {}

  OwnImage image;
  RenderTarget target;
};

void require_points(const Image& target, const VertexBuffer& vertices, std::size_t count) {
  require_bytes_to_add_points(target.format(), target.width(), target.height());
  if (count > std::numeric_limits<std::uint32_t>::max() || count > vertices.size_bytes() / PointLayout::bytes) {
    throw Error{fmt::format("cannot draw {} points of {} bytes from {}: use fewer points, or a larger buffer", count,
                            PointLayout::bytes, vertices.state()->text)};
  }
}

}  // namespace

struct PointPass::State {
  explicit State(const std::shared_ptr<ContextState>& of)
      : context{of},
        pass{of, ColorFormat::rgba8, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL},
        pipeline{of,
                 pass,
                 {.vertex_shader = "points.vert",
                  .fragment_shader = "points.frag",
                  .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
                  .blend = Blend::add,
                  .vertex_bytes = PointLayout::bytes,
                  .attributes = point_attributes,
                  .constant_bytes = sizeof(Constants),
                  .has_image = false}} {}
  ~State() { context->wait_at_the_end(last_submission); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  Ground& ground_of(const VkExtent2D& extent) {
    if (!ground || ground->target.extent().width != extent.width || ground->target.extent().height != extent.height) {
      context->wait(last_submission, "create a new image for points");
      ground.emplace(context, pass, static_cast<int>(extent.width), static_cast<int>(extent.height));
    }
    return *ground;
  }

  void draw_points(VkCommandBuffer commands, const VertexBufferState& vertices, std::size_t count) const {
    const VkExtent2D extent = ground->target.extent();
    const Constants constants{static_cast<std::int32_t>(extent.width), static_cast<std::int32_t>(extent.height)};
    const VkRect2D all{{0, 0}, extent};
    const VkDeviceSize begin = 0;
    set_area(*context, commands, all, all);
    pipeline.bind(commands, VK_NULL_HANDLE);
    pipeline.set_constants(commands, std::as_bytes(std::span{&constants, 1}));
    context->functions.CmdBindVertexBuffers(commands, 0, 1, &vertices.buffer, &begin);
    context->functions.CmdDraw(commands, static_cast<std::uint32_t>(count), 1, 0, 0);
  }

  /// Executes after the readers of the image's previous contents, and before the readers of its new contents.
  void copy_to(VkCommandBuffer commands, const ImageState& image) const {
    const VkExtent2D extent = ground->target.extent();
    const VkImageSubresourceLayers whole{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    const VkImageCopy copy{
        .srcSubresource = whole, .dstSubresource = whole, .extent = {extent.width, extent.height, 1}};
    order(*context, commands, {}, copy_writes);
    context->functions.CmdCopyImage(commands, ground->image.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, image.image,
                                    VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
    order(*context, commands, copy_writes, {});
  }

  std::shared_ptr<ContextState> context;
  RenderPass pass;
  Pipeline pipeline;
  std::optional<Ground> ground;
  std::uint64_t last_submission = 0;
};

PointPass::PointPass(const Context& context) : state_{std::make_unique<State>(context.state())} {}

PointPass::~PointPass() = default;

void PointPass::draw(const Image& target, const std::array<std::uint8_t, 4>& background, const VertexBuffer& vertices,
                     std::size_t count) {
  require_points(target, vertices, count);
  const Ground& ground =
      state_->ground_of({static_cast<std::uint32_t>(target.width()), static_cast<std::uint32_t>(target.height())});
  DrawingState drawing;
  drawing.background = color_of_bytes(background);
  drawing.shared = {target.state(), vertices.state()};
  drawing.steps.emplace_back(
      [&](VkCommandBuffer commands) { state_->draw_points(commands, *vertices.state(), count); });
  state_->last_submission = submit_drawing(*state_->context, drawing, ground.target, [&](VkCommandBuffer commands) {
    state_->copy_to(commands, *target.state());
  });
}

}  // namespace texelscope::render::vulkan
