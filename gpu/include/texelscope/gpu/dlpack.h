#pragma once

#include <cstdint>

#include "texelscope/gpu/strided_memory_view.h"
#include "texelscope/gpu/tensor_metadata.h"

// Of DLPack's C API (dlpack.h), which need not be included: these functions take and give pointers alone.
struct DLTensor;
struct DLManagedTensor;
struct DLManagedTensorVersioned;

namespace texelscope::gpu {

class CUDAArray;
class MipmappedArray;

/// What a DLTensor says, unchecked but for its address: nothing of it is worked out before it is asked for.
/// @throws InvalidArgument when data + byte_offset is no address.
[[nodiscard]] TensorMetadata metadata_of(const DLTensor& tensor);

/// A tensor of another library, without a copy. Takes it over: its deleter is called once, when the last view of it is
/// gone, on whichever thread that is. Offset 0 of the layout is at data + byte_offset; without strides it is in C
/// order; strides may be negative or 0. How large the memory is, is not known. Work that the other library has
/// scheduled on the memory is not waited for.
/// @throws InvalidArgument for null; for an ndim outside 0–64, a negative extent, sizes beyond 64 bits, a missing shape
/// or address; for elements that are no numbers or no whole bytes, with the reason; Unavailable for a device that is
/// neither the host nor CUDA's. Nothing is taken over then.
[[nodiscard]] StridedMemoryView from_dlpack(DLManagedTensor* tensor);
/// The same of DLPack 1.x, which also says whether the memory is read-only. @throws Unavailable for another major
/// version, of which only the deleter may be called.
[[nodiscard]] StridedMemoryView from_dlpack(DLManagedTensorVersioned* tensor);
/// The same of a tensor that stays its owner's; `owner` keeps it, or its user does.
[[nodiscard]] StridedMemoryView from_dlpack(const DLTensor& tensor, std::shared_ptr<const void> owner = {},
                                            bool is_read_only = false);

/// The same of tensors that are not looked into before someone asks for a view: elements, extents and device may be
/// anything then, and are refused by ImportedTensor::view() with the reason.
/// @throws InvalidArgument for null and for a byte_offset that leaves the address space; Unavailable for another major
/// version. Nothing is taken over then.
[[nodiscard]] ImportedTensor import_dlpack(DLManagedTensor* tensor);
[[nodiscard]] ImportedTensor import_dlpack(DLManagedTensorVersioned* tensor);

/// Where a view's memory lies, in DLPack's numbers; what the host and a GPU reach is kDLCUDAHost.
[[nodiscard]] DLPackDevice dlpack_device(const StridedMemoryView& view);
/// An element's type in DLPack's numbers. @throws InvalidArgument for times and texts, which DLPack has not, and for
/// more than 65535 lanes.
[[nodiscard]] DLPackType dlpack_type(const ElementType& type);

/// For another library, without a copy: the receiver calls the deleter, which lets go of the view's owner. Its data is
/// the address of index (0, 0, …), its byte_offset 0, its strides are given. It is on dlpack_device().
/// @throws InvalidArgument for a read-only view, which needs a version, and for elements that DLPack has
/// no type for.
[[nodiscard]] DLManagedTensor* to_dlpack(const StridedMemoryView& view);
/// The same as DLPack 1.3, with the flag of read-only memory.
[[nodiscard]] DLManagedTensorVersioned* to_dlpack_versioned(const StridedMemoryView& view);

/// An array's layout is the driver's own: it has no address and no strides. Copy it to memory with CUDAArray::copy_to.
DLManagedTensor* to_dlpack(const CUDAArray& array) = delete;
DLManagedTensorVersioned* to_dlpack_versioned(const CUDAArray& array) = delete;
DLManagedTensor* to_dlpack(const MipmappedArray& array) = delete;
DLManagedTensorVersioned* to_dlpack_versioned(const MipmappedArray& array) = delete;

}  // namespace texelscope::gpu
