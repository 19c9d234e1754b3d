#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "render/vulkan/context/host_buffer.h"
#include "render/vulkan/image/own_image.h"
#include "render/vulkan/image/sampling.h"
#include "render/vulkan/image/texture.h"

namespace texelscope::render::vulkan {

struct TextureState {
  TextureState(const std::shared_ptr<ContextState>& context, int width, int height, bool is_smooth);
  ~TextureState();
  TextureState(const TextureState&) = delete;
  TextureState& operator=(const TextureState&) = delete;

  void upload(std::span<const std::byte> pixels);
  void read(const PixelRect& box, std::span<std::byte> pixels);

  std::shared_ptr<ContextState> context;
  int width;
  int height;
  OwnImage image;
  SampledView sampled;
  HostBuffer staging;
  /// Created when it is first read.
  std::optional<HostBuffer> read_back;
  std::uint64_t last_upload = 0;
  /// The last submission that draws it.
  std::shared_ptr<std::uint64_t> last_use = std::make_shared<std::uint64_t>(0);
};

}  // namespace texelscope::render::vulkan
