#include "app/interop/shared/vulkan_acquisition.h"

#include <utility>

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/file_descriptor.h"

namespace texelscope::app {
namespace {

using render::vulkan::SharedResource;
using render::vulkan::Sharing;

gpu::ExternalMemory import_memory(const gpu::Device& device, const std::shared_ptr<SharedResource>& resource) {
  return resource->sharing() == Sharing::exported
             ? gpu::ExternalMemory::from_opaque_fd(device, gpu::FileDescriptor(resource->export_memory()),
                                                   resource->memory_bytes(), true)
             : gpu::ExternalMemory::from_host_memory(device, resource->mapped_memory(), resource);
}

/// A timeline for the CPU device, whose streams wait and signal on the host.
class HostSideTimeline final : public gpu::HostTimeline {
 public:
  explicit HostSideTimeline(std::shared_ptr<const SharedResource> resource) : resource_{std::move(resource)} {}

  std::uint64_t value() override { return resource_->timeline_value(); }
  bool signal(std::uint64_t value) override { return resource_->signal_timeline(value); }
  gpu::TimelineWait wait(std::uint64_t value) override {
    return resource_->wait_for_timeline(value) ? gpu::TimelineWait::reached : gpu::TimelineWait::lost;
  }

 private:
  std::shared_ptr<const SharedResource> resource_;
};

gpu::ExternalSemaphore import_timeline(const gpu::Device& device, const std::shared_ptr<SharedResource>& resource) {
  return resource->sharing() == Sharing::exported
             ? gpu::ExternalSemaphore::from_opaque_fd(device, gpu::FileDescriptor(resource->export_timeline()),
                                                      gpu::ExternalSemaphoreKind::timeline)
             : gpu::ExternalSemaphore::from_host_timeline(device, std::make_shared<HostSideTimeline>(resource));
}

}  // namespace

Sharing vulkan_sharing_with(const gpu::Device& device) {
  return device.id().kind == gpu::DeviceKind::cuda ? Sharing::exported : Sharing::mapped;
}

ImportedVulkanResource::ImportedVulkanResource(const gpu::Device& device, std::shared_ptr<SharedResource> resource)
    : resource_{std::move(resource)},
      memory_{import_memory(device, resource_)},
      timeline_{import_timeline(device, resource_)} {}

VulkanAcquisition::VulkanAcquisition(std::span<ImportedVulkanResource* const> resources, const gpu::Stream& stream)
    : timeline_{resources.front()->timeline_}, stream_{stream} {
  resources_.reserve(resources.size());
  for (const ImportedVulkanResource* resource : resources) {
    resources_.push_back(resource->resource_.get());
  }
  const std::uint64_t value = SharedResource::acquire(resources_);
  for (ImportedVulkanResource* resource : resources) {
    resource->last_use_.set(stream);
  }
  try {
    timeline_.wait(stream_, value);
  } catch (...) {
    signal_on_host(SharedResource::take_back(resources_));
    throw;
  }
}

VulkanAcquisition::~VulkanAcquisition() {
  if (!is_acquired_) {
    return;
  }
  try {
    release();
  } catch (const std::exception& error) {
    stream_.device().report({gpu::Diagnostic::Severity::error, error.what()});
  }
}

void VulkanAcquisition::release() {
  const std::uint64_t value = SharedResource::take_back(resources_);
  // From now on, the resources may be destroyed before this object.
  is_acquired_ = false;
  try {
    timeline_.signal(stream_, value);
  } catch (...) {
    signal_on_host(value);
    throw;
  }
}

/// Signals on the host, after the stream's work if the stream is still usable: the renderer would otherwise block
/// forever on a signal that no stream issues.
void VulkanAcquisition::signal_on_host(std::uint64_t value) {
  wait_at_the_end(stream_);
  const SharedResource& first = *resources_.front();
  // A timeline must not decrease: the signal of the acquisition's submission must precede this one.
  if (!first.wait_for_timeline(value - 1) || !first.signal_timeline(value)) {
    stream_.device().report({gpu::Diagnostic::Severity::error, "the Vulkan device is lost; restart the program"});
  }
}

}  // namespace texelscope::app
