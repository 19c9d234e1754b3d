#include <algorithm>
#include <utility>
#include <vector>

#include "gpu/graphics/gl_transfer.h"
#include "gpu/graphics/host_shared_resource.h"
#include "gpu/graphics/host_staging.h"

namespace texelscope::gpu::graphics {

namespace {

/// A GL image and its copy on the device: a mipmapped array, whose parts are an array for each layer and level. If the
/// image has layers and the host cannot access the device's arrays, only the parts exist, each as a separate array.
class HostSharedImage final : public HostSharedResource {
 public:
  HostSharedImage(driver::Driver& driver, HostSharing::HostPartOf host_part_of, GLImage image, GraphicsFlags flags)
      : HostSharedResource{flags},
        driver_{driver},
        host_part_of_{host_part_of},
        image_{std::move(image)},
        staging_{driver} {}

  Status allocate() override {
    // Everything that may throw precedes the creation of the first array.
    parts_.reserve(image_.levels.size() * image_.layers);
    const bool is_whole = host_part_of_ != nullptr || image_.kind() == ArrayKind::plain;
    const Status status = is_whole ? allocate_whole() : allocate_parts();
    return status == Status::success ? find_texels() : status;
  }

  Status fetch(const GLFunctions& gl, StreamHandle stream) override {
    for (unsigned level = 0; level < image_.levels.size(); ++level) {
      if (!fetch_level(gl, image_, level, texels_of(level))) {
        return Status::map_failed;
      }
    }
    if (host_part_of_ != nullptr) {
      return Status::success;
    }
    Status status = Status::success;
    for (const Part& part : parts_) {
      keep_first(status, copy(part, CopyDirection::to_array, stream));
    }
    keep_first(status, staging_.record_read(stream));
    return status;
  }
  Status copy_out(StreamHandle stream) noexcept override {
    if (host_part_of_ != nullptr) {
      return Status::success;
    }
    Status status = staging_.wait_read(stream);
    for (const Part& part : parts_) {
      keep_first(status, copy(part, CopyDirection::to_texels, stream));
    }
    return status;
  }
  Status store(const GLFunctions& gl) override {
    for (unsigned level = 0; level < image_.levels.size(); ++level) {
      if (!store_level(gl, image_, level, texels_of(level))) {
        return Status::unmap_failed;
      }
    }
    return Status::success;
  }
  Status free() noexcept override {
    Status status = staging_.free();
    if (whole_) {
      driver::MipmappedArrayDestroy destroy{whole_};
      keep_first(status, driver_.perform(destroy));
      whole_ = {};
      parts_.clear();
    }
    for (const Part& part : parts_) {
      driver::ArrayDestroy destroy{part.array};
      keep_first(status, driver_.perform(destroy));
    }
    parts_.clear();
    return status;
  }
  Status mapped_array(driver::GraphicsMappedArray& call) const noexcept override {
    if (call.level >= image_.levels.size() || call.layer >= image_.layers) {
      return Status::invalid_value;
    }
    call.array = parts_[call.level * image_.layers + call.layer].array;
    call.descriptor = image_.levels[call.level];
    return Status::success;
  }
  Status mapped_mipmapped_array(driver::GraphicsMappedMipmappedArray& call) const noexcept override {
    if (!whole_) {
      return Status::not_supported;
    }
    call.array = whole_;
    call.descriptor = whole_descriptor();
    return Status::success;
  }

 private:
  /// One layer of one level.
  struct Part {
    unsigned level;
    unsigned layer;
    ArrayHandle array;
    /// The texels in the staging memory, or in the array's own memory.
    std::byte* texels;
  };

  /// Texels of the first layer of a level; the other layers follow without padding.
  [[nodiscard]] std::byte* texels_of(unsigned level) const noexcept {
    return parts_[static_cast<std::size_t>(level) * image_.layers].texels;
  }

  enum class CopyDirection : unsigned char { to_array, to_texels };
  Status copy(const Part& part, CopyDirection direction, StreamHandle stream) noexcept {
    const ArrayDescriptor& descriptor = image_.levels[part.level];
    driver::ArrayCopySide array;
    array.array = part.array;
    driver::ArrayCopySide texels;
    texels.pointer.value = reinterpret_cast<std::uint64_t>(part.texels);
    texels.row_pitch_bytes = descriptor.shape.width() * descriptor.element_size();
    texels.rows_per_slice = descriptor.shape.height();
    const bool is_to_array = direction == CopyDirection::to_array;
    driver::ArrayCopy call{is_to_array ? array : texels, is_to_array ? texels : array, descriptor.shape,
                           descriptor.element_size(), stream};
    return driver_.perform(call);
  }
  Status allocate_whole() {
    ArrayDescriptor descriptor = whole_descriptor();
    descriptor.is_surface_load_store = true;
    const auto levels = static_cast<unsigned>(image_.levels.size());
    driver::MipmappedArrayCreate create{descriptor, levels};
    if (const Status status = driver_.perform(create); status != Status::success) {
      return status;
    }
    whole_ = create.array;
    for (unsigned level = 0; level < levels; ++level) {
      for (unsigned layer = 0; layer < image_.layers; ++layer) {
        if (host_part_of_ != nullptr) {
          const HostPart part = host_part_of_(driver_, whole_, level, layer);
          parts_.push_back({level, layer, part.array, part.texels});
          continue;
        }
        driver::MipmappedArrayGetLevel get{whole_, level};
        if (const Status status = driver_.perform(get); status != Status::success) {
          return status;
        }
        parts_.push_back({level, layer, get.level_array, nullptr});
      }
    }
    return Status::success;
  }
  Status allocate_parts() {
    for (unsigned level = 0; level < image_.levels.size(); ++level) {
      for (unsigned layer = 0; layer < image_.layers; ++layer) {
        driver::ArrayCreate create{image_.levels[level]};
        create.descriptor.is_surface_load_store = true;
        if (const Status status = driver_.perform(create); status != Status::success) {
          return status;
        }
        parts_.push_back({level, layer, create.array, nullptr});
      }
    }
    return Status::success;
  }
  Status find_texels() {
    if (host_part_of_ != nullptr) {
      const bool is_complete = std::ranges::all_of(parts_, [](const Part& part) { return part.texels != nullptr; });
      return is_complete ? Status::success : Status::out_of_memory;
    }
    std::size_t size_bytes = 0;
    for (const ArrayDescriptor& descriptor : image_.levels) {
      size_bytes += descriptor.size_bytes() * image_.layers;
    }
    if (const Status status = staging_.allocate(size_bytes); status != Status::success) {
      return status;
    }
    std::byte* texels = staging_.bytes();
    for (Part& part : parts_) {
      part.texels = texels;
      texels += image_.levels[part.level].size_bytes();
    }
    return Status::success;
  }
  [[nodiscard]] ArrayDescriptor whole_descriptor() const noexcept {
    ArrayDescriptor descriptor = image_.levels.front();
    descriptor.kind = image_.kind();
    descriptor.num_layers = descriptor.kind == ArrayKind::layered ? image_.layers : 1;
    return descriptor;
  }
  driver::Driver& driver_;
  HostSharing::HostPartOf host_part_of_;
  GLImage image_;
  /// All levels and layers; null if the parts are separate arrays.
  MipmappedArrayHandle whole_{};
  /// Ordered by level, then by layer.
  std::vector<Part> parts_;
  HostStaging staging_;
};

}  // namespace

std::unique_ptr<HostSharedResource> make_host_shared_image(driver::Driver& driver, HostSharing::HostPartOf host_part_of,
                                                           GLImage image, GraphicsFlags flags) {
  return std::make_unique<HostSharedImage>(driver, host_part_of, std::move(image), flags);
}

}  // namespace texelscope::gpu::graphics
