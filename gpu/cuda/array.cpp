#include "gpu/cuda/array_descriptor.h"
#include "gpu/cuda/cuda_driver.h"

namespace texelscope::gpu::cuda {

namespace {

/// One side of CUDA_MEMCPY3D, which names the same fields twice.
struct CopySide {
  std::size_t x_bytes = 0;
  std::size_t y = 0;
  std::size_t z = 0;
  CUmemorytype memory_type = CU_MEMORYTYPE_ARRAY;
  void* host = nullptr;
  CUdeviceptr device = 0;
  CUarray array = nullptr;
  std::size_t pitch = 0;
  std::size_t height = 0;
};

/// Unified addressing covers device memory and pinned memory. Anything else is pageable host memory; the plural form of
/// the query handles it without an error, which tools would report.
CUmemorytype memory_type(const DriverFunctions& cu, CUdeviceptr pointer) noexcept {
  unsigned type = 0;
  CUpointer_attribute attribute = CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
  void* values[] = {&type};
  const CUresult result = cu.PointerGetAttributes(1, &attribute, values, pointer);
  return result == CUDA_SUCCESS && type == CU_MEMORYTYPE_DEVICE ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
}

CopySide copy_side(const DriverFunctions& cu, const driver::ArrayCopySide& side, std::size_t element_size) noexcept {
  CopySide result;
  if (side.array) {
    result.array = native<CUarray>(side.array);
    result.x_bytes = side.origin[0] * element_size;
    result.y = side.origin[1];
    result.z = side.origin[2];
    return result;
  }
  result.memory_type = memory_type(cu, side.pointer.value);
  if (result.memory_type == CU_MEMORYTYPE_HOST) {
    result.host = native<void*>(side.pointer);
  } else {
    result.device = side.pointer.value;
  }
  result.pitch = side.row_pitch_bytes;
  result.height = side.rows_per_slice;
  return result;
}

}  // namespace

Status CudaDriver::perform(driver::ArrayCreate& call) noexcept {
  const CUDA_ARRAY3D_DESCRIPTOR descriptor = to_native(call.descriptor);
  return create(cu_.Array3DCreate, call.array, &descriptor);
}

TEXELSCOPE_FORWARD(ArrayDestroy, ArrayDestroy, call.array)
TEXELSCOPE_CREATE(ArrayGetPlane, ArrayGetPlane, call.plane_array, call.array, call.plane)

Status CudaDriver::perform(driver::ArrayCopy& call) noexcept {
  const ContextScope scope(cu_, context_);
  if (scope.status() != Status::success) {
    return scope.status();
  }
  const CopySide source = copy_side(cu_, call.source, call.element_size);
  const CopySide destination = copy_side(cu_, call.destination, call.element_size);
  CUDA_MEMCPY3D copy{};
  copy.srcXInBytes = source.x_bytes;
  copy.srcY = source.y;
  copy.srcZ = source.z;
  copy.srcMemoryType = source.memory_type;
  copy.srcHost = source.host;
  copy.srcDevice = source.device;
  copy.srcArray = source.array;
  copy.srcPitch = source.pitch;
  copy.srcHeight = source.height;
  copy.dstXInBytes = destination.x_bytes;
  copy.dstY = destination.y;
  copy.dstZ = destination.z;
  copy.dstMemoryType = destination.memory_type;
  copy.dstHost = destination.host;
  copy.dstDevice = destination.device;
  copy.dstArray = destination.array;
  copy.dstPitch = destination.pitch;
  copy.dstHeight = destination.height;
  copy.WidthInBytes = call.extent.width() * call.element_size;
  copy.Height = call.extent.height();
  copy.Depth = call.extent.depth();
  return to_status(cu_.Memcpy3DAsync(&copy, native<CUstream>(call.stream)));
}

Status CudaDriver::describe_array(CUarray array, ArrayDescriptor& descriptor) noexcept {
  CUDA_ARRAY3D_DESCRIPTOR described{};
  const Status status = call(cu_.Array3DGetDescriptor, &described, array);
  if (status != Status::success) {
    return status;
  }
  const std::optional<ArrayDescriptor> found = from_native(described);
  descriptor = found.value_or(ArrayDescriptor{});
  return found ? Status::success : Status::not_supported;
}

Status CudaDriver::perform(driver::ArrayGetDescriptor& call) noexcept {
  return describe_array(native<CUarray>(call.array), call.described);
}

}  // namespace texelscope::gpu::cuda
