#include "gpu/cpu/texture_unit/read_texels.h"

#include "gpu/cpu/texture_unit/anisotropic_footprint.h"

namespace texelscope::gpu::cpu {
namespace {

using namespace texture_unit;

class TexelList {
 public:
  TexelList(const BoundTexture& texture, std::vector<ReadTexel>& texels) : texture_{texture}, texels_{texels} {}

  void add(const std::byte* texel, std::uint32_t sample = 0) {
    if (texel != texture_.border_texel.data()) {
      texels_.push_back({texel, static_cast<std::size_t>(texture_.texel_bytes), sample});
    }
  }
  template <std::size_t max_slices, int bits>
  void add(const SliceList<max_slices, bits>& footprint, bool has_samples) {
    for (int slice = 0; slice < footprint.count; ++slice) {
      const Slice& each = footprint.slices[static_cast<std::size_t>(slice)];
      for (int tap = 0; tap < each.count; ++tap) {
        add(each.taps[static_cast<std::size_t>(tap)].texel, has_samples ? static_cast<std::uint32_t>(slice) : 0);
      }
    }
  }

 private:
  const BoundTexture& texture_;
  std::vector<ReadTexel>& texels_;
};

}  // namespace

void read_texels(const kernels::HostTexture& handle, const kernels::TextureFetch& fetch,
                 std::vector<ReadTexel>& texels) {
  const auto& texture = static_cast<const BoundTexture&>(handle);
  texels.clear();
  if (texture.is_compressed) {
    return;
  }
  TexelList list{texture, texels};
  if (fetch.operation == kernels::TextureOperation::element) {
    if (fetch.element >= 0 && fetch.element < texture.axes[0].extent) {
      list.add(texture.texels + fetch.element * texture.texel_bytes);
    }
  } else if (fetch.operation == kernels::TextureOperation::gather) {
    for (const std::byte* const texel : gathered_texels(texture, fetch)) {
      list.add(texel);
    }
  } else if (is_anisotropic(texture, fetch)) {
    list.add(make_anisotropic_footprint(texture, fetch), true);
  } else {
    list.add(make_footprint(texture, fetch), false);
  }
}

}  // namespace texelscope::gpu::cpu
