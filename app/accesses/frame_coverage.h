#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "texelscope/gpu/access.h"
#include "texelscope/gpu/call_observer.h"

namespace texelscope::app {

/// Which texels of mapped images kernels write. An image that was registered with write_discard has undefined contents
/// when it is mapped, so a frame must write all of its texels.
class FrameCoverage {
 public:
  /// Follows a successful driver call. Returns, when an image is unmapped, a description of the texels that were not
  /// written while others were: "4 of 16 texels of the frame (4x4 …) are not written, the first at (0, 3); …".
  [[nodiscard]] std::vector<std::string> follow(const gpu::CallView& call);
  /// A write inside a surface.
  void write(const gpu::AccessObject& surface, std::uint64_t offset, std::uint32_t size_bytes);

 private:
  struct Image {
    std::uint64_t resource = 0;
    gpu::AccessObject surface;
    std::vector<bool> is_written;
    std::uint64_t num_written = 0;
  };

  std::set<std::uint64_t> discarded_;
  /// The resource of a mapped array.
  std::map<std::uint64_t, std::uint64_t> arrays_;
  /// By the handle of a surface.
  std::map<std::uint64_t, Image> images_;
};

}  // namespace texelscope::app
