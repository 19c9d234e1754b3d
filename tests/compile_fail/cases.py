"""Calls that must not compile, and the expected message of the compiler."""

HEADERS = ["buffer.h", "cuda_array.h", "device.h", "dlpack.h", "external_semaphore.h", "graphics_resource.h", "mipmapped_array.h", "stream.h",
           "strided_memory_view.h"]

TOO_FEW = r"no matching (member )?function|too few arguments|candidate expects \d+ arguments?, \d+ provided"

# Calls without their stream. Title, parameters of a function, its body, in which {stream} is replaced by the stream with its comma,
# and the expected message.
CASES = [
    ("Device::allocate", "const Device& device", "(void)device.allocate(64{, stream});", TOO_FEW),
    ("Buffer::fill", "const Buffer& buffer", "buffer.fill(std::byte{0}{, stream});", TOO_FEW),
    ("Buffer::copy_from", "const Buffer& a, const Buffer& b", "a.copy_from(b{, stream});", TOO_FEW),
    ("CUDAArray::copy_to", "const CUDAArray& array, std::span<std::byte> to", "array.copy_to(to{, stream});", TOO_FEW),
    ("StridedMemoryView::copy_from", "const StridedMemoryView& a, const StridedMemoryView& b", "a.copy_from(b{, stream});",
     TOO_FEW),
    ("ExternalSemaphore::signal", "const ExternalSemaphore& semaphore", "semaphore.signal({stream});", TOO_FEW),
    ("ExternalSemaphore::wait", "const ExternalSemaphore& semaphore", "semaphore.wait({stream});", TOO_FEW),
    ("GraphicsResource::map", "const GraphicsResource& resource", "(void)resource.map({stream});", TOO_FEW),
]

DELETED = r"use of deleted function|call to deleted (member )?function"
NO_MEMBER = r"has no member named|no member named"

# The layout of an array is opaque, so it has no address, and no library accepts it as a tensor. Title, parameters of a function,
# a body that compiles, a body that must not, and the expected message.
REFUSED = [
    ("to_dlpack of a CUDAArray", "const CUDAArray& array, const StridedMemoryView& view", "(void)to_dlpack(view);",
     "(void)to_dlpack(array);", DELETED),
    ("to_dlpack_versioned of a CUDAArray", "const CUDAArray& array, const StridedMemoryView& view",
     "(void)to_dlpack_versioned(view);", "(void)to_dlpack_versioned(array);", DELETED),
    ("to_dlpack of a MipmappedArray", "const MipmappedArray& array, const StridedMemoryView& view", "(void)to_dlpack(view);",
     "(void)to_dlpack(array);", DELETED),
    ("to_dlpack_versioned of a MipmappedArray", "const MipmappedArray& array, const StridedMemoryView& view",
     "(void)to_dlpack_versioned(view);", "(void)to_dlpack_versioned(array);", DELETED),
    ("dlpack_device of a CUDAArray", "const CUDAArray& array, const StridedMemoryView& view", "(void)dlpack_device(view);",
     "(void)dlpack_device(array);", TOO_FEW + r"|invalid initialization|no known conversion"),
    ("a view of a CUDAArray", "const CUDAArray& array, const Buffer& buffer, const StridedLayout& layout",
     "(void)StridedMemoryView::from_buffer(buffer, layout);", "(void)StridedMemoryView::from_buffer(array, layout);", TOO_FEW),
    ("the address of a CUDAArray", "const CUDAArray& array, const StridedMemoryView& view", "(void)view.pointer();",
     "(void)array.pointer();", NO_MEMBER),
    # A destination is written; the compiler's note shows the reason, which is beside the deleted function.
    *((f"{owner}::copy_to into {what}", f"const {owner}& from, const Stream& stream, std::vector<float>& to, {parameter}",
       "from.copy_to(to, stream);", f"from.copy_to({destination}, stream);", DELETED + r"[\s\S]*must be neither const nor a temporary")
      for owner in ("Buffer", "CUDAArray")
      for what, parameter, destination in (("a constant vector", "const std::vector<float>& constant", "constant"),
                                           ("a span of constants", "std::span<const float> constants", "constants"),
                                           ("a temporary", "std::size_t size", "std::vector<float>(size)"))),
    ("the strides of a CUDAArray", "const CUDAArray& array, const StridedMemoryView& view", "(void)view.layout().strides();",
     "(void)array.strides();", NO_MEMBER),
]
