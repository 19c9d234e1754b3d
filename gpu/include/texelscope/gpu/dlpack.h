#pragma once

#include <cstdint>

#include "texelscope/gpu/strided_memory_view.h"
#include "texelscope/gpu/tensor_metadata.h"

// From DLPack's C API (dlpack.h), which need not be included: these functions only pass pointers.
struct DLTensor;
struct DLManagedTensor;
struct DLManagedTensorVersioned;

namespace texelscope::gpu {

class CUDAArray;
class MipmappedArray;

/// The metadata of a DLTensor; only its address is checked, and everything else is computed on request.
/// @throws InvalidArgument if data + byte_offset is not a valid address.
[[nodiscard]] TensorMetadata metadata_of(const DLTensor& tensor);

/// Wraps a tensor from another library without copying it. Takes ownership: the deleter is called once, after the last
/// view of the tensor is destroyed, on any thread. Offset 0 of the layout is at data + byte_offset; without strides,
/// the layout is in C order; strides may be negative or 0. The size of the memory is unknown. Does not wait for work
/// that the other library has scheduled on the memory.
/// @throws InvalidArgument for null; for an ndim outside 0–64, a negative extent, sizes beyond 64 bits, a missing shape
/// or address; for elements that are not numbers or not whole bytes, with the reason; Unavailable for a device that is
/// neither the host nor CUDA. Ownership is not taken in these cases.
[[nodiscard]] StridedMemoryView from_dlpack(DLManagedTensor* tensor);
/// Overload for DLPack 1.x, which also reports whether the memory is read-only. @throws Unavailable for any other major
/// version; only the deleter of such a tensor may be called.
[[nodiscard]] StridedMemoryView from_dlpack(DLManagedTensorVersioned* tensor);
/// Overload that does not take ownership: `owner` keeps the tensor alive; if it is null, the caller must.
[[nodiscard]] StridedMemoryView from_dlpack(const DLTensor& tensor, std::shared_ptr<const void> owner = {},
                                            bool is_read_only = false);

/// Takes ownership of a tensor that is not inspected until a view is requested: elements, extents and device may be
/// arbitrary, and ImportedTensor::view() refuses them with the reason.
/// @throws InvalidArgument for null and for a byte_offset that overflows the address space; Unavailable for any other
/// major version. Ownership is not taken in these cases.
[[nodiscard]] ImportedTensor import_dlpack(DLManagedTensor* tensor);
[[nodiscard]] ImportedTensor import_dlpack(DLManagedTensorVersioned* tensor);

/// The location of a view's memory as a DLPack device: kDLCUDAManaged for managed memory, kDLCUDAHost for other memory
/// that both the host and a GPU can access.
[[nodiscard]] DLPackDevice dlpack_device(const StridedMemoryView& view);
/// An element's type as a DLPack type. @throws InvalidArgument for times and strings, which DLPack does not support,
/// and for more than 65535 lanes.
[[nodiscard]] DLPackType dlpack_type(const ElementType& type);

/// Describes a view as a tensor that borrows its memory, shape and strides, for as long as the view exists. Its data is
/// the address of element (0, 0, …), or null if there are no elements, its byte_offset is 0, its strides are set, and
/// its device is dlpack_device(). @throws InvalidArgument for elements without a DLPack type.
[[nodiscard]] DLTensor borrow_as_dlpack(const StridedMemoryView& view);
/// Exports a tensor like borrow_as_dlpack() that owns what it refers to: the receiver calls the deleter, which releases
/// the view's owner.
/// @throws InvalidArgument for a read-only view, which requires the versioned form, and for elements without a DLPack
/// type.
[[nodiscard]] DLManagedTensor* to_dlpack(const StridedMemoryView& view);
/// Exports a tensor in the form of DLPack 1.3, with the read-only flag.
[[nodiscard]] DLManagedTensorVersioned* to_dlpack_versioned(const StridedMemoryView& view);

/// The layout of an array is opaque: it has no address and no strides. Copy it to memory with CUDAArray::copy_to.
DLManagedTensor* to_dlpack(const CUDAArray& array) = delete;
DLManagedTensorVersioned* to_dlpack_versioned(const CUDAArray& array) = delete;
DLManagedTensor* to_dlpack(const MipmappedArray& array) = delete;
DLManagedTensorVersioned* to_dlpack_versioned(const MipmappedArray& array) = delete;

}  // namespace texelscope::gpu
