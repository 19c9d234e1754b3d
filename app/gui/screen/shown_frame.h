#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/interop/shared/shared_image.h"
#include "render/common/viewport_view.h"

namespace texelscope::app {

/// The image below the panels, its position, and the number of changes of its texels.
struct ShownImage {
  /// Null for none.
  const SharedImage* image = nullptr;
  render::ViewportView view;
  std::uint64_t changes = 0;

  bool operator==(const ShownImage&) const = default;
};

/// The draw data of the window's last frame. A frame with identical data need not be drawn: a software renderer takes
/// about 20 ms for 1600 × 1000 pixels, and most events change nothing.
class ShownFrame {
 public:
  /// Whether a frame looks like the last frame; also stores it as the last frame. `texture_changes` is the number of
  /// uploads to the panels' textures so far.
  [[nodiscard]] bool is_like(const ImDrawData& widgets, const ShownImage& image, std::uint64_t texture_changes);
  /// Treats the next frame as different, for example after the window system lost the last one.
  void forget() { lists_.reset(); }

 private:
  struct Command {
    std::array<float, 4> clip;
    const void* texture;
    unsigned first_vertex;
    unsigned first_index;
    unsigned index_count;

    bool operator==(const Command&) const = default;
  };
  struct List {
    std::vector<Command> commands;
    std::vector<ImDrawVert> vertices;
    std::vector<ImDrawIdx> indices;
  };

  std::optional<std::vector<List>> lists_;
  ImVec2 size_{0, 0};
  ImVec2 scale_{0, 0};
  ShownImage image_;
  std::uint64_t texture_changes_ = 0;
};

}  // namespace texelscope::app
