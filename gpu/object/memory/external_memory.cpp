#include "texelscope/gpu/external_memory.h"

#include <fmt/format.h>

#include <string>

#include "gpu/driver/array_rules.h"
#include "gpu/layout/checked_size.h"
#include "gpu/object/adopted_handle.h"
#include "gpu/object/array/array_box.h"
#include "gpu/object/checks.h"
#include "gpu/object/memory/buffer_box.h"

namespace texelscope::gpu {
namespace {

ExternalMemoryBox& require_memory(const std::shared_ptr<ExternalMemoryBox>& box) {
  return require_open(box, "external memory");
}

void require_whole_size(const DeviceBox& device, std::size_t size_bytes) {
  if (size_bytes == 0) {
    throw_on<InvalidArgument>(device, "external memory has 0 bytes: specify the size of the whole allocation");
  }
}

/// The reason why these rows do not form an image inside the memory; empty if they do.
std::string rows_refusal(const ExternalMemoryBox& memory, const ArrayDescriptor& descriptor, std::size_t offset_bytes,
                         std::size_t row_pitch_bytes) {
  if (descriptor.kind != ArrayKind::plain || descriptor.shape.rank() != 2) {
    return "only plain 2D arrays can be created from rows in memory: use one for each layer or slice";
  }
  if (std::string refusal = array_refusal(memory.device()->properties(), descriptor); !refusal.empty()) {
    return refusal;
  }
  if (descriptor.encoding > TexelEncoding::normalized) {
    return fmt::format("{} texels are not stored in rows: use texels of a DataType", to_string(descriptor.encoding));
  }
  const std::size_t texel_bytes = descriptor.element_size();
  const std::size_t row_bytes = descriptor.shape.width() * texel_bytes;
  if (row_pitch_bytes < row_bytes) {
    return fmt::format("a row has {} bytes, but the pitch is {}: use a pitch of at least one row", row_bytes,
                       row_pitch_bytes);
  }
  if ((memory.host_memory().value + offset_bytes) % texel_bytes != 0 || row_pitch_bytes % texel_bytes != 0) {
    return fmt::format(
        "offset {} (address {:#x}) and pitch {} must put each row at a multiple of a texel's {} bytes: align them",
        offset_bytes, memory.host_memory().value + offset_bytes, row_pitch_bytes, texel_bytes);
  }
  const auto before_last = checked_multiply(descriptor.shape.height() - 1, row_pitch_bytes);
  const std::size_t size_bytes = memory.size_bytes();
  if (offset_bytes > size_bytes || !before_last || *before_last > size_bytes - offset_bytes ||
      row_bytes > size_bytes - offset_bytes - *before_last) {
    return fmt::format(
        "{} rows with a pitch of {} bytes from byte {} exceed the external memory of {} bytes: keep them inside",
        descriptor.shape.height(), row_pitch_bytes, offset_bytes, size_bytes);
  }
  return "";
}

}  // namespace

ExternalMemory ExternalMemory::from_opaque_fd(const Device& device, FileDescriptor descriptor, std::size_t size_bytes,
                                              bool is_dedicated) {
  const DeviceBox& box = require_open(device.box(), "device");
  if (is_cpu(box)) {
    throw_on<Unavailable>(box,
                          "the CPU device cannot import the file descriptors of other APIs: map the memory with its "
                          "API and pass it to ExternalMemory::from_host_memory");
  }
  if (descriptor.is_closed()) {
    throw_on<InvalidArgument>(
        box, "cannot import external memory from a closed file descriptor: pass the exported descriptor");
  }
  require_whole_size(box, size_bytes);
  ExternalMemory memory{std::make_shared<ExternalMemoryBox>(
      device.box(),
      driver::ExternalMemoryImport{
          .file_descriptor = descriptor.number(), .is_dedicated = is_dedicated, .size_bytes = size_bytes})};
  // Owned by the driver from here on.
  static_cast<void>(descriptor.release());
  return memory;
}

ExternalMemory ExternalMemory::from_host_memory(const Device& device, std::span<std::byte> memory,
                                                std::shared_ptr<void> owner) {
  const DeviceBox& box = require_open(device.box(), "device");
  if (!is_cpu(box)) {
    throw_on<Unavailable>(box,
                          "a CUDA device cannot import mapped host memory of other APIs: export a file descriptor from "
                          "the API and pass it to ExternalMemory::from_opaque_fd");
  }
  require_whole_size(box, memory.size());
  if (memory.data() == nullptr) {
    throw_on<InvalidArgument>(box, "the address of {} bytes of external memory is null: pass its address",
                              memory.size());
  }
  return ExternalMemory{std::make_shared<ExternalMemoryBox>(
      device.box(), driver::ExternalMemoryImport{.host_memory = {reinterpret_cast<std::uintptr_t>(memory.data())},
                                                 .size_bytes = memory.size(),
                                                 .owner = std::move(owner)})};
}

ExternalMemory ExternalMemory::from_handle(const Device& device, ExternalMemoryHandle handle, std::size_t size_bytes,
                                           const HandleOwner& owner) {
  const DeviceBox& box = require_open(device.box(), "device");
  require_handle(box, "external memory", handle);
  require_whole_size(box, size_bytes);
  return ExternalMemory{std::make_shared<ExternalMemoryBox>(device.box(), handle, size_bytes, owner)};
}

Buffer ExternalMemory::buffer(std::size_t offset_bytes, std::size_t size_bytes) const {
  const ExternalMemoryBox& box = require_memory(box_);
  if (size_bytes == 0 || offset_bytes > box.size_bytes() || size_bytes > box.size_bytes() - offset_bytes) {
    throw_on<InvalidArgument>(*box.device(),
                              "a buffer of {} bytes from byte {} does not fit in external memory of {} bytes: use at "
                              "least 1 byte, inside the memory",
                              size_bytes, offset_bytes, box.size_bytes());
  }
  return Buffer{std::make_shared<BufferBox>(box_, offset_bytes, size_bytes)};
}

MipmappedArray ExternalMemory::mipmapped_array(const ArrayDescriptor& descriptor, unsigned num_levels,
                                               std::size_t offset_bytes) const {
  const ExternalMemoryBox& box = require_memory(box_);
  const DeviceBox& device = *box.device();
  if (is_cpu(device)) {
    throw_on<Unavailable>(device,
                          "the CPU device does not know the image layouts of other APIs: use linear tiling for the "
                          "image and ExternalMemory::array");
  }
  const std::string refusal = mipmapped_array_refusal(device.properties(), descriptor, num_levels);
  if (!refusal.empty()) {
    throw_on<InvalidArgument>(device, "mipmapped array {} of external memory: {}", to_string(descriptor), refusal);
  }
  if (offset_bytes >= box.size_bytes()) {
    throw_on<InvalidArgument>(
        device,
        "mipmapped array {} starts at byte {} of external memory, which has {} bytes: pass the image's own offset",
        to_string(descriptor), offset_bytes, box.size_bytes());
  }
  return MipmappedArray{std::make_shared<MipmappedArrayBox>(
      box.device(),
      driver::ExternalMemoryMappedMipmappedArray{
          .memory = box.handle(), .descriptor = descriptor, .num_levels = num_levels, .offset_bytes = offset_bytes},
      box_)};
}

CUDAArray ExternalMemory::array(const ArrayDescriptor& descriptor, std::size_t offset_bytes,
                                std::size_t row_pitch_bytes) const {
  const ExternalMemoryBox& box = require_memory(box_);
  const DeviceBox& device = *box.device();
  if (!is_cpu(device)) {
    throw_on<Unavailable>(
        device,
        "CUDA cannot create an array from rows in external memory: use ExternalMemory::mipmapped_array of an image "
        "with optimal tiling, or a pitch-2D texture of ExternalMemory::buffer");
  }
  const std::string refusal = rows_refusal(box, descriptor, offset_bytes, row_pitch_bytes);
  if (!refusal.empty()) {
    throw_on<InvalidArgument>(device, "array {} of external memory: {}", to_string(descriptor), refusal);
  }
  return CUDAArray{std::make_shared<ArrayBox>(box.device(),
                                              driver::ExternalMemoryMappedArray{.memory = box.handle(),
                                                                                .descriptor = descriptor,
                                                                                .offset_bytes = offset_bytes,
                                                                                .row_pitch_bytes = row_pitch_bytes},
                                              box_)};
}

std::size_t ExternalMemory::size_bytes() const { return require_memory(box_).size_bytes(); }

Device ExternalMemory::device() const { return Device{require_memory(box_).device()}; }

ExternalMemoryHandle ExternalMemory::handle() const { return require_memory(box_).handle(); }

}  // namespace texelscope::gpu
