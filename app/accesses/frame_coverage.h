#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "app/accesses/hazard.h"
#include "texelscope/gpu/access.h"
#include "texelscope/gpu/call_observer.h"

namespace texelscope::app {

/// Which texels of mapped images kernels write. An image that was registered with write_discard has undefined contents
/// when it is mapped, so a frame must write all of its texels. Images that were also written in other ways, by copies
/// or by kernels without recorded accesses, are not judged.
class FrameCoverage {
 public:
  /// Follows a successful driver call. When an image is unmapped, returns a hazard for the texels that were not written
  /// while others were.
  [[nodiscard]] std::vector<Hazard> follow(const gpu::CallView& call);
  /// A write inside a surface.
  void write(const gpu::AccessObject& surface, const HazardAccess& by, const gpu::Access& access);
  /// A launch whose writes are unknown: it may write any image that is mapped.
  void write_unknown();

 private:
  struct Image {
    std::uint64_t resource = 0;
    bool is_unknown = false;
    /// The surface and the access of the last write.
    gpu::AccessObject surface{};
    std::uint32_t object = 0;
    HazardAccess last_write{};
    std::vector<bool> is_written{};
    std::uint64_t num_written = 0;
  };

  /// Handles of graphics resources.
  std::set<std::uint64_t> discarded_;
  /// The array of each surface. A surface may outlive a mapping and be used in the next one.
  std::map<std::uint64_t, std::uint64_t> surfaces_;
  /// By the handle of a mapped array.
  std::map<std::uint64_t, Image> images_;
};

}  // namespace texelscope::app
