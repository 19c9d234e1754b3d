"""Calls that must not compile without their stream. {stream} stands for it, with the comma that goes with it."""

HEADERS = ["buffer.h", "cuda_array.h", "device.h", "external_semaphore.h", "graphics_resource.h", "stream.h", "strided_memory_view.h"]

TOO_FEW = r"no matching function|too few arguments|candidate expects \d+ arguments?, \d+ provided"

# Title, parameters of a function, its body, what the compiler must say.
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
