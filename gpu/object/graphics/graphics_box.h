#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gpu/object/graphics/gl_context_box.h"
#include "gpu/object/graphics/mapping_validity.h"
#include "gpu/object/stream/stream_box.h"
#include "texelscope/gpu/graphics_resource.h"

namespace texelscope::gpu {

/// A registered GL object and its mapping, if it has one. All state is guarded by the context's lock.
class GraphicsBox {
 public:
  /// An image of so many layers and mipmap levels. Call with the context entered.
  GraphicsBox(std::shared_ptr<GLContextBox> context, const driver::GraphicsRegisterImage& call, unsigned layers,
              unsigned levels, bool is_layered);
  /// A buffer. Call with the context entered.
  GraphicsBox(std::shared_ptr<GLContextBox> context, const driver::GraphicsRegisterBuffer& call);
  ~GraphicsBox() { close(); }
  GraphicsBox(const GraphicsBox&) = delete;
  GraphicsBox& operator=(const GraphicsBox&) = delete;

  [[nodiscard]] GLContextBox& context() const noexcept { return *context_; }
  [[nodiscard]] const std::shared_ptr<GLContextBox>& shared_context() const noexcept { return context_; }
  [[nodiscard]] DeviceBox& device() const noexcept { return *context_->device(); }
  /// "GL image 3".
  [[nodiscard]] std::string describe() const;

  [[nodiscard]] GraphicsHandle handle() const noexcept { return handle_; }
  [[nodiscard]] bool is_buffer() const noexcept { return layers_ == 0; }
  [[nodiscard]] unsigned layers() const noexcept { return layers_; }
  [[nodiscard]] unsigned levels() const noexcept { return levels_; }
  /// Whether it has layers or faces, if only one.
  [[nodiscard]] bool is_layered() const noexcept { return is_layered_; }
  [[nodiscard]] bool is_mapped() const noexcept { return validity_ && validity_->is_mapped(); }

  /// @throws InvalidState when closed; `action` says what was wanted, such as "map".
  void require_registered(const char* action) const;
  /// The driver has mapped it: what is made from the mapping is valid until it ends.
  void begin_mapping(std::shared_ptr<MappingValidity> validity, std::shared_ptr<StreamBox> stream) noexcept {
    validity->begin();
    validity_ = std::move(validity);
    map_stream_ = std::move(stream);
  }
  /// Ends the validity of the mapping and forgets it, without telling the driver. Null when there is no mapping, else
  /// the stream of the map.
  std::shared_ptr<StreamBox> end_mapping() noexcept;
  /// Ends the mapping on `stream`, or on the stream of the map when that is null.
  /// @throws InvalidState when closed or not mapped, DriverError.
  void unmap(const StreamBox* stream);
  void close() noexcept;

  /// The array of a layer's first level in the last mapping that was asked for it.
  struct LastMappedArray {
    ArrayHandle array{};
    ArrayDescriptor descriptor{};
  };
  [[nodiscard]] LastMappedArray& last_mapped(unsigned layer) {
    if (layer >= last_mapped_.size()) {
      last_mapped_.resize(layers_);
    }
    return last_mapped_[layer];
  }

 private:
  std::shared_ptr<GLContextBox> context_;
  std::uint32_t name_;
  /// 0 for a buffer.
  unsigned layers_ = 0;
  unsigned levels_ = 0;
  bool is_layered_ = false;
  GraphicsHandle handle_;
  std::shared_ptr<MappingValidity> validity_;
  std::shared_ptr<StreamBox> map_stream_;
  std::vector<LastMappedArray> last_mapped_;
};

}  // namespace texelscope::gpu
