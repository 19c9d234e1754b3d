#include "render/vulkan/image/texture.h"

#include <fmt/format.h>

#include <algorithm>

#include "render/common/error.h"
#include "render/vulkan/image/barrier.h"
#include "render/vulkan/image/texture_state.h"

namespace texelscope::render::vulkan {

TextureState::TextureState(const std::shared_ptr<ContextState>& of, int texels_across, int texels_down, bool is_smooth)
    : context{of},
      width{texels_across},
      height{texels_down},
      image{of, VK_FORMAT_R8G8B8A8_UNORM, width, height,
            VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT},
      sampled{*of, image.handle(), VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, is_smooth},
      staging{of, static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4,
              VK_BUFFER_USAGE_TRANSFER_SRC_BIT} {}

TextureState::~TextureState() { context->wait_at_the_end(std::max(last_upload, *last_use)); }

void TextureState::upload(std::span<const std::byte> pixels) {
  if (pixels.size() != staging.bytes().size()) {
    throw Error{fmt::format("cannot upload {} bytes into a texture of {} × {} texels: exactly {} are required",
                            pixels.size(), width, height, staging.bytes().size())};
  }
  context->wait(last_upload, "wait for a texture's last upload");
  std::ranges::copy(pixels, staging.bytes().begin());
  last_upload = context->submit([&](VkCommandBuffer commands) {
    // Executes after the shaders that read the previous contents.
    constexpr Stage readers{VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT, 0};
    change_layout(*context, commands, image.handle(), VK_IMAGE_LAYOUT_UNDEFINED, readers,
                  VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, copy_writes);
    const VkBufferImageCopy copy = copy_of({0, 0, width, height});
    context->functions.CmdCopyBufferToImage(commands, staging.handle(), image.handle(),
                                            VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
    change_layout(*context, commands, image.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, copy_writes,
                  VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, shader_reads);
  });
}

void TextureState::read(const PixelRect& box, std::span<std::byte> pixels) {
  const std::size_t expected = require_box(box, "a texture", width, height, 4, pixels.size());
  if (!read_back || read_back->bytes().size() < expected) {
    read_back.emplace(context, expected, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  }
  const std::uint64_t submission = context->submit([&](VkCommandBuffer commands) {
    // Before the first upload, the layout is still undefined, and so are the texels.
    const VkImageLayout layout =
        last_upload == 0 ? VK_IMAGE_LAYOUT_UNDEFINED : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    // Executes after the upload, and after the shaders that read the image in its other layout.
    constexpr Stage users{VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                          VK_ACCESS_TRANSFER_WRITE_BIT};
    change_layout(*context, commands, image.handle(), layout, users, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, copy_reads);
    const VkBufferImageCopy copy = copy_of(box);
    context->functions.CmdCopyImageToBuffer(commands, image.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                            read_back->handle(), 1, &copy);
    order(*context, commands, copy_writes, host_reads);
    change_layout(*context, commands, image.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, copy_reads,
                  VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, shader_reads);
  });
  last_upload = submission;
  context->wait(submission, "read a texture");
  std::ranges::copy(read_back->bytes().first(expected), pixels.begin());
}

Texture::Texture(const Context& context, int width, int height, bool is_smooth)
    : state_{std::make_shared<TextureState>(context.state(), width, height, is_smooth)} {}

Texture::~Texture() = default;

int Texture::width() const noexcept { return state_->width; }
int Texture::height() const noexcept { return state_->height; }
void Texture::upload(std::span<const std::byte> pixels) { state_->upload(pixels); }
void Texture::read(const PixelRect& box, std::span<std::byte> pixels) const { state_->read(box, pixels); }

}  // namespace texelscope::render::vulkan
