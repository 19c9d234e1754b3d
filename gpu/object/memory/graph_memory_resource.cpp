#include "texelscope/gpu/memory/graph_memory_resource.h"

#include "gpu/object/checks.h"
#include "gpu/object/memory/memory_resource_box.h"

namespace texelscope::gpu {
namespace {

class GraphMemoryBox final : public MemoryResourceBox {
 public:
  explicit GraphMemoryBox(std::shared_ptr<DeviceBox> device)
      : MemoryResourceBox{std::move(device), {.name = "GraphMemoryResource", .is_stream_ordered = true}} {}

  DevicePointer allocate(std::size_t size_bytes, const std::shared_ptr<StreamBox>& order) override {
    if (!is_captured(order)) {
      throw_on<InvalidState>(*device(),
                             "cannot allocate {} bytes of graph memory on a stream that is not capturing: allocate "
                             "during a capture, or from a DeviceMemoryResource",
                             size_bytes);
    }
    const auto allocated =
        device()->call(driver::GraphMemoryAllocate{.size_bytes = size_bytes, .stream = order->handle()});
    if (!allocated.pointer) {
      device()->fail_without_handle(allocated);
    }
    return allocated.pointer;
  }

  void deallocate(DevicePointer pointer, std::size_t /*size_bytes*/,
                  const std::shared_ptr<StreamBox>& order) noexcept override {
    if (is_captured(order)) {
      device()->clean_up(driver::GraphMemoryFree{.pointer = pointer, .stream = order->handle()});
    }
  }

 private:
  static bool is_captured(const std::shared_ptr<StreamBox>& order) noexcept {
    return order != nullptr && order->is_captured();
  }
};

DeviceBox& device_of(const std::shared_ptr<MemoryResourceBox>& box) {
  return *require_open(box, "memory resource").device();
}

}  // namespace

GraphMemoryResource GraphMemoryResource::from_device(const Device& device) {
  const DeviceBox& box = require_open(device.box(), "device");
  if (!box.properties().has_stream_ordered_memory) {
    throw_on<Unavailable>(box,
                          "graph memory needs memory pools, which the device lacks "
                          "(CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED): allocate before the capture");
  }
  return GraphMemoryResource{std::make_shared<GraphMemoryBox>(device.box())};
}

GraphMemoryAttributes GraphMemoryResource::attributes() const {
  return device_of(box()).call(driver::GraphMemoryQuery{}).attributes;
}

void GraphMemoryResource::trim() const { device_of(box()).call(driver::GraphMemoryTrim{}); }

}  // namespace texelscope::gpu
