#include "render/vulkan/draw/canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "render/common/error.h"
#include "render/vulkan/context/host_buffer.h"
#include "render/vulkan/draw/drawing_state.h"
#include "render/vulkan/image/barrier.h"
#include "render/vulkan/image/own_image.h"

namespace texelscope::render::vulkan {

struct Canvas::State {
  State(const std::shared_ptr<ContextState>& of, ColorFormat format_of_texels, int width, int height)
      : context{of},
        format{format_of_texels},
        extent{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)},
        image{of, native(format), width, height, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT},
        pass{of, format, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL},
        target{of, pass, image.handle(), format, extent},
        pixels{of, std::size_t{extent.width} * extent.height * 4, VK_BUFFER_USAGE_TRANSFER_DST_BIT} {}

  std::shared_ptr<ContextState> context;
  ColorFormat format;
  VkExtent2D extent;
  OwnImage image;
  RenderPass pass;
  RenderTarget target;
  HostBuffer pixels;
};

Canvas::Canvas(const Context& context, ColorFormat format, int width, int height)
    : state_{std::make_unique<State>(context.state(), format, width, height)} {}

Canvas::~Canvas() = default;

void Canvas::draw(const Drawing& drawing, std::span<std::byte> pixels) {
  State& state = *state_;
  if (pixels.size() != state.pixels.bytes().size()) {
    throw Error{fmt::format("cannot read a canvas of {} × {} pixels into {} bytes: exactly {} are required",
                            state.extent.width, state.extent.height, pixels.size(), state.pixels.bytes().size())};
  }
  const std::uint64_t submission =
      submit_drawing(*state.context, drawing.state(), state.target, [&](VkCommandBuffer commands) {
        const VkBufferImageCopy copy =
            copy_of({0, 0, static_cast<int>(state.extent.width), static_cast<int>(state.extent.height)});
        state.context->functions.CmdCopyImageToBuffer(
            commands, state.image.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, state.pixels.handle(), 1, &copy);
        order(*state.context, commands, copy_writes, host_reads);
      });
  state.context->wait(submission, "read a canvas");
  std::ranges::copy(state.pixels.bytes(), pixels.begin());
  if (state.format == ColorFormat::bgra8) {
    for (std::size_t at = 0; at < pixels.size(); at += 4) {
      std::swap(pixels[at], pixels[at + 2]);
    }
  }
}

}  // namespace texelscope::render::vulkan
