#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gpu/graphics/gl_facts.h"
#include "gpu/object/graphics/gl_context_box.h"
#include "gpu/object/graphics/mapping_validity.h"
#include "gpu/object/stream/stream_box.h"
#include "texelscope/gpu/graphics_resource.h"
#include "texelscope/gpu/handle_owner.h"

namespace texelscope::gpu {

/// The kind of a registered object: a buffer, which has no layers, or an image with its layers and mipmap levels.
struct GraphicsShape {
  unsigned layers = 0;
  unsigned levels = 0;
  /// Whether it has layers or faces, even if only one.
  bool is_layered = false;

  [[nodiscard]] bool is_buffer() const noexcept { return layers == 0; }
};

/// The rule at the end of errors about moving a resource.
inline constexpr const char* move_rule =
    "move a resource to a current GL context of the same share group, device, thread and path";

/// A registered GL object and its mapping, if it has one. All state is guarded by the context's lock.
class GraphicsBox {
 public:
  /// Registers an image with its current facts. `shape` is empty if GL does not report it. Call with the context
  /// entered.
  GraphicsBox(std::shared_ptr<GLContextBox> context, const driver::GraphicsRegisterImage& call,
              const graphics::GLFacts& facts, std::optional<GraphicsShape> shape);
  /// Registers a buffer with its current facts. Call with the context entered.
  GraphicsBox(std::shared_ptr<GLContextBox> context, const driver::GraphicsRegisterBuffer& call,
              const graphics::GLFacts& facts);
  /// Wraps a resource that was registered elsewhere.
  GraphicsBox(std::shared_ptr<GLContextBox> context, GraphicsHandle handle, GraphicsFlags flags, HandleOwner owner);
  ~GraphicsBox() { close(nullptr); }
  GraphicsBox(const GraphicsBox&) = delete;
  GraphicsBox& operator=(const GraphicsBox&) = delete;

  /// Call on the context's thread, the only thread on which the context changes.
  [[nodiscard]] GLContextBox& context() const noexcept { return *context_; }
  /// The context and the lock of its state, from any thread.
  struct LockedContext {
    std::shared_ptr<GLContextBox> context;
    std::unique_lock<GLContextBox::Mutex> lock;
  };
  [[nodiscard]] LockedContext lock_context() const;
  [[nodiscard]] std::shared_ptr<GLContextBox> shared_context() const;
  /// Moves the resource to another GL context of the same device and thread. Call with both contexts entered.
  /// @throws InvalidState while it is mapped; InvalidArgument for a context with a different sharing path.
  void move_to(std::shared_ptr<GLContextBox> context);
  [[nodiscard]] DeviceBox& device() const noexcept { return *device_; }
  /// "GL image 3".
  [[nodiscard]] std::string describe() const;

  [[nodiscard]] GraphicsHandle handle() const noexcept { return handle_; }
  /// GL's name of the object; 0 if the object was registered elsewhere.
  [[nodiscard]] std::uint32_t name() const noexcept { return name_; }
  /// GL's enumerant of an image's target; 0 for a buffer, and if name() is 0.
  [[nodiscard]] std::uint32_t target() const noexcept { return target_; }
  /// Queries the driver if the shape is not known yet, which requires that the resource is mapped. @throws DriverError.
  [[nodiscard]] const GraphicsShape& shape();
  /// The descriptor of its array, plus the uses that the flags of the registration allow, which the driver does not
  /// report.
  [[nodiscard]] ArrayDescriptor as_registered(ArrayDescriptor descriptor) const noexcept;
  [[nodiscard]] bool is_mapped() const noexcept { return validity_ && validity_->is_mapped(); }

  /// @throws InvalidState when closed; `action` is the attempted operation, such as "map".
  void require_registered(const char* action) const;
  /// Call on the context's thread. @throws InvalidState if the GL object no longer exists or has a different size or
  /// format than when it was registered: the driver would map its previous memory, or map it with a wrong format.
  void require_unchanged() const;
  /// Call after the driver has mapped the resource: objects created from the mapping are valid until it ends.
  void begin_mapping(std::shared_ptr<MappingValidity> validity, std::shared_ptr<StreamBox> stream) noexcept {
    validity->begin();
    validity_ = std::move(validity);
    map_stream_ = std::move(stream);
  }
  /// Ends the mapping without calling the driver. Returns the stream of the map, or null if there is no mapping.
  std::shared_ptr<StreamBox> end_mapping() noexcept;
  /// Ends the mapping on `stream`, or, if that is null, on the stream of the map.
  /// @throws InvalidState when closed or not mapped, DriverError.
  void unmap(const StreamBox* stream);
  /// Unmaps if mapped, on `stream` or, if it is null, on the stream of the map, and unregisters the resource if the
  /// library owns it.
  void close(std::shared_ptr<StreamBox> stream) noexcept;

  /// The array of a layer's first level in the last mapping from which it was requested.
  struct LastMappedArray {
    ArrayHandle array{};
    ArrayDescriptor descriptor{};
  };
  [[nodiscard]] LastMappedArray& last_mapped(unsigned layer) {
    if (layer >= last_mapped_.size()) {
      last_mapped_.resize(layer + 1);
    }
    return last_mapped_[layer];
  }

 private:
  [[nodiscard]] GraphicsShape ask_shape() const;

  std::shared_ptr<DeviceBox> device_;
  /// Guards only the pointer.
  mutable std::mutex context_mutex_;
  std::shared_ptr<GLContextBox> context_;
  HandleOwner owner_ = HandleOwner::library();
  GraphicsFlags flags_;
  /// 0 if it was registered elsewhere.
  std::uint32_t name_ = 0;
  std::uint32_t target_ = 0;
  graphics::GLFacts registered_;
  std::optional<GraphicsShape> shape_;
  GraphicsHandle handle_;
  std::shared_ptr<MappingValidity> validity_;
  std::shared_ptr<StreamBox> map_stream_;
  std::vector<LastMappedArray> last_mapped_;
};

}  // namespace texelscope::gpu
