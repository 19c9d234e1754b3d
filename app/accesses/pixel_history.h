#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "texelscope/gpu/access.h"

namespace texelscope::app {

/// A texel of a surface.
struct HistoryPixel {
  std::uint32_t object = 0;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t z = 0;  ///< Slice, layer or face.
};

/// One write of a texel, and what its thread did until then.
struct PixelWrite {
  std::size_t access = 0;  ///< Index of the write in AccessRecording::accesses.
  /// The accesses of the same thread up to the write, in order, and those after it.
  std::vector<std::size_t> thread_accesses;
};

/// The surface that was written last; nullopt if none was.
[[nodiscard]] std::optional<std::uint32_t> last_surface(const gpu::AccessRecording& recording);

/// The offset of a texel in its object's memory. @throws gpu::InvalidArgument for an object other than a surface, and
/// for a texel outside.
[[nodiscard]] std::uint64_t pixel_offset(const gpu::AccessRecording& recording, const HistoryPixel& pixel);

/// Whether two accesses are those of one thread of a launch.
[[nodiscard]] bool is_same_thread(const gpu::Access& a, const gpu::Access& b);

/// The accesses of the thread of an access, in order.
[[nodiscard]] std::vector<std::size_t> thread_accesses(const gpu::AccessRecording& recording, std::size_t access);

/// The last write, before an access, of a byte of its object's memory.
[[nodiscard]] std::optional<std::size_t> last_write(const gpu::AccessRecording& recording, std::size_t access,
                                                    std::uint64_t offset);

/// All recorded writes of a byte, in order, through any object of its memory.
[[nodiscard]] std::vector<PixelWrite> byte_history(const gpu::AccessRecording& recording, const gpu::MemoryByte& byte);

/// All recorded writes of a texel, in order, through any object of its memory. Empty if none was recorded: the texel is
/// stale, or its thread was not recorded. @throws like pixel_offset().
[[nodiscard]] std::vector<PixelWrite> pixel_history(const gpu::AccessRecording& recording, const HistoryPixel& pixel);

/// Follows a NaN from the access that contains it to the access that made it: each step is an earlier access, and the
/// last one is the first with a NaN. The given access alone if it is the first.
[[nodiscard]] std::vector<std::size_t> follow_nan(const gpu::AccessRecording& recording, std::size_t access);

/// The value of an access as numbers: floats, or integers for integer formats; for memory, both.
[[nodiscard]] std::string value_text(const gpu::AccessRecording& recording, const gpu::Access& access,
                                     std::span<const std::uint32_t, 4> bits);
/// "fetch of texture 1 at (3.5, 2.5) → (0.5, 0, 0, 1)", "surface write of texel (3, 2): 0 → 7".
[[nodiscard]] std::string access_text(const gpu::AccessRecording& recording, const gpu::Access& access);

}  // namespace texelscope::app
