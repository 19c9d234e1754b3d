#include <utility>

#include "gpu/object/array/array_box.h"
#include "gpu/object/graphics/mapping_box.h"
#include "gpu/object/memory/buffer_box.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/graphics_resource.h"

namespace texelscope::gpu {
namespace {

MappingBox& require_mapping(const std::unique_ptr<MappingBox>& box) {
  if (!box) {
    throw InvalidState("this mapping is closed or was moved from: map the resource again");
  }
  return *box;
}

}  // namespace

Mapping::Mapping(std::unique_ptr<MappingBox> box) : box_{std::move(box)} {}
Mapping::Mapping(Mapping&& other) noexcept = default;
Mapping& Mapping::operator=(Mapping&& other) noexcept = default;
Mapping::~Mapping() = default;

std::size_t Mapping::size() const { return require_mapping(box_).size(); }

CUDAArray Mapping::array(std::size_t index, unsigned layer, unsigned level) const {
  return CUDAArray{require_mapping(box_).array(index, layer, level)};
}

MipmappedArray Mapping::mipmapped_array(std::size_t index) const {
  return MipmappedArray{require_mapping(box_).mipmapped_array(index)};
}

Buffer Mapping::buffer(std::size_t index) const { return Buffer{require_mapping(box_).buffer(index)}; }

Stream Mapping::stream() const { return Stream{require_mapping(box_).stream()}; }

bool Mapping::is_mapped() const noexcept { return box_ && box_->is_mapped(); }

void Mapping::unmap() { require_mapping(box_).unmap(nullptr); }

void Mapping::unmap(const Stream& stream) { require_mapping(box_).unmap(&stream); }

void Mapping::close() noexcept { box_.reset(); }

}  // namespace texelscope::gpu
